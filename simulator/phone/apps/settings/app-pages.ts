import { label } from '../../labels/label.ts';
import { inOrder, type PermissionAnswer, type PhoneState } from '../../phone-state.ts';
import type { Item, ListScreen } from '../../screen.ts';
import { goBack, open, permissionKey, screenKey, withApp } from '../app.ts';
import { installedApp, isInstalled } from '../catalogue.ts';
import { changeSetting } from './change-setting.ts';
import { permissionInWords } from './items.ts';
import { settingsId } from './settings-id.ts';

const answers: readonly PermissionAnswer[] = ['always', 'while_using', 'ask', 'denied'];

const frame = (_phone: PhoneState, screen: string, app: string, title: string): Omit<ListScreen, 'items'> => ({
  kind: 'list',
  key: screenKey(settingsId, { screen, arg: app }),
  title,
  dialog: null,
  back: goBack(settingsId),
  up: goBack(settingsId),
  actions: [],
  footer: [],
  onKeyboard: 'resize',
});

/** What the phone knows of one app. */
export function appPage(phone: PhoneState, app: string): ListScreen {
  if (!isInstalled(app)) throw new Error(`no app ${JSON.stringify(app)}`);
  const { label: name, icon, permissions } = installedApp(app);
  const notifications = `notifications.${app}`;
  const on = phone.settings[notifications] !== false;
  const items: Item[] = [
    { kind: 'row', key: 'name', title: label(phone, name), icon },
    { kind: 'switch', key: 'app_notifications', title: label(phone, 's.app_notifications'), on, toggle: changeSetting(notifications, !on) },
  ];
  if (permissions.includes('location')) {
    items.push({
      kind: 'row',
      key: 'location',
      title: label(phone, 'p.app_permission'),
      summary: permissionInWords(phone, app),
      tap: open(settingsId, 'permission', app),
    });
  }
  if (app !== settingsId) {
    const stop = withApp(app, (state) => ({ ...state, running: false, places: [installedApp(app).home], dialog: null }));
    items.push({
      kind: 'button',
      key: 'force_stop',
      title: label(phone, 'w.force_stop'),
      tap: stop,
      disabled: phone.apps[app]?.running !== true,
    });
  }
  return { ...frame(phone, 'app', app, label(phone, 'p.app')), items };
}

/** Whether and when an app may know where the phone is. */
export function permissionPage(phone: PhoneState, app: string): ListScreen {
  if (!isInstalled(app)) throw new Error(`no app ${JSON.stringify(app)}`);
  const key = permissionKey(app, 'location');
  const items: Item[] = [
    { kind: 'header', key: 'name', title: label(phone, installedApp(app).label) },
    ...answers.map(
      (answer): Item => ({
        kind: 'radio',
        key: answer,
        title: label(phone, `o.${answer}`),
        on: (phone.permissions[key] ?? 'ask') === answer,
        tap: inOrder((now) => ({ ...now, permissions: { ...now.permissions, [key]: answer } })),
      }),
    ),
  ];
  return { ...frame(phone, 'permission', app, label(phone, 'p.app_permission')), items };
}
