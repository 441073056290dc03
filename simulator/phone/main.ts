import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { PhoneProcess } from './phone-process.ts';
import { phoneServer } from './server.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    labels: { type: 'string', default: '0' },
    locale: { type: 'string', default: 'en' },
    port: { type: 'string', default: '0' },
    'idle-exit-ms': { type: 'string', default: String(30 * 60_000) },
  },
});

function whole(name: keyof typeof values): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  process.stderr.write(`--${name} is ${JSON.stringify(values[name])}; give a whole number of at least 0\n`);
  process.exit(2);
}

const token = randomBytes(24).toString('base64url');
const idleMs = whole('idle-exit-ms');
const phone = new PhoneProcess({ seed: whole('seed'), labels: whole('labels'), locale: values.locale });

const leave = (): void => process.exit(0);
let idle = setTimeout(leave, idleMs);
const heard = (): void => {
  clearTimeout(idle);
  idle = setTimeout(leave, idleMs);
};

// The answer to the request that stops the phone goes out first.
const server = phoneServer(phone, token, { heard, stop: () => void setTimeout(leave, 50) });
server.on('error', (error) => {
  process.stderr.write(`the simulated phone cannot listen: ${error.message}\n`);
  process.exit(1);
});
server.listen(whole('port'), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, token, pid: process.pid })}\n`);
});
// Whoever started it may be gone; its closed pipe must not end the phone.
process.stdout.on('error', () => undefined);
process.on('SIGHUP', () => undefined);
