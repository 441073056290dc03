/** One thing a person wants, as far as the planner understands the language of goals. */
export type Part =
  | { readonly kind: 'toggle'; readonly thing: string; readonly on: boolean; readonly place: string | null }
  | { readonly kind: 'set'; readonly thing: string; readonly value: string; readonly place: string | null }
  | { readonly kind: 'open'; readonly thing: string; readonly place: string | null }
  | { readonly kind: 'search'; readonly query: string; readonly thing: string; readonly place: string | null }
  | { readonly kind: 'find'; readonly thing: string; readonly place: string | null };

export interface Goal {
  readonly parts: readonly Part[];
  /** What could not be read, in the person's words. */
  readonly unclear: readonly string[];
}

const polite =
  /^(?:please|kindly|hey|hi|ok|now|then|also|finally|can you|could you|would you|will you|i want(?: you)? to|i'd like(?: you)? to|i need(?: you)? to|help me(?: to)?|let's)[,\s]+/i;
const article = /^(?:the|a|an|my|your|this)\s+/i;
const verb =
  /^(?:turn|switch|enable|disable|activate|deactivate|set|change|adjust|choose|select|pick|open|launch|start|go|navigate|show|take|bring|visit|view|search|look|find|what|what's|which|how|tell|check|read|is|are|put|make)\b/i;

const unquote = (text: string): string => text.replace(/^["'“”‘’«»]+|["'“”‘’«»]+$/gu, '').trim();

function name(text: string): string {
  let rest = unquote(
    text
      .trim()
      .replace(/[.!?,;:]+$/u, '')
      .trim(),
  );
  while (article.test(rest)) rest = unquote(rest.replace(article, ''));
  return rest;
}

function cleaned(text: string): string {
  let rest = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/u, '');
  while (polite.test(rest)) rest = rest.replace(polite, '');
  return rest.replace(/,?\s+(?:please|for me|now)$/i, '').replace(/\s+on (?:my|the|this) (?:phone|device)$/i, '');
}

/** `X in Y`: where X is to be found. The whole stays the first reading, since a name may hold these words itself. */
function withPlace(text: string): { thing: string; place: string | null } {
  const found = /^(.+?)\s+(?:in|under|inside|within|from|via|on)\s+(?:the\s+)?(.+?)$/i.exec(text);
  if (found === null) return { thing: name(text), place: null };
  return { thing: name(text), place: name(found[2] ?? '') };
}

type Reading = (found: RegExpExecArray) => Part | null;

const toggle =
  (on: boolean, group: number): Reading =>
  (found) => ({ kind: 'toggle', on, ...withPlace(found[group] ?? '') });

const open: Reading = (found) => ({ kind: 'open', ...withPlace(found[1] ?? '') });
const find: Reading = (found) => ({ kind: 'find', ...withPlace((found[1] ?? '').replace(/\?+$/, '')) });

function search(query: string, place: string | null): Part {
  return { kind: 'search', query: name(query), thing: name(query), place: place === null ? null : name(place) };
}

/** Tried in order; the first that fits is the reading. */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [/^(?:turn|switch|put)\s+(on|off)\s+(.+)$/i, (f) => toggle((f[1] ?? '').toLowerCase() === 'on', 2)(f)],
  [/^(?:turn|switch|put|set)\s+(.+?)\s+(?:to\s+)?(on|off)$/i, (f) => toggle((f[2] ?? '').toLowerCase() === 'on', 1)(f)],
  [/^(?:enable|activate)\s+(.+)$/i, toggle(true, 1)],
  [/^(?:disable|deactivate)\s+(.+)$/i, toggle(false, 1)],
  [
    /^(?:make sure|ensure|check)(?: that)?\s+(.+?)\s+(?:is|are)\s+(?:turned\s+|switched\s+)?(on|off|enabled|disabled)$/i,
    (f) => toggle(/^(on|enabled)$/i.test(f[2] ?? ''), 1)(f),
  ],
  [
    /^(?:set|change|adjust|switch|put|make)\s+(.+?)\s+(?:to|as|into)\s+(.+)$/i,
    (f) => ({ kind: 'set', ...withPlace(f[1] ?? ''), value: name(f[2] ?? '') }),
  ],
  [
    /^(?:choose|select|pick|use)\s+(.+?)\s+(?:as|for)\s+(.+)$/i,
    (f) => ({ kind: 'set', ...withPlace(f[2] ?? ''), value: name(f[1] ?? '') }),
  ],
  [/^(?:search|look)\s+(?:for|up)\s+(.+?)\s+(?:in|on|inside|within)\s+(?:the\s+)?(.+)$/i, (f) => search(f[1] ?? '', f[2] ?? null)],
  [/^(?:search|look)\s+(?:for|up)\s+(.+)$/i, (f) => search(f[1] ?? '', null)],
  [/^search\s+(?:in\s+)?(.+?)\s+for\s+(.+)$/i, (f) => search(f[2] ?? '', f[1] ?? null)],
  [/^(?:open|launch|start|visit|view|go(?:\s+(?:in)?to)?|navigate\s+to|show(?:\s+me)?|take\s+me\s+to|bring\s+up)\s+(.+)$/i, open],
  [/^(?:is|are)\s+(.+?)\s+(?:turned\s+|switched\s+)?(?:on|off|enabled|disabled|active)\?*$/i, find],
  [
    /^how\s+(?:much|many)\s+(.+?)\s+(?:is|are|do i have|have i)\s*(used|left|free|available|)\?*$/i,
    (f) => ({ kind: 'find', thing: name(`${f[1] ?? ''} ${f[2] ?? ''}`), place: null }),
  ],
  [/^(?:what|which)(?:'s|\s+is|\s+are)\s+(.+)$/i, find],
  [/^(?:find out|tell me|check|read|look at|find|how much|how many)\s+(?:what\s+)?(?:is\s+)?(.+?)(?:\s+is)?$/i, find],
];

function readPart(text: string): Part | null {
  for (const [form, reading] of readings) {
    const found = form.exec(text);
    if (found !== null) return reading(found);
  }
  return null;
}

/** Cuts at "and" and "then" where a new verb follows; elsewhere the words may belong to a name. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  let from = 0;
  const joint = /\s*(?:[,;.]\s*)?\b(?:and\s+then|and|then)\b[,\s]+|\s*;\s+|\.\s+|,\s+/gi;
  for (let found = joint.exec(rest); found !== null; found = joint.exec(rest)) {
    const next = rest.slice(found.index + found[0].length).replace(polite, '');
    if (found.index <= from || !verb.test(next)) continue;
    parts.push(rest.slice(0, found.index));
    rest = next;
    joint.lastIndex = 0;
    from = 0;
  }
  return [...parts, rest].map(cleaned).filter((part) => part !== '');
}

/** `Wi-Fi and Bluetooth`, `Wi-Fi, Bluetooth and NFC` after one verb are several switches. */
function each(part: Part): Part[] {
  if (part.kind !== 'toggle') return [part];
  const names = part.thing
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map(name)
    .filter((one) => one !== '');
  return names.length < 2 ? [part] : names.map((thing) => ({ ...part, ...withPlace(thing) }));
}

/** Reads a goal. A goal in which nothing is understood has no parts and is wholly `unclear`. */
export function readGoal(text: string): Goal {
  const parts: Part[] = [];
  const unclear: string[] = [];
  for (const piece of splitParts(cleaned(text))) {
    const part = readPart(piece);
    if (part === null || part.thing === '') unclear.push(piece);
    else parts.push(...each(part));
  }
  return { parts, unclear };
}

/** What the thing may be called on a screen: as said, and without where it is to be found. */
export function namesOf(part: Part): readonly string[] {
  if (part.place === null) return [part.thing];
  const cut = part.thing.replace(
    new RegExp(`\\s+(?:in|under|inside|within|from|via|on)\\s+(?:the\\s+)?${part.place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i'),
    '',
  );
  return cut === part.thing ? [part.thing] : [part.thing, cut];
}

/** The part in the words of an instruction, at most 120 characters. */
export function describePart(part: Part): string {
  switch (part.kind) {
    case 'toggle':
      return `Turn ${part.on ? 'on' : 'off'} ${part.thing}`;
    case 'set':
      return `Set ${part.thing} to ${part.value}`;
    case 'open':
      return `Open ${part.thing}`;
    case 'search':
      return `Search for ${part.query}${part.place === null ? '' : ` in ${part.place}`}`;
    case 'find':
      return `Find ${part.thing}`;
  }
}
