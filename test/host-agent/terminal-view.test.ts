import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutTo, printable } from '../../host-agent/printable.ts';
import { createTerminalView } from '../../host-agent/terminal-view.ts';
import type { EpisodeEvent } from '../../world/episode-event.ts';
import { runThrough } from './run-through.ts';

const ended: EpisodeEvent = {
  type: 'episode.ended',
  reason: 'out_of_steps',
  outcome: 'failed',
  result: null,
  summary: 'The limit of steps was reached. Done: tap "Settings" app. Without success: tap "Wi-Fi" switch.',
};

function shown(options: { isTTY: boolean; colour?: boolean; columns?: number }, more: readonly EpisodeEvent[] = [ended]): string[] {
  const written: string[] = [];
  const view = createTerminalView({
    out: { isTTY: options.isTTY, columns: options.columns ?? 100, write: (text: string) => written.push(text) },
    colour: options.colour ?? true,
    window: 3,
  });
  for (const envelope of runThrough(more)) view.show(envelope);
  view.close();
  view.close();
  return written;
}

test('P47 away from a terminal every line comes once, plain, with its tag', () => {
  const text = shown({ isTTY: false }).join('');
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').filter((line) => line.startsWith('['))).toHaveLength(13);
  expect(text).toContain(
    '[Reflect] Settings is open.\n[Plan]    I tap the switch.\n[Act]     tap "Wi-Fi" switch — turn it off\n[Obs]     failed: the switch is covered\n',
  );
});

test('P47 on a terminal a window rolls while it runs, and everything is there when it is done', () => {
  const written = shown({ isTTY: true, colour: false });
  const running = written.slice(0, -1);
  for (const frame of running) expect(stripVTControlCharacters(frame).split('\n').length).toBeLessThanOrEqual(5);
  expect(running.at(-1)).toContain('step 2 of at most 60 · 15.0 s · Settings · → Open Settings');
  const last = written.at(-1) ?? '';
  expect(last).toContain('Goal: Turn off Wi-Fi\n[Obs]     page "Home"\n');
  expect(last.split('\n').filter((line) => line.startsWith('['))).toHaveLength(13);
});

test('colours come on a terminal only, and not when they are not wanted', () => {
  const colour = '\u001b[36m';
  expect(shown({ isTTY: true }).join('')).toContain(colour);
  expect(shown({ isTTY: true, colour: false }).join('')).not.toContain(colour);
  expect(shown({ isTTY: false }).join('')).not.toContain(colour);
});

test('P35 the end says what was done and what was not, from recorded facts', () => {
  const text = shown({ isTTY: false }).join('');
  expect(text).toContain(
    'Not achieved\nThe limit of steps was reached. Done: tap "Settings" app. Without success: tap "Wi-Fi" switch.\n2 actions in 15.0 s',
  );
  const cut = shown({ isTTY: false }, []).join('');
  expect(cut).toContain('Not ended: the episode can be resumed.\nDone: tap "Settings" app.\n');
});

test('text from a screen cannot move the cursor, whatever it holds', () => {
  const evil = 'a\u001b[2J\u001b]0;title\u0007b\r\nc\u009b31md\u202ee\u0000f\u001b';
  expect(printable(evil)).toBe('ab cdef');
  const written = shown({ isTTY: false }, [
    { type: 'plan.doubted', because: evil },
    { ...ended, type: 'episode.ended', summary: evil, result: evil },
  ]).join('');
  expect(written.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('a line never runs over the edge of the terminal, with wide characters too', () => {
  expect(cutTo('hello', 5)).toBe('hello');
  expect(cutTo('hello!', 5)).toBe('hell…');
  expect(cutTo('日本語', 5)).toBe('日本…');
  expect(cutTo('日本語', 6)).toBe('日本語');
  expect(cutTo('👩‍👩‍👧ok', 4)).toBe('👩‍👩‍👧ok');
  const [, frame] = shown({ isTTY: true, colour: false, columns: 30 });
  for (const line of (frame ?? '').split('\n')) expect([...stripVTControlCharacters(line).replace('\r', '')].length).toBeLessThan(30);
});

test('a terminal that went away does not end the episode', () => {
  const view = createTerminalView({
    out: {
      write: () => {
        throw new Error('EPIPE');
      },
    },
    colour: false,
  });
  for (const envelope of runThrough([ended])) view.show(envelope);
  view.close();
});
