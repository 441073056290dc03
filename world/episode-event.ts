import { z } from 'zod';
import { ArtifactRef } from './artifact.ts';
import { DeviceAction } from './device-action.ts';
import { Effect } from './effect.ts';
import { Expect } from './expectation.ts';
import { Bounds } from './geometry.ts';
import { Locator } from './locator.ts';
import { Page } from './page.ts';
import { WriteTodos } from './plan.ts';
import { PlannedStep } from './planned-step.ts';
import { ToolCallDecision, Usage } from './tool-call-decision.ts';

/** Why an episode ended; each limit has its own (rule P33). */
export const EndReason = z.enum([
  'goal_reached',
  'gave_up',
  'cancelled',
  'stop_switch',
  'out_of_steps',
  'out_of_time',
  'out_of_tokens',
  'out_of_cost',
  'out_of_replans',
  'too_many_failures',
  'repeating',
  'stagnated',
  'no_action',
  'not_confirmed',
  'denied',
  'planner_refused',
  'planner_unavailable',
  'planner_rejected',
  'device_lost',
  'page_unreadable',
]);
export type EndReason = z.infer<typeof EndReason>;

export const Outcome = z.enum(['achieved', 'failed', 'stopped']);
export type Outcome = z.infer<typeof Outcome>;

/** What stands behind the outcome: the task's own check, the device's state, or the model's word alone (never counted as verified). */
export const VerifiedBy = z.enum(['check', 'state', 'model']);
export type VerifiedBy = z.infer<typeof VerifiedBy>;

/** What the page or the policy refused: told to the model, never thrown. */
export const ActionFailure = z.object({ code: z.string(), message: z.string() });
export type ActionFailure = z.infer<typeof ActionFailure>;

export const EffectClass = z.enum(['read', 'reversible', 'external', 'irreversible']);
export type EffectClass = z.infer<typeof EffectClass>;

/** Null means: no such limit. */
export const Limits = z.object({
  maxSteps: z.number().int().positive(),
  maxWallMs: z.number().int().positive(),
  maxActionMs: z.number().int().positive(),
  maxTokens: z.number().int().positive().nullable(),
  maxCostUsd: z.number().positive().nullable(),
  maxConsecutiveFailures: z.number().int().positive(),
  maxRepeats: z.number().int().positive(),
  maxStagnation: z.number().int().positive(),
  maxReplans: z.number().int().nonnegative(),
});
export type Limits = z.infer<typeof Limits>;

export const DeviceInfo = z.object({
  /** `sim`, an Android serial, or an iOS UDID. */
  id: z.string(),
  name: z.string(),
  platform: z.enum(['android', 'ios']),
  osVersion: z.string().nullable(),
  /** A stand-in; said wherever it is used. */
  simulated: z.boolean(),
});
export type DeviceInfo = z.infer<typeof DeviceInfo>;

const decisionId = z.string();

/** What happened, in the order it happened. Facts are appended and never edited; a changed meaning is a new type. */
export const EpisodeEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('episode.started'),
    taskId: z.string(),
    goal: z.string(),
    device: DeviceInfo,
    planner: z.string(),
    model: z.string().nullable(),
    limits: Limits,
    promptVersion: z.string(),
    agentPlanner: z.boolean(),
    /** The task's own check of its end, as the person gave it. */
    check: z.string().nullable(),
  }),
  z.object({ type: z.literal('device_session.opened'), sessionId: z.string(), driver: z.string() }),
  z.object({
    type: z.literal('page.observed'),
    page: Page,
    observationHash: z.string(),
    source: ArtifactRef.nullable(),
    screenshot: ArtifactRef.nullable(),
  }),
  z.object({ type: z.literal('page.unreadable'), code: z.string(), message: z.string(), screenshot: ArtifactRef.nullable() }),
  /** The planner's whole reply, before anything of it runs. */
  z.object({ type: z.literal('turn.planned'), decisions: z.array(ToolCallDecision), steps: z.array(PlannedStep).min(1) }),
  /** No usable reply: text without a call, cut off, refused. `usage` was still paid for. */
  z.object({ type: z.literal('turn.failed'), code: z.string(), message: z.string(), usage: Usage.nullable() }),
  /** A call that is answered with an error and not executed. */
  z.object({ type: z.literal('call.rejected'), decisionId, code: z.string(), because: z.string() }),
  z.object({ type: z.literal('plan.revised'), decisionId, revision: z.number().int(), plan: WriteTodos }),
  z.object({ type: z.literal('plan.doubted'), because: z.string() }),
  z.object({
    type: z.literal('policy.judged'),
    decisionId,
    verdict: z.enum(['allow', 'ask', 'deny']),
    rule: z.string(),
    effectClass: EffectClass,
  }),
  z.object({ type: z.literal('approval.asked'), decisionId, what: z.string() }),
  z.object({ type: z.literal('approval.given'), decisionId, granted: z.boolean(), by: z.string(), note: z.string().optional() }),
  z.object({ type: z.literal('question.asked'), decisionId, question: z.string() }),
  z.object({ type: z.literal('question.answered'), decisionId, answer: z.string().nullable() }),
  /** Written before the device is touched. */
  z.object({
    type: z.literal('action.started'),
    decisionId,
    action: DeviceAction,
    words: z.string(),
    page: z.string(),
    locator: Locator.nullable(),
    bounds: Bounds.nullable(),
    purpose: z.string(),
    expectedOutcome: z.string(),
    expect: Expect.optional(),
    /** The page's content before, volatile parts masked; what repeat detection compares. */
    signature: z.string(),
  }),
  /** What the driver said. `landed` is null when it is not known whether the action reached the device. */
  z.object({
    type: z.literal('action.finished'),
    decisionId,
    failure: ActionFailure.nullable(),
    landed: z.boolean().nullable(),
    note: z.string().optional(),
    durationMs: z.number(),
  }),
  /** What the page says (rule P44), with the judge's version, so that a better judge never rewrites history. */
  z.object({
    type: z.literal('action.judged'),
    decisionId,
    success: z.boolean(),
    effect: Effect,
    judgedBy: z.enum(['driver', 'expect', 'effect', 'unreadable']),
    judge: z.string(),
    observed: z.string(),
    note: z.string().optional(),
  }),
  z.object({ type: z.literal('episode.ended'), reason: EndReason, outcome: Outcome, result: z.string().nullable(), summary: z.string() }),
  /** What stands behind a claim of success, written before the end: the task's own check, or the device's state read behind the page. */
  z.object({ type: z.literal('episode.verified'), verifiedBy: VerifiedBy, passed: z.boolean(), detail: z.string() }),
]);
export type EpisodeEvent = z.infer<typeof EpisodeEvent>;
export type EventOf<T extends EpisodeEvent['type']> = Extract<EpisodeEvent, { type: T }>;

/** An event as it is stored and sent: `seq` counts from 1 without gaps, `at` is in milliseconds since the epoch. */
export const Envelope = z.object({ episode_id: z.uuid(), seq: z.number().int().positive(), at: z.number(), event: EpisodeEvent });
export type Envelope = z.infer<typeof Envelope>;
