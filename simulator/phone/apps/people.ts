import { hash, randomFrom, shuffled } from '../random.ts';

/** Somebody the phone knows. */
export interface Person {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  readonly email: string;
  readonly favorite: boolean;
}

const firsts = [
  'Ana',
  'Bruno',
  'Chloe',
  'Daniel',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Maya',
  'Noah',
  'Olga',
  'Pedro',
  'Rosa',
  'Samir',
  'Tara',
  'Viktor',
];
const lasts = [
  'Almeida',
  'Berg',
  'Costa',
  'Dupont',
  'Evans',
  'Ferrari',
  'Garcia',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalski',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Rossi',
  'Silva',
  'Turner',
  'Weber',
];

/** The people a phone of this seed knows on its first day. */
export function peopleOf(seed: number): readonly Person[] {
  const random = randomFrom(seed ^ hash('people'));
  const [names, families] = [shuffled(firsts, random), shuffled(lasts, random)];
  return names.slice(0, 14).map((first, i) => {
    const last = families[i] ?? 'Berg';
    return {
      id: `p${i + 1}`,
      first,
      last,
      phone: `+1 555-01${String(Math.floor(random() * 90) + 10)}`,
      email: `${first}.${last}@example.com`.toLowerCase(),
      favorite: i === 0,
    };
  });
}

export const fullName = ({ first, last }: Pick<Person, 'first' | 'last'>): string => `${first} ${last}`.trim();
