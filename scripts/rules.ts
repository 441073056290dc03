const mention = /\b[PAOMWDCKS]\d{1,2}\b/g;

/** The ids that `docs/rules.md` defines: at the start of a point, or at the start of a sentence in a line of several. */
export function definedRules(document: string): Set<string> {
  const ids = new Set<string>();
  for (const line of document.split('\n')) {
    if (!line.startsWith('- ')) continue;
    for (const [, id] of line.matchAll(/(?:^- |[.:] )([PAOMWDCKS]\d{1,2}) /g)) if (id !== undefined) ids.add(id);
  }
  return ids;
}

/** The ids named by tests, each with the titles that name it; ranges ("P39–P46") count by their ends. */
export function namedRules(test: string): string[] {
  const titles = [...test.matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)];
  return titles.flatMap(([, , title]) => title?.match(mention) ?? []);
}
