import { errorCodes, type Mender } from '../world/errors.ts';

const menders: Record<Mender, { readonly title: string; readonly what: string }> = {
  model: { title: 'The model can mend it', what: 'Told to the model as the result of its call; the episode goes on.' },
  host: { title: 'The host', what: 'The attempt ends and the task can go on elsewhere.' },
  waiting: { title: 'Waiting', what: 'Tried again for a bounded time, or kept on disk until it works.' },
  operator: { title: 'The operator', what: 'A setting or an argument; said at the start, exit code 2.' },
  bug: { title: 'A bug', what: 'The program stops; the journal survives.' },
};

/** `docs/errors.md` as it has to be: every code of `world/errors.ts` with its hint, by who can mend it. */
export function renderErrorTable(): string {
  const sections = (Object.keys(menders) as Mender[]).map((mender) => {
    const rows = Object.entries(errorCodes)
      .filter(([, entry]) => entry.mender === mender)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([code, { hint }]) => `| \`${code}\` | ${hint.replaceAll('|', '\\|')} |`);
    const { title, what } = menders[mender];
    return `## ${title}\n\n${what}\n\n| code | what to do |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return [
    '# Errors',
    '',
    'Every failure a person or the model may meet. The message says what was found and what is wanted; the code stands beside it in the',
    '`--json` result, in the events, and in the problem+json answers of the cloud. Made from `world/errors.ts` by `npm run docs`.',
    '',
    sections.join('\n'),
  ].join('\n');
}
