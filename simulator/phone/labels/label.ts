import type { PhoneState } from '../phone-state.ts';
import { en, type LabelKey } from './en.ts';
import { pt } from './pt.ts';
import { reseeded } from './reseed.ts';

type Table = Readonly<Record<LabelKey, string>>;

/** Languages the phone itself speaks; any other system language leaves the words in English. */
const tables: Readonly<Record<string, Table>> = { en, pt };

const made = new Map<string, Table>();

function tableFor(locale: string, seed: number): Table {
  const language = locale.split('-')[0] ?? 'en';
  const plain = tables[language] ?? en;
  if (seed === 0) return plain;
  const name = `${seed}/${tables[language] === undefined ? 'en' : language}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const table = reseeded(plain, seed, language);
  made.set(name, table);
  return table;
}

/** The words for `key` in the phone's language, with `{name}` filled in. */
export function label(phone: Pick<PhoneState, 'locale' | 'labels'>, key: LabelKey, values: Readonly<Record<string, string>> = {}): string {
  return tableFor(phone.locale, phone.labels)[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
