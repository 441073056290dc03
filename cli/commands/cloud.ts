import { startCloud } from '../../cloud/start-cloud.ts';
import { AppError } from '../../world/errors.ts';
import type { Settings } from '../config.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Output } from '../output.ts';
import { modelsAndRehearsal } from '../rehearsal.ts';

const shortestKey = 20;

/** Runs the cloud service on a Postgres of one's own, in the foreground until it is told to stop. */
export async function cloud(
  { host, port }: { readonly host: string; readonly port: number },
  settings: Settings,
  output: Output,
): Promise<number> {
  const { databaseUrl, databaseAdminUrl, env } = settings;
  const key = env.TAPWRIGHT_CLOUD_KEY ?? '';
  if (databaseUrl === null) throw new AppError('setting_invalid', 'DATABASE_URL is not set; give the address of a Postgres database');
  if (key.length < shortestKey)
    throw new AppError(
      'setting_invalid',
      `TAPWRIGHT_CLOUD_KEY has ${key.length} characters; give at least ${shortestKey} that nobody can guess`,
    );
  const interrupt = onInterrupt(output.warn);
  try {
    const service = await startCloud({
      databaseUrl,
      adminUrl: databaseAdminUrl ?? databaseUrl,
      host,
      port,
      homeKey: key,
      clientFor: modelsAndRehearsal(env),
      signal: interrupt.signal,
      secrets: [key, env.ANTHROPIC_API_KEY ?? '', env.OPENAI_API_KEY ?? ''].filter((value) => value !== ''),
      report: (error) => output.warn(`tapwright: ${error.code}: ${error.message}`),
    });
    output.say(`The cloud listens on ${service.url}`);
    await new Promise<void>((resolve) => {
      if (interrupt.signal.aborted) resolve();
      else interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await service.close();
    return 0;
  } finally {
    interrupt.dispose();
  }
}
