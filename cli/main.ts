import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { readSettings } from './config.ts';
import { explain, openOutput } from './output.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * Runs the program with these arguments and resolves with its exit code: 0 achieved, 1 not achieved, 2 usage or settings, 130 interrupted.
 * Commands load what they need when they are called, so that `--help` is quick.
 */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command('tapwright')
    .description('Runs tasks on phones: says what it means to do, does it through Appium, checks it from the page, keeps every decision.')
    .version(version)
    .showHelpAfterError('(add --help for what this command takes)')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text.startsWith('error:') ? `tapwright: ${text.slice(7)}` : text) });

  const wantsJson = args.includes('--json');
  const run = (action: () => Promise<number>) => async (): Promise<void> => {
    exitCode = await action();
  };

  const limits = (command: Command): Command =>
    command
      .option('--max-steps <n>', 'stop after so many steps', wholeNumber('--max-steps', 1))
      .option('--max-cost <usd>', 'stop when the model has cost so much', positive('--max-cost'))
      .option('--max-minutes <n>', 'stop after so many minutes', positive('--max-minutes'))
      .option('--json', 'print one JSON object at the end');

  limits(
    program
      .command('demo')
      .description('does a task on a simulated phone with a rehearsal model; needs nothing but this package')
      .argument('[goal...]', 'what to do, in words', [])
      .option('--keep', 'leave everything running until Ctrl-C, to look at the console')
      .option('--seed <n>', 'seed of the simulated phone', wholeNumber('--seed'), 1),
  ).action(async (words: string[], options) => {
    await run(async () =>
      (await import('./commands/demo.ts')).demo(
        { ...options, goal: words.length === 0 ? null : words.join(' ') },
        readSettings(),
        openOutput(wantsJson),
      ),
    )();
  });

  limits(
    program
      .command('run')
      .description('does a task on a device')
      .argument('<goal...>', 'what to do, in words')
      .option('--device <id>', '`sim`, or the serial or UDID of a phone (see `tapwright devices`)', 'sim')
      .option('--planner <name>', 'anthropic, cloud or rehearsal; left out: anthropic when its key is set, else rehearsal on `sim`')
      .option('--model <name>', 'the model to ask')
      .option('--seed <n>', 'seed of the simulated phone', wholeNumber('--seed'), 1),
  ).action(async (words: string[], options) => {
    await run(async () =>
      (await import('./commands/run.ts')).run({ ...options, goal: words.join(' ') }, readSettings(), openOutput(wantsJson)),
    )();
  });

  program
    .command('resume')
    .description('goes on with an episode whose host was killed')
    .argument('<episode>', 'its id, or the beginning of it')
    .option('--json', 'print one JSON object at the end')
    .action(async (episode: string) => {
      await run(async () => (await import('./commands/resume.ts')).resume(episode, readSettings(), openOutput(wantsJson)))();
    });

  program
    .command('stop')
    .description('stops an episode before its next action; without an id, whatever runs in this home')
    .argument('[episode]', 'its id, or the beginning of it')
    .option('--json', 'print one JSON object at the end')
    .action(async (episode: string | undefined) => {
      await run(async () => (await import('./commands/stop.ts')).stop(episode ?? null, readSettings(), openOutput(wantsJson)))();
    });

  program
    .command('episodes')
    .description('lists the episodes of this home, newest first')
    .option('--json', 'print one JSON object at the end')
    .action(run(async () => (await import('./commands/episodes.ts')).episodes(readSettings(), openOutput(wantsJson))));

  program
    .command('show')
    .description('shows an episode: its events, and its decision rows as Postgres holds them')
    .argument('<episode>', 'its id, or the beginning of it')
    .option('--json', 'print one JSON object at the end')
    .action(async (episode: string) => {
      await run(async () => (await import('./commands/show.ts')).show(episode, readSettings(), openOutput(wantsJson)))();
    });

  program
    .command('devices')
    .description('lists the devices that can be used')
    .option('--json', 'print one JSON object at the end')
    .action(run(async () => (await import('./commands/devices.ts')).devices(readSettings(), openOutput(wantsJson))));

  program
    .command('doctor')
    .description('checks what this program needs, each line with its remedy')
    .option('--json', 'print one JSON object at the end')
    .action(run(async () => (await import('./commands/doctor.ts')).doctor(readSettings(), openOutput(wantsJson))));

  program
    .command('console')
    .description('opens the console of this home until Ctrl-C')
    .option('--json', 'print one JSON object at the end')
    .action(run(async () => (await import('./commands/console.ts')).openConsole(readSettings(), openOutput(wantsJson))));

  program
    .command('cloud')
    .description('runs the cloud service in the foreground (DATABASE_URL, DATABASE_ADMIN_URL, TAPWRIGHT_CLOUD_KEY)')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <n>', 'the port to listen on', wholeNumber('--port'), 8420)
    .action(async (options: { host: string; port: number }) => {
      await run(async () => (await import('./commands/cloud.ts')).cloud(options, readSettings(), openOutput(wantsJson)))();
    });

  const { registerPage } = await import('./commands/page.ts');
  const { registerDiff } = await import('./commands/diff.ts');
  registerPage(program);
  registerDiff(program);

  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { line, code, appError } = explain(error);
    if (wantsJson)
      process.stdout.write(`${JSON.stringify({ error: { code: appError.code, message: appError.message, hint: appError.hint } })}\n`);
    process.stderr.write(`${line}\n`);
    if (process.env.TAPWRIGHT_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    return code;
  }
}

function wholeNumber(name: string, least = 0): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
      throw new InvalidArgumentError(`${name} is ${JSON.stringify(text)}; give a whole number of at least ${least}.`);
    }
    return Number(text);
  };
}

function positive(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(Number.isFinite(value) && value > 0))
      throw new InvalidArgumentError(`${name} is ${JSON.stringify(text)}; give a number above 0.`);
    return value;
  };
}
