import { asAppError } from '../world/errors.ts';
import type { ClientFor } from './api/services.ts';
import { type Environment, processEnvironment, readCloudSettings } from './config.ts';
import { runHomeServer } from './home-server.ts';
import type { HomeServerMessage } from './join-home-server.ts';

/**
 * The background process of a home, started by `joinHomeServer`, which it tells how the start went. Its output is the home's
 * log. Resolves when the server has stopped.
 */
export async function serveHome(clientsOf: (env: Environment) => ClientFor): Promise<void> {
  const env = processEnvironment();
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  const starterGone = new AbortController();
  process.once('disconnect', () => starterGone.abort());
  if (!process.connected) starterGone.abort();
  try {
    const settings = readCloudSettings(env);
    const home = env.TAPWRIGHT_HOME ?? '';
    await runHomeServer({
      home,
      settings,
      clientFor: clientsOf(settings.env),
      starterGone: starterGone.signal,
      signal: stop.signal,
      report,
    });
  } catch (error) {
    const { code, message, stack } = asAppError(error);
    if (code === 'cancelled') return;
    report(code === 'internal' ? (stack ?? message) : `${code}: ${message}`);
    tell({ kind: 'failed', code, message });
    process.exitCode = 1;
  } finally {
    if (process.connected) process.disconnect();
  }
}

function tell(message: HomeServerMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function report(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
