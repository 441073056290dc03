import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from '../host-agent/log.ts';
import type { Home } from './home.ts';

/** The host's remarks, one JSON object a line in the home's logs. */
export function fileLog(home: Home): Log {
  const stream = createWriteStream(join(home.logs, 'host.log'), { flags: 'a', mode: 0o600 });
  stream.on('error', () => undefined); // a full disk stops the journal, which says so; the log need not
  const logger = pino({ base: { pid: process.pid } }, stream);
  return (event, fields) => logger.info({ ...fields }, event);
}
