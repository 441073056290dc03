import type { Point } from './geometry.ts';

export type SettingValue = boolean | number | string;

/** One screen of an app: its stable name and what it was opened with. */
export interface Place {
  readonly screen: string;
  readonly arg?: string;
}

/** Everything an app keeps on the phone; each app reads it with its own schema. */
export type AppData = Readonly<Record<string, unknown>>;

/** An open dialog of an app: its stable name and what it was opened with. */
export interface OpenDialog {
  readonly name: string;
  readonly arg?: string;
  /** What has been typed into its field so far. */
  readonly draft?: string;
}

/** A question of the system that lies over whatever app is in front. */
export interface PermissionQuestion {
  readonly app: string;
  readonly permission: string;
}

export type PermissionAnswer = 'always' | 'while_using' | 'ask' | 'denied';

/** One typed field: the screen (or dialog) it stands on and its key there. */
export interface FieldRef {
  readonly screen: string;
  readonly key: string;
}

export interface AppState {
  readonly running: boolean;
  /** The way back: the last one is in front. */
  readonly places: readonly Place[];
  readonly dialog: OpenDialog | null;
  readonly data: AppData;
}

/**
 * The whole phone, as plain data. Nothing changes it in place: every input makes a new one.
 * `now` is the phone's own clock in milliseconds since the epoch, UTC; it moves only when told to.
 */
export interface PhoneState {
  readonly seed: number;
  /** 0: the plain labels; any other number: all visible labels replaced (labels/reseed.ts). */
  readonly labels: number;
  /** BCP 47 tag of the system language. */
  readonly locale: string;
  readonly now: number;
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly apps: Readonly<Record<string, AppState>>;
  /** The app in front; the launcher is one too. */
  readonly foreground: string;
  readonly permissions: Readonly<Record<string, PermissionAnswer>>;
  readonly question: PermissionQuestion | null;
  /** An app that the system says has stopped answering. */
  readonly notResponding: string | null;
  readonly focus: FieldRef | null;
  readonly keyboard: { readonly shown: boolean; readonly shift: boolean; readonly symbols: boolean };
  /** Pixels scrolled, per screen. */
  readonly scroll: Readonly<Record<string, number>>;
  readonly clipboard: string;
  readonly toast: { readonly text: string; readonly until: number } | null;
  /** Where the finger last was, for the picture's touch mark. */
  readonly touched: Point | null;
}

/** A step of the phone: pure. */
export type Change = (phone: PhoneState) => PhoneState;

export const unchanged: Change = (phone) => phone;

/** One change after the other. */
export const inOrder =
  (...changes: readonly Change[]): Change =>
  (phone) =>
    changes.reduce((state, change) => change(state), phone);
