import { existsSync } from 'node:fs';
import { listEpisodes, readJournal } from '../../host-agent/journal/file-journal.ts';
import { stopPhone } from '../../simulator/phone/launch.ts';
import { AppError } from '../../world/errors.ts';
import type { Settings } from '../config.ts';
import { openHome } from '../home.ts';
import type { Output } from '../output.ts';
import { stopSwitch } from '../stop-file.ts';
import { findEpisode } from './show.ts';

/** Episodes begun longer ago than this are not looked through for one that has not ended. */
const recent = 50;

/** Presses the stop switch of an episode, or of all that have not ended; without an id a simulated phone left behind ends as well. */
export async function stop(asked: string | null, settings: Settings, output: Output): Promise<number> {
  const home = openHome(settings.home);
  // A host that died before its first event left nothing that could be stopped.
  const isOpen = async (id: string): Promise<boolean> => {
    const events = await readJournal(home.journals, id);
    return events.length > 0 && !events.some(({ event }) => event.type === 'episode.ended');
  };
  const wanted = asked === null ? (await listEpisodes(home.journals)).slice(0, recent) : [await findEpisode(asked, home)];
  const stopped: string[] = [];
  for (const id of wanted) {
    if (await isOpen(id)) {
      stopSwitch(home, id).press();
      stopped.push(id);
    } else if (asked !== null) throw new AppError('episode_ended', `the episode ${id} has ended already`);
  }
  const phone = asked === null && stopped.length === 0 && existsSync(home.phoneFile);
  if (phone) await stopPhone(home.phoneFile);
  const text =
    stopped.length > 0
      ? `Stopping before the next action: ${stopped.join(', ')}`
      : phone
        ? 'The simulated phone that was left running is stopped.'
        : 'Nothing is running in this home.';
  output.result({ stopped, phone_stopped: phone }, text);
  return 0;
}
