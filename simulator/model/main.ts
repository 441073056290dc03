import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { formOf } from './anthropic/refuse.ts';
import { isMode } from './mode.ts';
import { makeServer } from './server.ts';

/**
 * The rehearsal model as a process: `main.ts [--port 0] [--key K] [--latency-ms N] [--mode plan]`.
 * Prints one line `{"url","key","pid"}` when it answers, and ends when its standard input closes: it never outlives who started it.
 */
function start(): void {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      key: { type: 'string' },
      'latency-ms': { type: 'string', default: '0' },
      mode: { type: 'string', default: 'plan' },
    },
  });
  const { mode } = values;
  if (!isMode(mode)) throw new Error(`--mode is ${JSON.stringify(mode)}, which the rehearsal model does not know`);
  const key = values.key ?? `rehearsal-${randomBytes(16).toString('hex')}`;
  const server = makeServer({ key, mode, latencyMs: Number(values['latency-ms']) });
  formOf();
  server.listen(Number(values.port), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key, pid: process.pid })}\n`);
  });
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0));
  process.stdin.resume();
}

start();
