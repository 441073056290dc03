import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * A schema as a provider takes it: closed, without `$schema`. A choice between flat objects becomes one object with all
 * their properties and what they all require: it promises less than the schema it is read with, at a third of the tokens.
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...projected } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const merged = mergedChoice(jsonSchema.oneOf ?? jsonSchema.anyOf);
      if (merged !== null) {
        delete jsonSchema.oneOf;
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, merged);
      }
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
  return projected;
}

function mergedChoice(options: readonly unknown[] | undefined): JsonSchema | null {
  if (options === undefined || !options.every(isFlatObject)) return null;
  const properties: Record<string, JsonSchema> = {};
  for (const option of options)
    for (const [name, property] of Object.entries(option.properties)) {
      const { const: value, ...rest } = property;
      const known: unknown = properties[name]?.enum;
      properties[name] = value === undefined ? property : { ...rest, enum: [...(Array.isArray(known) ? known : []), value] };
    }
  const required = Object.keys(properties).filter((name) => options.every((option) => option.required?.includes(name)));
  return { type: 'object', properties, required, additionalProperties: false };
}

interface FlatObject {
  readonly properties: Record<string, JsonSchema>;
  readonly required?: readonly string[];
}

function isFlatObject(option: unknown): option is FlatObject {
  return typeof option === 'object' && option !== null && 'properties' in option;
}
