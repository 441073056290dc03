/** A JSON text in which words from the screen cannot look like the prompt's own tags: `<` is written as its escape (rule S1). */
export const screenSafe = (json: string): string => json.replaceAll('<', '\\u003c');

/** The text without the marker's suffix, however it was nested, so that nothing in it can close the block it stands in (rule S1). */
export function withoutToken(text: string, token: string): string {
  let left = text;
  while (left.includes(token)) left = left.replaceAll(token, '');
  return left;
}
