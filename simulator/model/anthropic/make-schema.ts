import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/**
 * The schema of POST /v1/messages from the installed SDK's own types, and the file that keeps it.
 * Run as `tsx simulator/model/anthropic/make-schema.ts` after the SDK was changed; a test says when it is due.
 */
export const schemaFile = fileURLToPath(new URL('./messages-request.schema.json', import.meta.url));

export function makeSchema(): string {
  const generator = createGenerator({
    path: fileURLToPath(new URL('./request-type.ts', import.meta.url)),
    tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
    type: 'MessagesRequest',
    skipTypeCheck: true,
    jsDoc: 'none',
    additionalProperties: false,
    sortProps: true,
  });
  return `${JSON.stringify(generator.createSchema('MessagesRequest'), null, 1)}\n`;
}

export const keptSchema = (): string => readFileSync(schemaFile, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(schemaFile, makeSchema());
