import type { ModelInfo } from '@anthropic-ai/sdk/resources/models.js';

export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** What a model takes, as far as requests depend on it. */
export interface Capabilities {
  /** Which `thinking.type` values it accepts; `disabled` false means that it always thinks, or cannot be told. */
  readonly thinking: { readonly adaptive: boolean; readonly enabled: boolean; readonly disabled: boolean; readonly betweenTools: boolean };
  /** Empty when it takes no effort. */
  readonly efforts: readonly Effort[];
  readonly vision: boolean;
  /** The most that `max_tokens` may be; null when it is not known. */
  readonly maxOutputTokens: number | null;
  readonly source: 'models api' | 'built-in table' | 'not known';
}

/** The provider's own word (Models API, `capabilities`), or null when it says nothing. */
export function capabilitiesOf({ capabilities, max_tokens }: ModelInfo): Capabilities | null {
  if (capabilities === null || capabilities === undefined) return null;
  const { thinking, effort, image_input } = capabilities;
  const { types } = thinking;
  return {
    thinking: {
      adaptive: types.adaptive.supported,
      enabled: types.enabled.supported,
      disabled: types.disabled.supported,
      // Younger than the rest of the answer; an endpoint that lags behind does not have it.
      betweenTools: types.between_tools?.supported === true,
    },
    efforts: effort.supported ? efforts.filter((level) => effort[level]?.supported === true) : [],
    vision: image_input.supported,
    maxOutputTokens: max_tokens,
    source: 'models api',
  };
}

type Manner = Omit<Capabilities, 'source'>;

const allEfforts = efforts;
const fewEfforts = ['low', 'medium', 'high'] as const;
const kinds = {
  /** Adaptive thinking that cannot be turned off. */
  always: { adaptive: true, enabled: false, disabled: false, betweenTools: false },
  adaptive: { adaptive: true, enabled: false, disabled: true, betweenTools: false },
  both: { adaptive: true, enabled: true, disabled: true, betweenTools: false },
  budget: { adaptive: false, enabled: true, disabled: true, betweenTools: false },
  none: { adaptive: false, enabled: false, disabled: true, betweenTools: false },
} as const;

/** From the provider's model pages, 2026-11. The first that matches counts. */
const builtIn: readonly (readonly [RegExp, Manner])[] = [
  [/^claude-(fable|mythos)-|^claude-opus-5-5/, { thinking: kinds.always, efforts: allEfforts, vision: true, maxOutputTokens: 128_000 }],
  [
    /^claude-opus-4-[78]|^claude-(opus|sonnet|haiku)-[5-9]/,
    { thinking: kinds.adaptive, efforts: allEfforts, vision: true, maxOutputTokens: 128_000 },
  ],
  [/^claude-(opus|sonnet)-4-6/, { thinking: kinds.both, efforts: fewEfforts, vision: true, maxOutputTokens: 64_000 }],
  [/^claude-opus-4-5/, { thinking: kinds.budget, efforts: fewEfforts, vision: true, maxOutputTokens: 64_000 }],
  [/^claude-(opus|sonnet|haiku)-4|^claude-3-7/, { thinking: kinds.budget, efforts: [], vision: true, maxOutputTokens: 32_000 }],
  [/^claude-3/, { thinking: kinds.none, efforts: [], vision: true, maxOutputTokens: 8_192 }],
];

/** What is known of a model when the Models API does not say (rule A1); of an unknown one, nothing that could be refused. */
export function builtInCapabilities(model: string): Capabilities {
  const known = builtIn.find(([name]) => name.test(model))?.[1];
  if (known !== undefined) return { ...known, source: 'built-in table' };
  const thinking = { adaptive: false, enabled: false, disabled: false, betweenTools: false };
  return { thinking, efforts: [], vision: true, maxOutputTokens: null, source: 'not known' };
}
