import { readTree } from './check-documents.ts';
import { definedRules, namedRules } from './rules.ts';

const tree = readTree(new URL('..', import.meta.url).pathname);
const named = new Set([...tree].filter(([file]) => file.endsWith('.test.ts')).flatMap(([, text]) => namedRules(text)));
const missing = [...definedRules(tree.get('docs/rules.md') ?? '')].filter((id) => !named.has(id));
process.stdout.write(`${missing.length} rules that no test names: ${missing.join(' ')}\n`);
