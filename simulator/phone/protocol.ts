import { z } from 'zod';
import type { Rect } from './geometry.ts';
import type { Hit } from './machine.ts';

const point = z.object({ x: z.number(), y: z.number(), t: z.number() });
const key = z.enum(['back', 'home', 'recents', 'enter', 'search', 'delete', 'tab', 'volume_up', 'volume_down', 'power', 'space']);

/** What a driver may ask of the phone; one HTTP request each, as JSON to POST /input. */
export const InputRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gesture'), fingers: z.array(z.array(point).min(1)).min(1) }),
  /** In the middle of an element, wherever it is by then. */
  z.object({ kind: z.literal('tap_element'), uid: z.string() }),
  z.object({ kind: z.literal('key'), key }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('set_text'), uid: z.string(), text: z.string(), replace: z.boolean() }),
  z.object({ kind: z.literal('launch'), package: z.string() }),
  z.object({ kind: z.literal('terminate'), package: z.string() }),
  z.object({ kind: z.literal('hide_keyboard') }),
  z.object({ kind: z.literal('clipboard'), text: z.string() }),
]);
export type InputRequest = z.infer<typeof InputRequest>;

const settingValue = z.union([z.boolean(), z.number(), z.string()]);

export const ResetRequest = z.object({
  seed: z.number().int().optional(),
  labels: z.number().int().nonnegative().optional(),
  locale: z.string().optional(),
  settings: z.record(z.string(), settingValue).optional(),
});
export type ResetRequest = z.infer<typeof ResetRequest>;

/** Trouble on demand. Each call replaces what it names and leaves the rest. */
export const FaultsRequest = z.object({
  /** Every input and every look takes this much longer. */
  latencyMs: z.number().int().min(0).max(60_000).optional(),
  /** The next gesture never answers: `before` it landed (and it then never lands), or `after`. */
  hangNext: z.enum(['before', 'after']).nullable().optional(),
  /** What the next page sources are instead of the page, one look each. */
  nextSources: z.array(z.enum(['empty', 'truncated', 'error_text', 'no_content', 'two_documents', 'home'])).optional(),
  /** The next gesture is answered and does nothing, or happens twice. */
  nextTap: z.enum(['lost', 'doubled']).nullable().optional(),
  /** The next text arrives without its last letter, as a slow keyboard does it. */
  nextText: z.enum(['altered']).nullable().optional(),
  /** At once: the app in front is gone, the system asks whether to wait for it, or the driver's session ends. */
  now: z.enum(['crash', 'not_responding', 'session_death']).optional(),
});
export type FaultsRequest = z.infer<typeof FaultsRequest>;
export interface Faults {
  readonly latencyMs: number;
  readonly hangNext: 'before' | 'after' | null;
  readonly nextSources: NonNullable<FaultsRequest['nextSources']>;
  readonly nextTap: 'lost' | 'doubled' | null;
  readonly nextText: 'altered' | null;
}

export const FindRequest = z.object({
  using: z.string(),
  value: z.string(),
  /** Only below this element. */
  within: z.string().optional(),
});
export type FindRequest = z.infer<typeof FindRequest>;

/** One thing that happened to the phone from outside, in order, counted from 1. */
export interface TouchRecord {
  readonly n: number;
  /** The phone's own time, milliseconds since the epoch. */
  readonly at: number;
  readonly kind: 'tap' | 'long_press' | 'swipe' | 'pinch' | Exclude<InputRequest['kind'], 'gesture' | 'tap_element'>;
  readonly from?: { readonly x: number; readonly y: number };
  readonly to?: { readonly x: number; readonly y: number };
  readonly key?: string;
  readonly text?: string;
  readonly app?: string;
  readonly hit: Hit | null;
  /** What a fault made of it. */
  readonly fault?: 'lost' | 'doubled' | 'altered';
  /** Whether it changed anything but the clock. */
  readonly changed: boolean;
}

/** What a driver knows of one element. */
export interface ElementFacts {
  readonly uid: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly bounds: Rect;
  readonly editable: boolean;
}

export interface SettingFacts {
  readonly label: string;
  readonly kind: 'toggle' | 'slider' | 'choice' | 'words';
  readonly value: boolean | number | string;
  /** The value as a person reads it. */
  readonly display: string;
  /** Titles of the pages that lead there from the first page of Settings. */
  readonly path: readonly string[];
  readonly max?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** The phone's truth, for verification. Keys are stable; labels are what the person sees now. */
export interface PhoneFacts {
  readonly seed: number;
  readonly labels: number;
  readonly locale: string;
  readonly language: string;
  /** Phone time, milliseconds since the epoch. */
  readonly now: number;
  readonly settings: Readonly<Record<string, SettingFacts>>;
  readonly foreground: { readonly app: string; readonly package: string; readonly activity: string; readonly label: string };
  /** Stable name of the screen in front, and its title. */
  readonly page: { readonly key: string; readonly title: string; readonly dialog: string | null };
  readonly permissions: Readonly<Record<string, string>>;
  readonly keyboard: boolean;
  readonly focus: string | null;
  readonly clipboard: string;
  readonly toast: string | null;
  readonly installed: readonly { readonly app: string; readonly package: string; readonly label: string; readonly running: boolean }[];
  /** What each app says of itself. */
  readonly apps: Readonly<Record<string, unknown>>;
  readonly touches: number;
}

export interface ErrorAnswer {
  readonly error:
    | 'unauthorized'
    | 'session_superseded'
    | 'no_such_element'
    | 'stale_element'
    | 'invalid_element_state'
    | 'invalid_selector'
    | 'no_such_app'
    | 'bad_request'
    | 'not_found'
    | 'internal';
  readonly message: string;
}
