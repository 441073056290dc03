import type { DeviceAction } from '../world/device-action.ts';
import type { Episode } from '../world/episode.ts';
import type { ActionFailure, DeviceInfo, EffectClass, Envelope, EpisodeEvent, VerifiedBy } from '../world/episode-event.ts';
import type { Locator } from '../world/locator.ts';
import type { Observation, Unreadable } from '../world/observation.ts';
import type { Page, PageElement } from '../world/page.ts';
import type { PlannedAct, PlannedStep } from '../world/planned-step.ts';
import type { ToolCallDecision } from '../world/tool-call-decision.ts';

/** Time, ids and chance have one door each. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
export interface Ids {
  /** A time-ordered UUIDv7. */
  next(): string;
}

/** The append-only record of one episode. */
export interface Journal {
  readonly episodeId: string;
  /** The fold of all events so far. */
  readonly episode: Episode;
  /** Resolves once the event is durable; keeps the order of the calls. */
  append(event: EpisodeEvent): Promise<void>;
}

/** Sees each event once it is durable, in order. Must not throw and must not delay. */
export type JournalListener = (envelope: Envelope) => void;

export interface ActionTarget {
  readonly element: PageElement;
  readonly page: Page;
}

/** What the driver said of one action. */
export interface ActionReport {
  readonly failure: ActionFailure | null;
  /** Whether the action reached the device; null when that is not known. */
  readonly landed: boolean | null;
  readonly locator: Locator | null;
  readonly note?: string;
}

/**
 * The phone. Both calls end within their own deadlines and stop early when the signal aborts.
 * `perform` reports what the screen refused; both throw an AppError (`device_lost`, `session_lost`)
 * only when the phone itself is gone. `perform` never sends an action twice.
 */
export interface Device {
  readonly info: DeviceInfo;
  observe(signal: AbortSignal): Promise<Observation | Unreadable>;
  /** `target` is the element that `action.ref` names on the current page; null for actions without one. */
  perform(action: DeviceAction, target: ActionTarget | null, signal: AbortSignal): Promise<ActionReport>;
}

/** One reply of the planner, read: what it asked for and what that means, call by call. */
export interface Turn {
  readonly decisions: readonly ToolCallDecision[];
  readonly steps: readonly PlannedStep[];
}

/**
 * Anything that decides the next step: a model, a skill, a shadow, a person.
 * Throws AppError `planner_unavailable`, `planner_refused`, `planner_rejected`, or `no_action`-like TurnFailed.
 */
export interface Planner {
  readonly name: string;
  readonly model: string | null;
  plan(episode: Episode, signal: AbortSignal): Promise<Turn | TurnFailed>;
}

/** The model answered, but nothing in the answer can be executed. */
export interface TurnFailed {
  readonly failed: { readonly code: 'no_tool_call' | 'cut_off' | 'refused' | 'empty'; readonly message: string };
  readonly usage: ToolCallDecision['usage'];
}

export interface PolicyVerdict {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly effectClass: EffectClass;
}

/** Judges one action before it touches the device, from tool, target, app and page, never from the model's words (rule S4). */
export interface Policy {
  judge(step: PlannedAct, target: PageElement | null, episode: Episode): PolicyVerdict;
}

/** A person, asked. `null` from `answer` means nobody answered in time. */
export interface Person {
  approve(what: string, signal: AbortSignal): Promise<{ granted: boolean; by: string; note?: string }>;
  answer(question: string, signal: AbortSignal): Promise<string | null>;
}

/** Looks behind a claim of success. Must not throw: what it cannot see it says, with `verifiedBy: 'model'`. */
export interface Verifier {
  verify(episode: Episode, signal: AbortSignal): Promise<{ verifiedBy: VerifiedBy; passed: boolean; detail: string }>;
}

/** Asked before every action (rule S11). Must be cheap. */
export interface StopSwitch {
  pressed(): boolean;
}

/** Everyone the loop works with. */
export interface Crew {
  readonly device: Device;
  readonly planner: Planner;
  readonly policy: Policy;
  readonly person: Person;
  readonly verifier: Verifier;
  readonly stop: StopSwitch;
  readonly clock: Clock;
}
