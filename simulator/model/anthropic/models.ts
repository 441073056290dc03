import type { ModelCapabilities, ModelInfo } from '@anthropic-ai/sdk/resources/models.js';

/** A rehearsal model: one planner, different manners, as a provider's models have them. */
export interface RehearsalModel {
  readonly id: string;
  readonly thinking: 'adaptive' | 'budget' | 'none';
  readonly info: ModelInfo;
}

const yes = { supported: true } as const;
const no = { supported: false } as const;

function capabilities(thinking: RehearsalModel['thinking']): ModelCapabilities {
  const adaptive = { supported: thinking === 'adaptive' };
  return {
    batch: no,
    citations: no,
    code_execution: no,
    context_management: { supported: false, clear_thinking_20251015: no, clear_tool_uses_20250919: no, compact_20260112: no },
    effort: { supported: adaptive.supported, low: adaptive, medium: adaptive, high: adaptive, xhigh: no, max: no },
    image_input: yes,
    pdf_input: no,
    server_tools: { supported: false, code_execution: no, web_search: no },
    structured_outputs: no,
    thinking: {
      supported: thinking !== 'none',
      types: { adaptive, between_tools: no, disabled: yes, enabled: { supported: thinking === 'budget' } },
    },
  };
}

function model(id: string, name: string, thinking: RehearsalModel['thinking'], created: string): RehearsalModel {
  return {
    id,
    thinking,
    info: {
      id,
      type: 'model',
      display_name: name,
      created_at: created,
      capabilities: capabilities(thinking),
      deprecated_at: null,
      lifecycle: 'active',
      line: null,
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      retires_at: null,
    },
  };
}

/** Newest first, as the Models API lists them. */
export const models: readonly RehearsalModel[] = [
  model('rehearsal-1', 'Rehearsal 1 (adaptive thinking; a stand-in, not a model)', 'adaptive', '2026-06-01T00:00:00Z'),
  model('rehearsal-0', 'Rehearsal 0 (thinking with a budget; a stand-in, not a model)', 'budget', '2025-06-01T00:00:00Z'),
  model('rehearsal-plain', 'Rehearsal Plain (no thinking; a stand-in, not a model)', 'none', '2024-06-01T00:00:00Z'),
];

export const findModel = (id: string): RehearsalModel | undefined => models.find((one) => one.id === id);
