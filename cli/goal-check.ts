import { z } from 'zod';

const Setting = z.object({
  label: z.string(),
  value: z.union([z.boolean(), z.string(), z.number()]),
  /** As the screen words it. */
  display: z.string(),
  path: z.array(z.string()),
  max: z.number().optional(),
  options: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() })).optional(),
});

/** What the simulated phone says of itself, as far as a check needs it. */
export const PhoneFacts = z.object({
  settings: z.record(z.string(), Setting),
  foreground: z.object({ app: z.string(), label: z.string() }),
  page: z.object({ title: z.string() }),
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

/**
 * Judges the checks against the phone's own state. `passed` is null when a label names nothing the phone knows: then the state says
 * nothing either way. `before` is the state at the start, by whose labels a goal names things even when the language changed since.
 */
export function judgeGoal(
  checks: readonly GoalCheck[],
  facts: PhoneFacts,
  before: PhoneFacts = facts,
): { readonly passed: boolean | null; readonly detail: string } {
  const judged = checks.map((check) => judgeCheck(check, facts, before));
  const detail = judged.map((each) => each.detail).join('; ');
  if (judged.some((each) => each.passed === false)) return { passed: false, detail };
  return { passed: judged.some((each) => each.passed === null) ? null : true, detail };
}

function judgeCheck(check: GoalCheck, facts: PhoneFacts, before: PhoneFacts): { passed: boolean | null; detail: string } {
  if (check.kind === 'open') {
    const { app, label } = facts.foreground;
    const { title } = facts.page;
    return {
      passed: same(check.label, title) || same(check.label, label),
      detail: `in front: ${label} (${app}), page ${JSON.stringify(title)}`,
    };
  }
  const key = keyOf(check.label, before) ?? keyOf(check.label, facts);
  const setting = key === null ? undefined : facts.settings[key];
  if (setting === undefined) return { passed: null, detail: `the phone has no setting called ${JSON.stringify(check.label)}` };
  const detail = `${key} is ${JSON.stringify(setting.display)}`;
  if (check.kind === 'switch') return { passed: typeof setting.value === 'boolean' ? setting.value === check.on : null, detail };
  return { passed: valuesOf(setting).some((value) => same(check.value, value)), detail };
}

/** The setting a goal means: by its label, its key, or the page it stands on, in this order. */
function keyOf(label: string, { settings }: PhoneFacts): string | null {
  const entries = Object.entries(settings);
  const found =
    entries.find(([, setting]) => same(label, setting.label)) ??
    entries.find(([key]) => same(label, key)) ??
    entries.find(([, { path }]) => same(label, path.at(-1) ?? ''));
  return found?.[0] ?? null;
}

/** The ways to write the value a setting has. */
function valuesOf({ value, display, max, options }: z.infer<typeof Setting>): string[] {
  const chosen = options?.find((option) => option.value === value)?.label;
  const share = typeof value === 'number' && max !== undefined ? [`${Math.round((value / max) * 100)}%`] : [];
  return [String(value), display, ...(chosen === undefined ? [] : [chosen]), ...share];
}

/** Equal but for case, accents, spacing and punctuation. */
function same(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%]+/gu, '');
  return plain(a) === plain(b);
}
