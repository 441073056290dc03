import type { Settings } from '../config.ts';
import { openHome } from '../home.ts';
import type { Output } from '../output.ts';
import { withCloud } from '../stack.ts';

/** Lists the episodes the cloud of this home holds, newest first. */
export async function episodes(settings: Settings, output: Output): Promise<number> {
  const { episodes: rows } = await withCloud(settings, openHome(settings.home), async (cloud) => ({
    episodes: await cloud.listEpisodes(AbortSignal.timeout(15_000)),
  }));
  const text = rows.map((row) => {
    const when = new Date(row.started_at).toISOString().slice(0, 16).replace('T', ' ');
    return `${row.episode_id}  ${when}  ${(row.outcome ?? 'running').padEnd(8)}  ${String(row.steps).padStart(3)} steps  ${row.device}  ${row.goal}`;
  });
  output.result({ episodes: rows }, text.length === 0 ? 'No episodes yet. `tapwright demo` makes the first.' : text.join('\n'));
  return 0;
}
