import { writeFileSync } from 'node:fs';
import { renderErrorTable } from './error-table.ts';

writeFileSync(new URL('../docs/errors.md', import.meta.url), renderErrorTable());
