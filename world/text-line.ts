/** The longest a text from the screen is shown; what is cut is marked. */
export const longestText = 300;

/** Characters that could hide or reorder what a person reads: overrides, tag characters, invisible operators, unusual selectors. */
const hiding = /[\u202d\u202e\u2061-\u2064\u206a-\u206f\ufff9-\ufffb]|\u{e0001}|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;
const plain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

const visible = (character: string): string => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/**
 * A text of the screen as one line: white space collapsed, control characters dropped, hiding characters made visible
 * as `‹U+202E›`. Marks that ordinary text needs (joiners, isolates, direction marks) stay.
 */
export function oneLine(text: string): string {
  if (text === '' || plain.test(text)) return text;
  return wellFormed(text)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(hiding, visible)
    .trim();
}

/** What a field holds, on one line: every blank counts, so none is collapsed or cut off. */
export function heldText(text: string): string {
  if (text === '' || plain.test(text)) return text;
  return wellFormed(text)
    .replace(/\s/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(hiding, visible);
}

/** The text, or its beginning with a mark: never longer than `limit`, never cut inside a character. */
export function bounded(text: string, limit = longestText): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const last = cut.charCodeAt(cut.length - 1);
  return `${last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut}…`;
}

/** A text of the screen for a sentence of ours: one bounded line as a JSON string (rule S1). */
export const quoted = (text: string, limit = 80): string => JSON.stringify(bounded(oneLine(text), limit));

/** Lone surrogate halves become U+FFFD. */
export function wellFormed(text: string): string {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
