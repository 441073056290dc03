// A host in small: appends as fast as it can and says each seq once it is durable. Killed from outside.
import { systemClock } from '../../../host-agent/clock.ts';
import { createJournal, openJournal } from '../../../host-agent/journal/file-journal.ts';
import type { AppError } from '../../../world/errors.ts';

const [dir = '', episodeId = '', how = 'create'] = process.argv.slice(2);
const journal = await (how === 'create' ? createJournal : openJournal)(dir, episodeId, { clock: systemClock });
process.stdout.write(`open ${journal.envelopes.length}\n`);
for (let i = 0; ; i++) {
  try {
    await journal.append({ type: 'plan.doubted', because: `${i} ${'x'.repeat(i % 700)} \u{1f600}` });
  } catch (error) {
    const again = await journal.append({ type: 'plan.doubted', because: 'again' }).catch((thrown: unknown) => thrown);
    process.stdout.write(`failed ${(error as AppError).code} ${(again as AppError).code}\n`);
    process.exit(0);
  }
  process.stdout.write(`${journal.envelopes.length}\n`);
}
