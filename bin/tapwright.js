#!/usr/bin/env node
// Registers tsx (the package ships TypeScript; see docs/adr/0001-run-typescript-through-tsx.md) and hands over to cli/main.ts.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../cli/main.ts');
process.exitCode = await main(process.argv.slice(2));
