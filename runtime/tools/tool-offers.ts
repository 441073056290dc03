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
  const device = deviceTools.filter((tool) => !readOnly || tool.readOnly);
  return [...device, ...(agentPlanner ? [writeTodos] : []), finish, askUser].map(
    ({ name, description, schema }): ToolOffer => ({ name, description, parameters: jsonSchemaOf(schema) }),
  );
}
