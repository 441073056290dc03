import type { TerminalOut } from '../host-agent/terminal-view.ts';
import { type AppError, asAppError } from '../world/errors.ts';

/** The one place where this program writes to its standard streams, next to the terminal view. */
export interface Output {
  readonly json: boolean;
  /** Where the live view of an episode goes: this terminal, or nowhere with --json. */
  readonly progress: TerminalOut;
  /** A line for a person; nothing with --json. */
  say(line: string): void;
  /** The result: one JSON object with --json, `text` otherwise. */
  result(object: unknown, text: string): void;
  /** Something a person should know that is no result; always on standard error. */
  warn(line: string): void;
}

export function openOutput(json: boolean): Output {
  return {
    json,
    progress: json ? { write: () => true } : process.stdout,
    say: (line) => {
      if (!json) process.stdout.write(`${line}\n`);
    },
    result: (object, text) => {
      process.stdout.write(`${json ? JSON.stringify(object) : text}\n`);
    },
    warn: (line) => {
      process.stderr.write(`${line}\n`);
    },
  };
}

/** The exit code of a failure: 2 for what the operator must change, 130 for an interruption, 1 for the rest. */
export function exitCodeOf(error: AppError): number {
  if (error.code === 'cancelled') return 130;
  return error.mender === 'operator' ? 2 : 1;
}

/** One clear line with what to do; no stack trace unless TAPWRIGHT_DEBUG asks for it. */
export function explain(error: unknown): { readonly line: string; readonly code: number; readonly appError: AppError } {
  const appError = asAppError(error);
  return { line: `tapwright: ${appError.message}. ${appError.hint}`.replace(/\.\. /, '. '), code: exitCodeOf(appError), appError };
}
