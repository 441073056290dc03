const longest = 280;

/** The model's sentence before the call, else its `reflection` argument, else null; one line, at most 280 characters (rule P41). */
export function rationaleOf(textOutput: string | null, reflection: string | null): string | null {
  for (const said of [textOutput, reflection]) {
    const line = said?.replace(/\s+/gu, ' ').trim() ?? '';
    if (line !== '')
      return line.length <= longest
        ? line
        : `${[...line].reduce((kept, char) => (kept.length + char.length < longest ? kept + char : kept), '')}…`;
  }
  return null;
}
