import type { AppData, AppState, Change, OpenDialog, PermissionAnswer, PhoneState, Place } from '../phone-state.ts';
import type { Screen } from '../screen.ts';
import type { Permission } from './catalogue.ts';

/** One app: what it keeps, and what its screens show for a given phone. */
export interface App {
  readonly id: string;
  /** What a phone of this seed holds for the app on its first day. */
  data(seed: number): AppData;
  screen(phone: PhoneState): Screen;
  /** What happens each time the app comes to the front. */
  readonly opened?: Change;
  /** What a check may ask about the app, by stable keys; shown under `apps` by GET /state. */
  facts?(phone: PhoneState): unknown;
}

export const launcherId = 'launcher';

export function appState(phone: PhoneState, app: string): AppState {
  const state = phone.apps[app];
  if (state === undefined) throw new Error(`no app ${JSON.stringify(app)} on this phone`);
  return state;
}

export function placeOf(phone: PhoneState, app: string): Place {
  const place = appState(phone, app).places.at(-1);
  if (place === undefined) throw new Error(`the app ${app} has no screen open`);
  return place;
}

/** The stable name of a screen: `settings/network`, `settings/app:maps`. */
export const screenKey = (app: string, place: Place): string => `${app}/${place.screen}${place.arg === undefined ? '' : `:${place.arg}`}`;

export const withApp =
  (app: string, change: (state: AppState) => AppState): Change =>
  (phone) => ({ ...phone, apps: { ...phone.apps, [app]: change(appState(phone, app)) } });

/** Puts values into what the app keeps. */
export const keep =
  (app: string, values: AppData): Change =>
  (phone) =>
    withApp(app, (state) => ({ ...state, data: { ...state.data, ...values } }))(phone);

export const withoutKeyboard: Change = (phone) => ({ ...phone, focus: null, keyboard: { shown: false, shift: false, symbols: false } });

/** Puts the cursor into a field and brings the keyboard up. */
export const focusOn =
  (screen: string, key: string): Change =>
  (phone) => ({ ...phone, focus: { screen, key }, keyboard: { shown: true, shift: false, symbols: false } });

/** Opens a screen of the app over the one in front; it starts at its top. */
export const open =
  (app: string, screen: string, arg?: string): Change =>
  (phone) => {
    const place: Place = arg === undefined ? { screen } : { screen, arg };
    const { [screenKey(app, place)]: _, ...scroll } = phone.scroll;
    return withoutKeyboard(withApp(app, (state) => ({ ...state, places: [...state.places, place], dialog: null }))({ ...phone, scroll }));
  };

/** To the home screen; the app in front stays as it is behind it. */
export const goHome: Change = (phone) =>
  withoutKeyboard(
    withApp(launcherId, (state) => ({ ...state, places: [{ screen: 'home' }], dialog: null }))({
      ...phone,
      foreground: launcherId,
      question: null,
    }),
  );

/** Back by one screen; from the first one, home. */
export const goBack =
  (app: string): Change =>
  (phone) => {
    if (appState(phone, app).places.length <= 1) return goHome(phone);
    return withoutKeyboard(withApp(app, (state) => ({ ...state, places: state.places.slice(0, -1), dialog: null }))(phone));
  };

export const openDialog =
  (app: string, dialog: OpenDialog): Change =>
  (phone) =>
    withoutKeyboard(withApp(app, (state) => ({ ...state, dialog }))(phone));

export const closeDialog =
  (app: string): Change =>
  (phone) =>
    withoutKeyboard(withApp(app, (state) => ({ ...state, dialog: null }))(phone));

/** What has been typed into the field of the open dialog. */
export const draftDialog =
  (app: string, draft: string): Change =>
  (phone) =>
    withApp(app, (state) => (state.dialog === null ? state : { ...state, dialog: { ...state.dialog, draft } }))(phone);

export const permissionKey = (app: string, permission: Permission): string => `${app}.${permission}`;

/** Asks the person for a permission, unless it was asked before. */
export const askFor =
  (app: string, permission: Permission): Change =>
  (phone) => {
    const answer = phone.permissions[permissionKey(app, permission)] ?? 'ask';
    return answer === 'ask' ? { ...withoutKeyboard(phone), question: { app, permission } } : phone;
  };

export const answerQuestion =
  (answer: PermissionAnswer): Change =>
  (phone) =>
    phone.question === null
      ? phone
      : { ...phone, question: null, permissions: { ...phone.permissions, [`${phone.question.app}.${phone.question.permission}`]: answer } };

const toastMs = 3_500;

/** A short message over the page; it goes away by the phone's own clock. */
export const toast =
  (text: string): Change =>
  (phone) => ({ ...phone, toast: { text, until: phone.now + toastMs } });

/** Brings another app to the front with one of its screens, over its first one. */
export const handOver =
  (app: string, home: Place, place: Place): Change =>
  (phone) =>
    withoutKeyboard(
      withApp(app, (state) => ({ ...state, running: true, places: [home, place], dialog: null }))({ ...phone, foreground: app }),
    );
