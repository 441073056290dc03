import { z } from 'zod';

/** What the simulated phone says of itself, as far as a check needs it. */
export const PhoneFacts = z.object({
  settings: z.record(
    z.string(),
    z.object({ label: z.string(), value: z.union([z.boolean(), z.string(), z.number()]), options: z.array(z.string()).optional() }),
  ),
  foreground: z.object({ app: z.string(), label: z.string(), page: z.string() }),
});
export type PhoneFacts = z.infer<typeof PhoneFacts>;

export type GoalCheck =
  | { readonly kind: 'switch'; readonly label: string; readonly on: boolean }
  | { readonly kind: 'value'; readonly label: string; readonly value: string }
  | { readonly kind: 'open'; readonly label: string };

const joint = /\s*(?:,\s*)?\b(?:and then|then|and)\b\s+(?=(?:turn|switch|set|open|enable|disable|activate|deactivate|change|choose|go)\b)/i;

/**
 * Reads a goal as a check of the phone's state, without any model: `turn on X`, `set X to Y`, `open X`, joined by "and" or "then".
 * Null when a part of it is not of these families; then nothing but the model's word stands behind the outcome.
 */
export function readGoal(goal: string): readonly GoalCheck[] | null {
  const checks = goal
    .trim()
    .replace(/[.!]+$/, '')
    .split(joint)
    .map(readClause);
  return checks.every((check) => check !== null) ? checks : null;
}

function readClause(clause: string): GoalCheck | null {
  const on =
    /^(?:please\s+)?(?:turn|switch)\s+(on|off)\s+(?:the\s+)?(.+)$/i.exec(clause) ??
    swapped(/^(?:please\s+)?(?:turn|switch)\s+(?:the\s+)?(.+?)\s+(on|off)$/i.exec(clause));
  if (on?.[1] !== undefined && on[2] !== undefined) return { kind: 'switch', label: on[2], on: on[1].toLowerCase() === 'on' };
  const able = /^(?:please\s+)?(enable|activate|disable|deactivate)\s+(?:the\s+)?(.+)$/i.exec(clause);
  if (able?.[1] !== undefined && able[2] !== undefined) return { kind: 'switch', label: able[2], on: /^(enable|activate)$/i.test(able[1]) };
  const set = /^(?:please\s+)?(?:set|change|switch)\s+(?:the\s+)?(.+?)\s+to\s+(.+)$/i.exec(clause);
  if (set?.[1] !== undefined && set[2] !== undefined) return { kind: 'value', label: set[1], value: unquote(set[2]) };
  const open = /^(?:please\s+)?(?:open|go\s+to)\s+(?:the\s+)?(.+?)(?:\s+(?:page|screen|app))?$/i.exec(clause);
  if (open?.[1] !== undefined) return { kind: 'open', label: open[1] };
  return null;
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match === null ? null : [match[0], match[2], match[1]];
}

function unquote(text: string): string {
  return text.replace(/^["'“‘](.*)["'”’]$/u, '$1');
}

/** Judges the checks against the phone's own state. `passed` is null when a label names nothing the phone knows: then the state says nothing either way. */
export function judgeGoal(checks: readonly GoalCheck[], facts: PhoneFacts): { readonly passed: boolean | null; readonly detail: string } {
  const judged = checks.map((check) => judgeCheck(check, facts));
  const detail = judged.map((each) => each.detail).join('; ');
  if (judged.some((each) => each.passed === false)) return { passed: false, detail };
  return { passed: judged.some((each) => each.passed === null) ? null : true, detail };
}

function judgeCheck(check: GoalCheck, facts: PhoneFacts): { passed: boolean | null; detail: string } {
  if (check.kind === 'open') {
    const { app, label, page } = facts.foreground;
    return {
      passed: same(check.label, page) || same(check.label, label),
      detail: `in front: ${label} (${app}), page ${JSON.stringify(page)}`,
    };
  }
  const found = Object.entries(facts.settings).find(
    ([key, setting]) => same(check.label, setting.label) || same(check.label, key.replaceAll('_', ' ')),
  );
  if (found === undefined) return { passed: null, detail: `the phone has no setting called ${JSON.stringify(check.label)}` };
  const [key, setting] = found;
  const wanted = check.kind === 'switch' ? check.on : check.value;
  const passed = typeof wanted === 'boolean' ? setting.value === wanted : same(wanted, String(setting.value));
  return { passed, detail: `${key} is ${JSON.stringify(setting.value)}` };
}

/** Equal but for case, accents, spacing and punctuation. */
function same(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return plain(a) === plain(b);
}
