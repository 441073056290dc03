import { z } from 'zod';
import { WriteTodos } from '../../world/plan.ts';
import type { ToolOffer } from '../llm/tool-calling-client.ts';
import { deviceTools, lookingTools } from './device-tools.ts';
import { Metadata, metadataDescriptions, metadataNames } from './metadata.ts';

export const Finish = z.strictObject({ outcome: z.enum(['achieved', 'failed']), result: z.string().max(2_000).optional() });
export const AskUser = z.strictObject({ question: z.string().trim().min(1).max(500) });

export interface OfferOptions {
  /** Seed 000's switch `enableAgentPlannerV0`: off means no `write_todos`. */
  readonly agentPlanner: boolean;
  /** Only what changes nothing. */
  readonly readOnly?: boolean;
}

/** The tools of an episode in their fixed order: the list never changes while it runs, so that the prompt's prefix stays. */
export function toolOffers({ agentPlanner, readOnly = false }: OfferOptions): ToolOffer[] {
  const device = deviceTools.filter(({ name }) => !readOnly || lookingTools.has(name));
  return [
    ...device.map(({ name, description, args }) => ({ name, description, parameters: withMetadata(jsonSchema(args)) })),
    ...(agentPlanner
      ? [
          {
            name: 'write_todos',
            description: 'Write the whole plan anew: the steps to the goal and how far each is. Changes nothing on the device.',
            parameters: jsonSchema(WriteTodos),
          },
        ]
      : []),
    {
      name: 'finish',
      description:
        'End the task: `achieved` when the page shows that the goal is reached, `failed` when it cannot be. `result` answers a question the goal asked, or says what stood in the way.',
      parameters: jsonSchema(Finish),
    },
    { name: 'ask_user', description: 'Ask the person for something only they know.', parameters: jsonSchema(AskUser) },
  ];
}

type JsonSchema = Record<string, unknown> & { properties: Record<string, unknown>; required?: string[] };

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { additionalProperties: false, properties: {}, ...rest } as JsonSchema;
}

function withMetadata(args: JsonSchema): JsonSchema {
  const metadata = jsonSchema(Metadata);
  const described = metadataNames.map((name) => [
    name,
    { ...(metadata.properties[name] as object), description: metadataDescriptions[name] },
  ]);
  return {
    ...args,
    properties: { ...args.properties, ...Object.fromEntries(described) },
    required: [...(args.required ?? []), 'purpose', 'expected_outcome'],
  };
}
