import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One part of `npm run check`: `find` resolves with what is wrong, empty when nothing is, and with what was looked at. */
interface Part {
  readonly name: string;
  readonly find: () => Promise<{ readonly problems: string; readonly looked: string }>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = (name: string) => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));

const parts: readonly Part[] = [
  {
    name: 'types',
    find: () =>
      program(tool('typescript/bin/tsc'), ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tapwright.tsbuildinfo']),
  },
  {
    name: 'format, lint',
    find: () => program(tool('@biomejs/biome/bin/biome'), ['check', '--diagnostic-level=warn', '--max-diagnostics=200', '--colors=off']),
  },
  { name: 'promises', find: () => program(tool('oxlint/bin/oxlint'), ['--type-aware', '--deny-warnings', '--format=unix']) },
  { name: 'dead code', find: () => program(tool('knip/bin/knip.js'), ['--no-progress']) },
  { name: 'architecture', find: architecture },
  { name: 'documents', find: documents },
];

async function architecture() {
  const { surveyImports, fewestModules } = await import('./check-architecture.ts');
  const { modules, violations } = await surveyImports(root);
  const empty = Object.entries(fewestModules)
    .filter(([folder, fewest]) => (modules[folder] ?? 0) < fewest)
    .map(
      ([folder, fewest]) =>
        `${folder}: only ${modules[folder] ?? 0} modules were looked at, at least ${fewest} are there; is TypeScript 6 installed?`,
    );
  const broken = violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule}`);
  const total = Object.values(modules).reduce((sum, count) => sum + count, 0);
  return { problems: [...empty, ...broken].join('\n'), looked: `${total} modules` };
}

async function documents() {
  const { documentDrift, readTree } = await import('./check-documents.ts');
  const tree = readTree(root);
  return { problems: documentDrift(tree).join('\n'), looked: `${tree.size} files` };
}

function program(file: string, args: readonly string[]): Promise<{ problems: string; looked: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = output.join('').trim();
      resolve({ problems: code === 0 ? '' : text || `ended with ${code}`, looked: '' });
    });
  });
}

/** Two at a time: that is how many cores the smallest machine has. */
async function main(): Promise<number> {
  const waiting = [...parts];
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const began = performance.now();
      const { problems, looked } = await part.find().catch((error: unknown) => ({ problems: String(error), looked: '' }));
      if (problems !== '') failed++;
      const seconds = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
      const line = `${problems === '' ? 'ok    ' : 'FAILED'} ${part.name.padEnd(13)} ${[looked, seconds].filter((text) => text !== '').join(', ')}`;
      process.stdout.write(problems === '' ? `${line}\n` : `${line}\n${problems.replace(/^/gm, '       ')}\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
