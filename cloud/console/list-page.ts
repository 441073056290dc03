import type { EpisodeSummary } from '../contract/wire.ts';
import { html } from './html.ts';
import { duration, moment, pageFrame } from './page-frame.ts';

/** All episodes, the newest first. */
export function listPage(episodes: readonly EpisodeSummary[]): string {
  const rows = episodes.map((episode) => {
    const { outcome } = episode;
    const badge = outcome === null ? 'run' : outcome === 'achieved' ? 'good' : outcome === 'failed' ? 'bad' : 'warn';
    const took = episode.ended_at === null ? '' : duration(episode.ended_at - episode.started_at);
    return html`<tr>
<td><a href="/console/episodes/${episode.episode_id}">${episode.goal}</a></td>
<td><span class="badge ${badge}">${outcome ?? 'running, or cut off'}</span></td>
<td>${episode.verified_by === null || episode.verified_by === 'model' ? 'not verified' : `by ${episode.verified_by}`}</td>
<td>${episode.steps}</td><td>${took}</td><td>${episode.device}</td><td>${moment(episode.started_at)}</td>
</tr>`;
  });
  const table = html`<div class="scroll" role="region" aria-label="Episodes" tabindex="0"><table>
<thead><tr><th scope="col">Goal</th><th scope="col">Outcome</th><th scope="col">Verified</th><th scope="col">Steps</th><th scope="col">Took</th><th scope="col">Device</th><th scope="col">Started</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return pageFrame(
    'Episodes',
    html`<section class="head"><h1>Episodes</h1>${episodes.length === 0 ? html`<p class="summary">Nothing has run here yet.</p>` : ''}</section>${episodes.length === 0 ? '' : table}`,
  );
}
