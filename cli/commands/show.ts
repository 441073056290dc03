import { listEpisodes } from '../../host-agent/journal/file-journal.ts';
import { AppError } from '../../world/errors.ts';
import type { Settings } from '../config.ts';
import { type Home, openHome } from '../home.ts';
import type { Output } from '../output.ts';
import { withCloud } from '../stack.ts';

const lookWithinMs = 15_000;

/** Shows one episode as the cloud of this home holds it. */
export async function show(asked: string, settings: Settings, output: Output): Promise<number> {
  const home = openHome(settings.home);
  const record = await withCloud(settings, home, async (cloud) => {
    const signal = AbortSignal.timeout(lookWithinMs);
    const id = await findEpisode(asked, home, async () => (await cloud.listEpisodes(signal)).map((row) => row.episode_id));
    return await cloud.getEpisode(id, signal);
  });
  const { episode, decisions } = record;
  const text = [
    `${episode.goal}`,
    `  episode ${episode.episode_id} on ${episode.device}, ${episode.outcome ?? 'running'} (${episode.end_reason ?? '-'}), ${episode.steps} steps, ${record.events.length} events`,
    '',
    ...decisions.flatMap((row) => [
      `${String(row.step).padStart(3)}  ${row.page}`,
      ...(row.rationale === null ? [] : [`     rationale  ${row.rationale}`]),
      `     call       ${row.tool_name} ${JSON.stringify(row.args)}`,
      ...(row.purpose === null ? [] : [`     purpose    ${row.purpose}`]),
      ...(row.expected_outcome === null ? [] : [`     expected   ${row.expected_outcome}`]),
      ...(row.effect === null
        ? []
        : [
            `     effect     ${row.effect}, ${row.success === true ? 'success' : 'no success'}${row.note === null ? '' : ` (${row.note})`}`,
          ]),
      '',
    ]),
  ];
  output.result(record, text.map((line) => line.replace(/\p{Cc}/gu, ' ')).join('\n'));
  return 0;
}

/** The whole id that begins with `asked`. Throws `episode_unknown` when none or several do. */
export async function findEpisode(asked: string, home: Home, others: () => Promise<readonly string[]> = async () => []): Promise<string> {
  if (!/^[0-9a-f-]{4,36}$/i.test(asked))
    throw new AppError('episode_unknown', `${JSON.stringify(asked)} is no episode id; give one, or at least its first four characters`);
  const local = await listEpisodes(home.journals);
  const all = [...new Set([...local, ...(await others())])];
  const found = all.filter((id) => id.startsWith(asked.toLowerCase()));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new AppError(
    'episode_unknown',
    found.length === 0 ? `no episode begins with ${asked}` : `${found.length} episodes begin with ${asked}; give more of it`,
  );
}
