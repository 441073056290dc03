import { randomUUID } from 'node:crypto';
import type { Envelope, EpisodeEvent } from '../../world/episode-event.ts';
import type { Page } from '../../world/page.ts';
import type { ToolCallDecision } from '../../world/tool-call-decision.ts';

/** Made-up episodes in the shape that hosts upload. */

export interface StoryOptions {
  readonly episodeId?: string;
  readonly goal?: string;
  readonly rationale?: string;
  readonly thinking?: string | null;
  readonly screenshot?: string | null;
  readonly pageName?: string;
}

const startedAt = Date.UTC(2026, 10, 30, 9, 0, 0);

export function page(name: string): Page {
  return {
    platform: 'android',
    name,
    app: 'com.android.settings',
    fingerprint: `fp-${name}`,
    size: { width: 1080, height: 2400 },
    rotation: 0,
    scale: 1,
    keyboard: 'hidden',
    elements: [],
    body: 'e1 switch off: Airplane mode',
    leftOut: [],
    notes: [],
    dialog: null,
    poor: false,
    loading: false,
    nextRef: 2,
  };
}

export function decision(overrides: Partial<ToolCallDecision> = {}): ToolCallDecision {
  return {
    decisionId: randomUUID(),
    callId: 'toolu_1',
    toolName: 'tap',
    args: { ref: 'e1' },
    purpose: 'Turn the switch on',
    expectedOutcome: 'Airplane mode shows on',
    textOutput: 'Network settings are open. I turn the switch on.',
    reflection: null,
    thinking: 'The switch is the first row.',
    thinkingOmitted: false,
    provider: 'anthropic',
    model: 'claude-test',
    usage: { input: 1200, output: 80, cacheRead: 900, cacheWrite: 0, costUsd: 0.0042 },
    latencyMs: 812,
    stopReason: 'tool_use',
    requestId: 'req_1',
    ...overrides,
  };
}

/** Goal, look, one tap that works, a look, done: 11 events. */
export function story(options: StoryOptions = {}): Envelope[] {
  const {
    episodeId = randomUUID(),
    goal = 'Turn on airplane mode',
    rationale = 'Network settings are open. I turn the switch on.',
  } = options;
  const { thinking = 'The switch is the first row.', screenshot = null, pageName = 'Settings › Network' } = options;
  const tap = decision({ thinking, textOutput: rationale });
  const finish = decision({
    toolName: 'finish',
    args: { outcome: 'achieved' },
    purpose: null,
    expectedOutcome: null,
    thinking: null,
    textOutput: 'It is on.',
  });
  const picture = screenshot === null ? null : { sha256: screenshot, mediaType: 'image/png' as const, bytes: 1 };
  const look: EpisodeEvent = { type: 'page.observed', page: page(pageName), observationHash: 'oh-1', source: null, screenshot: picture };
  const events: EpisodeEvent[] = [
    {
      type: 'episode.started',
      taskId: 'task-1',
      goal,
      device: { id: 'sim', name: 'Pixel', platform: 'android', osVersion: '15', simulated: true },
      planner: 'anthropic',
      model: 'claude-test',
      limits: {
        maxSteps: 30,
        maxWallMs: 600_000,
        maxActionMs: 30_000,
        maxTokens: null,
        maxCostUsd: null,
        maxConsecutiveFailures: 3,
        maxRepeats: 3,
        maxStagnation: 4,
        maxReplans: 2,
      },
      promptVersion: 'p1',
      agentPlanner: true,
      check: null,
    },
    look,
    {
      type: 'turn.planned',
      decisions: [tap],
      steps: [
        {
          kind: 'act',
          decisionId: tap.decisionId,
          rationale,
          thinking,
          action: { name: 'tap', ref: 'e1' },
          purpose: 'Turn the switch on',
          expectedOutcome: 'Airplane mode shows on',
        },
      ],
    },
    { type: 'policy.judged', decisionId: tap.decisionId, verdict: 'allow', rule: 'reversible', effectClass: 'reversible' },
    {
      type: 'action.started',
      decisionId: tap.decisionId,
      action: { name: 'tap', ref: 'e1' },
      words: 'tap "Airplane mode" switch',
      page: pageName,
      locator: null,
      bounds: [60, 420, 1020, 560],
      purpose: 'Turn the switch on',
      expectedOutcome: 'Airplane mode shows on',
      signature: 's1',
    },
    { type: 'action.finished', decisionId: tap.decisionId, failure: null, landed: true, durationMs: 310 },
    look,
    {
      type: 'action.judged',
      decisionId: tap.decisionId,
      success: true,
      effect: 'changed',
      judgedBy: 'effect',
      judge: 'j1',
      observed: 'Airplane mode: off → on',
    },
    {
      type: 'turn.planned',
      decisions: [finish],
      steps: [{ kind: 'finish', decisionId: finish.decisionId, rationale: 'It is on.', thinking: null, outcome: 'achieved' }],
    },
    { type: 'episode.verified', verifiedBy: 'state', passed: true, detail: 'airplane_mode_on is 1' },
    { type: 'episode.ended', reason: 'goal_reached', outcome: 'achieved', result: null, summary: 'Turned on airplane mode in 1 action.' },
  ];
  return events.map((event, i) => ({ episode_id: episodeId, seq: i + 1, at: startedAt + i * 700, event }));
}

/** The two of a story that are used most. */
export function idOf(events: readonly Envelope[]): string {
  return events[0]?.episode_id ?? '';
}

export function firstDecision(events: readonly Envelope[]): ToolCallDecision {
  for (const { event } of events) {
    const [first] = event.type === 'turn.planned' ? event.decisions : [];
    if (first !== undefined) return first;
  }
  throw new Error('the story has no decision');
}
