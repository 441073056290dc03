import { proof } from './home-files.ts';

/** Lets two programs of one home compare a setting without either telling its value; null when it is not set. */
export function settingProof(value: string | undefined, name: string, key: string): string | null {
  return value === undefined || value === '' ? null : proof(key, `${name}=${value}`);
}
