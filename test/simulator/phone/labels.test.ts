import { expect, test } from 'vitest';
import { factsOf } from '../../../simulator/phone/facts.ts';
import { firstDay } from '../../../simulator/phone/first-day.ts';
import { en, type LabelKey } from '../../../simulator/phone/labels/en.ts';
import { label } from '../../../simulator/phone/labels/label.ts';
import { sameMeaning } from '../../../simulator/phone/labels/reseed.ts';
import { Hand } from './hand.ts';

const keys = Object.keys(en) as LabelKey[];
/** Labels without a meaning that every phone shares. */
const own = keys.filter((key) => sameMeaning[key] === undefined);

test('another seed replaces every label, and leaves no two alike', () => {
  for (const labels of [1, 7, 4711]) {
    const words = own.map((key) => label({ locale: 'en', labels }, key));
    expect(own.filter((key, i) => words[i] === en[key])).toEqual([]);
    expect(new Set(words).size).toBe(own.length);
  }
});

test('replaced labels keep their placeholders', () => {
  for (const key of keys) {
    const placeholders = en[key].match(/\{\w+\}/g) ?? [];
    const words = label({ locale: 'en', labels: 5 }, key);
    for (const placeholder of placeholders) expect(words).toContain(placeholder);
  }
});

test('a reseeded phone is the same phone under other words', () => {
  const [plain, other] = [new Hand(), new Hand({ labels: 9 })];
  for (const hand of [plain, other]) hand.launch('settings').at(540, 330).at(540, 700);
  expect(other.phone.settings).toEqual(plain.phone.settings);
  expect(other.phone.settings.airplane_mode).toBe(true);
  expect(other.texts.some((text) => plain.texts.includes(text) && /airplane|network|internet/i.test(text))).toBe(false);
});

test('the state tells each setting’s label, value and the way to it, in the phone’s language', () => {
  const facts = factsOf(firstDay({ seed: 1, labels: 0, locale: 'pt' }), 0);
  expect(facts.settings.airplane_mode).toMatchObject({
    label: 'Modo avião',
    value: false,
    display: 'Desativado',
    path: ['Rede e internet'],
  });
  expect(facts.settings.wifi?.path).toEqual(['Rede e internet', 'Internet']);
  expect(facts.settings.language).toMatchObject({ value: 'pt', display: 'Português', path: ['Sistema', 'Idiomas e entrada'] });
  const unreachable = Object.entries(facts.settings).filter(([, { path }]) => path.length === 0);
  expect(unreachable).toEqual([]);
});
