import type { TreeNode } from './accessibility-tree.ts';
import { samePlace } from './areas.ts';
import type { Bounds } from './geometry.ts';
import { masked } from './masking.ts';
import type { Page, PageElement } from './page.ts';
import type { Item } from './page-outline.ts';

/** What an element is matched with the previous observation by. */
export interface Candidate {
  readonly identity: string;
  readonly role: string;
  readonly label: string;
  readonly bounds: Bounds;
  readonly inRow: boolean;
  readonly id: string;
}

interface Known {
  readonly element: PageElement;
  taken: boolean;
}

/**
 * Gives each candidate its ref (rule W6): the one its element had on the previous page of the same screen, or the next
 * number. Without such a page every ref is new, so that a ref of an earlier page never names something on this one.
 */
export function giveRefs(
  candidates: readonly Candidate[],
  previous: Page | null,
  sameScreen: boolean,
): { refs: string[]; nextRef: number } {
  const refs = new Array<string>(candidates.length).fill('');
  let nextRef = previous?.nextRef ?? 1;
  if (previous !== null && sameScreen) matchRefs(candidates, previous, refs);
  for (let i = 0; i < refs.length; i++) if (refs[i] === '') refs[i] = `e${nextRef++}`;
  return { refs, nextRef };
}

function matchRefs(candidates: readonly Candidate[], previous: Page, refs: string[]): void {
  const known = previous.elements.map((element): Known => ({ element, taken: false }));
  const match = (i: number, one: Known): void => {
    refs[i] = one.element.ref;
    one.taken = true;
  };
  let stayed = 0;
  let moved = 0;
  const exact = groupBy(known, (one) => one.element.identity);
  for (const [key, places] of groupBy([...candidates.keys()], (i) => candidates[i]?.identity ?? '')) {
    const found = exact.get(key);
    if (found === undefined) continue;
    for (const [i, one] of pairUp(places, found, candidates)) {
      match(i, one);
      if (samePlace(one.element.bounds, (candidates[i] as Candidate).bounds)) stayed++;
      else moved++;
    }
  }
  const still = stayed >= moved;
  pairUnique(candidates, known, refs, match, (one) => (one.id === '' || one.inRow ? null : `${one.role}\n${one.id}`));
  if (!still) return;
  const place = (b: Bounds): string => b.map((n) => Math.round(n / 4)).join();
  pairUnique(candidates, known, refs, match, (one) => `${one.role}\n${masked(one.label)}\n${place(one.bounds)}`);
  pairUnique(candidates, known, refs, match, (one) =>
    one.inRow || one.role === 'text' ? null : `${one.role}\n${one.id}\n${place(one.bounds)}`,
  );
}

/** Equal identities: one on each side are the same; several are the same where they stayed in place, or in order when none came or went. */
function pairUp(places: readonly number[], known: readonly Known[], candidates: readonly Candidate[]): [number, Known][] {
  if (places.length === known.length) return places.map((i, k) => [i, known[k] as Known]);
  const pairs: [number, Known][] = [];
  for (const i of places) {
    const there = known.find((one) => !one.taken && samePlace(one.element.bounds, (candidates[i] as Candidate).bounds));
    if (there === undefined) continue;
    there.taken = true;
    pairs.push([i, there]);
  }
  return pairs;
}

function pairUnique(
  candidates: readonly Candidate[],
  known: readonly Known[],
  refs: readonly string[],
  match: (i: number, one: Known) => void,
  key: (one: Candidate) => string | null,
): void {
  const free = [...candidates.keys()].filter((i) => refs[i] === '');
  if (free.length === 0) return;
  const mine = groupBy(free, (i) => key(candidates[i] as Candidate));
  const theirs = groupBy(
    known.filter((one) => !one.taken),
    (one) => key(asCandidate(one.element)),
  );
  for (const [name, [i, ...others]] of mine) {
    const [one, ...more] = theirs.get(name) ?? [];
    if (i !== undefined && one !== undefined && others.length === 0 && more.length === 0) match(i, one);
  }
}

export const candidateOf = (item: Item, identity: string, nodes: readonly TreeNode[]): Candidate => ({
  identity,
  role: item.kind === 'text' ? 'text' : item.role,
  label: item.label,
  id: nodes[item.node]?.id ?? '',
  inRow: item.row >= 0,
  bounds: item.bounds,
});

function asCandidate(element: PageElement): Candidate {
  const [role, id, label, row] = JSON.parse(element.identity) as [string, string, string, number];
  return { identity: element.identity, role, label, id, inRow: row === 1, bounds: element.bounds };
}

function groupBy<T, K extends string | null>(values: readonly T[], key: (value: T) => K): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const name = key(value);
    if (name === null) continue;
    const list = groups.get(name);
    if (list === undefined) groups.set(name, [value]);
    else list.push(value);
  }
  return groups;
}
