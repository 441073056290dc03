export interface InstalledApp {
  readonly id: string;
  /** What stands under its icon, where the device says. */
  readonly name: string | null;
}

/** Finds the id of an app that a person named; null when there is no such app, or not exactly one. */
export type AppResolver = (wanted: string, installed: readonly InstalledApp[]) => string | null;

/** By id, by the visible name, and where the device gives no names, by the last word of the id (`com.android.settings`). */
export const resolveApp: AppResolver = (wanted, installed) => {
  const name = plainName(wanted);
  const ways: readonly ((app: InstalledApp) => boolean)[] = [
    (app) => app.id === wanted.trim(),
    (app) => app.name !== null && plainName(app.name) === name,
    (app) => app.name === null && app.id.split('.').some((word, i, words) => i === words.length - 1 && plainName(word) === name),
    (app) =>
      app.name === null &&
      app.id
        .split('.')
        .slice(1)
        .some((word) => plainName(word) === name),
  ];
  for (const way of ways) {
    const [first, second] = installed.filter(way);
    if (first !== undefined) return second === undefined ? first.id : null;
  }
  return null;
};

/** A name without what people and systems write differently. */
export function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase('und')
    .replace(/[\s_-]+/g, '');
}
