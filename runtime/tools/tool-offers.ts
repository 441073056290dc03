import type { ToolOffer } from '../llm/tool-calling-client.ts';
import { askUser, finish, writeTodos } from './control-tools.ts';
import { deviceTools } from './device-tools.ts';
import { jsonSchemaOf } from './tool-schema.ts';

export interface OfferOptions {
  /** Seed 000's switch `enableAgentPlannerV0`: off means no `write_todos` (rule P28). */
  readonly agentPlanner: boolean;
  /** Only what changes nothing. */
  readonly readOnly?: boolean;
}

/** The tools of an episode in their fixed order: the list never changes while it runs, so that the prompt's prefix stays. */
export function toolOffers({ agentPlanner, readOnly = false }: OfferOptions): ToolOffer[] {
  return all().flatMap(({ offer, changesDevice }) => {
    const left = (offer.name === writeTodos.name && !agentPlanner) || (readOnly && changesDevice);
    return left ? [] : [offer];
  });
}

interface Tool {
  readonly offer: ToolOffer;
  readonly changesDevice: boolean;
}

let projected: readonly Tool[] | null = null;

/** Every tool there is; its schema is projected once. */
function all(): readonly Tool[] {
  projected ??= [...deviceTools, writeTodos, finish, askUser].map((tool) => ({
    offer: { name: tool.name, description: tool.description, parameters: jsonSchemaOf(tool.schema) },
    changesDevice: 'readOnly' in tool && !tool.readOnly,
  }));
  return projected;
}
