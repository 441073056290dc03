import type { Envelope, EpisodeEvent } from '../../world/episode-event.ts';
import { defaultLimits } from '../../world/limits.ts';
import type { Page } from '../../world/page.ts';
import type { PlannedStep } from '../../world/planned-step.ts';

const episodeId = '01890000-0000-7000-8000-0000000000dd';

const page = (name: string, dialog: string | null = null): EpisodeEvent => ({
  type: 'page.observed',
  page: pageNamed(name, dialog),
  observationHash: name,
  source: null,
  screenshot: null,
});

function pageNamed(name: string, dialog: string | null): Page {
  return {
    platform: 'android',
    name,
    app: 'com.android.settings',
    fingerprint: name,
    size: { width: 1080, height: 2400 },
    rotation: 0,
    scale: 1,
    keyboard: 'hidden',
    elements: [],
    body: '',
    leftOut: [],
    notes: [],
    dialog,
    poor: false,
    loading: false,
    nextRef: 1,
  };
}

const planned = (step: PlannedStep): EpisodeEvent => ({ type: 'turn.planned', decisions: [], steps: [step] });
const tapped = (decisionId: string, rationale: string): EpisodeEvent =>
  planned({
    kind: 'act',
    decisionId,
    rationale,
    thinking: 'secret thoughts',
    action: { name: 'tap', ref: 'e1' },
    purpose: 'p',
    expectedOutcome: 'o',
  });

/** A small episode: a plan, a tap that works, a tap that does not. */
export function runThrough(more: readonly EpisodeEvent[] = []): Envelope[] {
  const started = (decisionId: string, words: string, purpose: string): EpisodeEvent => ({
    type: 'action.started',
    decisionId,
    action: { name: 'tap', ref: 'e1' },
    words,
    page: 'Home',
    locator: null,
    bounds: null,
    purpose,
    expectedOutcome: 'o',
    signature: 's',
  });
  const todos = [
    { id: '1', content: 'Open Settings', status: 'in_progress' },
    { id: '2', content: 'Turn Wi-Fi off', status: 'pending' },
  ] as const;
  const events: EpisodeEvent[] = [
    {
      type: 'episode.started',
      taskId: 't',
      goal: 'Turn off Wi-Fi',
      check: null,
      planner: 'scripted',
      model: null,
      limits: defaultLimits,
      promptVersion: 'p',
      agentPlanner: true,
      device: { id: 'sim', name: 'Simulated phone', platform: 'android', osVersion: null, simulated: true },
    },
    page('Home'),
    planned({ kind: 'revise_plan', decisionId: 'd0', rationale: 'I plan the way.', thinking: null, plan: { todos: [...todos] } }),
    { type: 'plan.revised', decisionId: 'd0', revision: 1, plan: { todos: [...todos] } },
    tapped('d1', 'Settings is on the home screen.'),
    { type: 'policy.judged', decisionId: 'd1', verdict: 'allow', rule: 'r', effectClass: 'reversible' },
    started('d1', 'tap "Settings" app', 'open Settings'),
    { type: 'action.finished', decisionId: 'd1', failure: null, landed: true, durationMs: 1 },
    page('Settings'),
    {
      type: 'action.judged',
      decisionId: 'd1',
      success: true,
      effect: 'changed',
      judgedBy: 'effect',
      judge: '1',
      observed: 'the page is now "Settings"',
    },
    tapped('d2', 'Settings is open. I tap the switch.'),
    started('d2', 'tap "Wi-Fi" switch', 'turn it off'),
    {
      type: 'action.finished',
      decisionId: 'd2',
      failure: { code: 'element_covered', message: 'the switch is covered' },
      landed: false,
      durationMs: 1,
    },
    page('Settings', 'Turn off?'),
    {
      type: 'action.judged',
      decisionId: 'd2',
      success: false,
      effect: 'unchanged',
      judgedBy: 'driver',
      judge: '1',
      observed: 'nothing changed',
    },
    ...more,
  ];
  return events.map((event, i) => ({ episode_id: episodeId, seq: i + 1, at: 1_000 * i, event }));
}
