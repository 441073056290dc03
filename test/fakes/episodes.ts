import { type Episode, unstarted } from '../../world/episode.ts';
import type { Page } from '../../world/page.ts';
import type { WorldEvent } from '../../world/world-event.ts';

export function pageOf(more: Partial<Page> = {}): Page {
  return {
    platform: 'android',
    name: 'Settings › Network & internet',
    app: 'com.android.settings',
    fingerprint: 'f1',
    size: { width: 1080, height: 2400 },
    rotation: 0,
    scale: 1,
    keyboard: 'hidden',
    elements: [],
    body: 'e1 button: Navigate up\n# list\ne12 switch off: Airplane mode\n- Data and calls are off while this is on',
    leftOut: [],
    notes: [],
    dialog: null,
    poor: false,
    loading: false,
    nextRef: 13,
    ...more,
  };
}

export function remembered(i: number, more: Partial<WorldEvent> = {}): WorldEvent {
  return {
    decisionId: `d${i}`,
    at: i,
    page: `Page ${i % 7}`,
    action: `tap "Row ${i}" item`,
    args: { name: 'tap', ref: 'e1' },
    locator: null,
    purpose: 'To get on.',
    expectedOutcome: 'The next page.',
    rationale: `The last step worked. I open row ${i}, because the goal needs it.`,
    thinking: `thought number ${i}`,
    success: i % 5 !== 4,
    effect: 'changed',
    ...(i % 5 === 4 ? { note: 'nothing changed on the page' } : {}),
    ...more,
  };
}

export function episodeOf(more: Partial<Episode> = {}): Episode {
  return {
    ...unstarted,
    episodeId: '01890000-0000-7000-8000-000000000001',
    taskId: 'task-1',
    goal: 'Turn on airplane mode',
    lastSeq: 4,
    page: pageOf(),
    observationHash: 'hash',
    needsLook: false,
    ...more,
  };
}
