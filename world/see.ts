import { appName, isSystemApp } from './app-name.ts';
import { markCovered } from './covering.ts';
import { candidateOf, giveRefs } from './element-refs.ts';
import type { Bounds } from './geometry.ts';
import { locatorMaker } from './locators.ts';
import type { Observation } from './observation.ts';
import type { Page, PageElement } from './page.ts';
import { writeBody } from './page-body.ts';
import { fingerprintOf, identityOf, sameScreen } from './page-identity.ts';
import { nameItems } from './page-labels.ts';
import { namePage } from './page-name.ts';
import { type Item, type Outline, outlinePage } from './page-outline.ts';
import { bounded } from './text-line.ts';

/**
 * Makes the page of an observation. Elements that were on the previous page keep their refs; new ones get the next
 * numbers (`previous.nextRef`), so give the episode's last page even when another one could not be read since.
 */
export function see(previous: Page | null, observation: Observation): Page {
  const { tree, size } = observation;
  const window: Bounds = [0, 0, size.width, size.height];
  const outline = outlinePage(tree, window);
  const items = nameItems(outline, tree.nodes, window);
  markCovered(items, outline, tree.nodes, window, observation.keyboard === 'shown' && observation.platform === 'android');

  const app = tree.app ?? observation.focusedApp;
  const name = namePage(tree, outline, items, window, app, previous);
  const stale = isOtherApp(tree.app, observation.focusedApp);
  const fingerprint = stale ? `stale ${observation.focusedApp}` : fingerprintOf(app, name, tree.nodes, outline, items);
  const screen = { app: stale ? observation.focusedApp : app, dialog: name.dialog, fingerprint, elements: items };

  const identities = items.map((item) => identityOf(item, tree.nodes[item.node]));
  const candidates = items.map((item, i) => candidateOf(item, identities[i] ?? '', tree.nodes));
  const { refs, nextRef } = giveRefs(candidates, previous, previous !== null && sameScreen(previous, screen));
  hideOnceSecret(items, refs, previous);
  keepFieldNames(items, refs, previous);

  const locators = locatorMaker(tree);
  const elements = items.map((item, i) =>
    elementOf(item, refs[i] ?? '', identities[i] ?? '', item.kind === 'text' ? noLocators : locators(item.node)),
  );
  return {
    platform: observation.platform,
    name: stale ? `${appName(observation.focusedApp, null)} › not read yet` : name.name,
    app: screen.app,
    fingerprint,
    size,
    rotation: observation.rotation,
    scale: observation.scale,
    keyboard:
      observation.keyboard === 'unknown' && outline.groups.some((group) => group.kind === 'keyboard') ? 'shown' : observation.keyboard,
    elements,
    body: writeBody(items, refs, outline),
    leftOut: [...leftOutWords(outline), ...elsewhere(observation, outline)],
    notes: notesOf(observation, elements, name.dialog, stale),
    dialog: name.dialog,
    poor: items.filter((item) => item.label !== '').length < 2,
    loading: outline.loading,
    nextRef,
  };
}

const noLocators: PageElement['locators'] = [];

function elementOf(item: Item, ref: string, identity: string, locators: PageElement['locators']): PageElement {
  return {
    ref,
    role: item.role,
    label: item.label,
    ...(item.value === '' ? {} : { value: item.value }),
    states: item.states,
    bounds: item.bounds,
    ...(item.covered === null ? {} : { covered: item.covered }),
    actionable: item.kind !== 'text',
    takes: item.takes,
    locators,
    identity,
    ...(item.secret ? { secret: true } : {}),
  };
}

/** A field that was secret stays so while it persists, though "show password" makes it an ordinary one (rule W8). */
function hideOnceSecret(items: readonly Item[], refs: readonly string[], previous: Page | null): void {
  const secrets = new Set(previous?.elements.filter((one) => one.secret).map((one) => one.ref));
  if (secrets.size === 0) return;
  for (const [i, item] of items.entries()) {
    if (item.role !== 'field' || item.secret || !secrets.has(refs[i] ?? '')) continue;
    item.secret = true;
    if (item.value !== '') item.states.push(`password(${[...item.value].length})`);
    item.value = '';
  }
}

/** A field whose hint was its only name keeps that name when something is typed into it. */
function keepFieldNames(items: readonly Item[], refs: readonly string[], previous: Page | null): void {
  if (previous === null) return;
  const names = new Map(previous.elements.filter((one) => one.role === 'field' && one.label !== '').map((one) => [one.ref, one.label]));
  for (const [i, item] of items.entries()) {
    if (item.role === 'field' && (item.label === '' || item.namedById)) item.label = names.get(refs[i] ?? '') ?? item.label;
  }
}

const isOtherApp = (shown: string | null, focused: string | null): boolean =>
  shown !== null && focused !== null && shown !== focused && !isSystemApp(shown) && !isSystemApp(focused);

function leftOutWords(outline: Outline): string[] {
  const words: string[] = [];
  for (const [node, count] of outline.lists) {
    const name = outline.items.find((item) => item.node === node)?.label ?? '';
    const of = name === '' ? 'a list' : JSON.stringify(name);
    if (count.above > 0) words.push(`${count.above} rows of ${of} ${count.sideways ? 'to the left' : 'above'}`);
    if (count.cut > 0) words.push(`${count.cut} rows of ${of} on the screen`);
    if (count.below > 0) words.push(`${count.below} rows of ${of} ${count.sideways ? 'to the right' : 'below'}`);
  }
  return words;
}

/** What could be touched but does not stand on the screen, outside of lists, whose rows are counted for themselves. */
function elsewhere({ tree, size }: Observation, outline: Outline): string[] {
  const { nodes } = tree;
  const lists = [...outline.lists.keys()].map((node) => [node, nodes[node]?.end ?? 0] as const);
  let off = 0;
  let nowhere = 0;
  for (const [i, { clickable, shown, bounds }] of nodes.entries()) {
    if (!clickable || !shown || lists.some(([from, end]) => i > from && i < end)) continue;
    if (bounds === null) nowhere++;
    else if (
      bounds[2] > bounds[0] &&
      bounds[3] > bounds[1] &&
      (bounds[2] <= 0 || bounds[3] <= 0 || bounds[0] >= size.width || bounds[1] >= size.height)
    )
      off++;
  }
  const counted = (count: number, where: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'element' : 'elements'} ${where}`];
  return [...counted(off, 'off the screen'), ...counted(nowhere, 'without a place')];
}

function notesOf(observation: Observation, elements: readonly PageElement[], dialog: string | null, stale: boolean): string[] {
  const { tree } = observation;
  const notes = [...tree.notes];
  if (stale) notes.push(`stale: the system says ${observation.focusedApp} is in front, this page is of ${tree.app}; look again`);
  if (dialog !== null && tree.app !== null && isSystemApp(tree.app))
    notes.push(
      systemDialogNote(
        tree.app,
        tree.nodes.some((node) => node.id.startsWith('android:id/aerr_')),
      ),
    );
  const covered = new Map<string, string[]>();
  for (const element of elements)
    if (element.covered !== undefined) covered.set(element.covered, [...(covered.get(element.covered) ?? []), element.ref]);
  for (const [what, refs] of covered) {
    const shown = refs.length > 8 ? `${refs.slice(0, 8).join(', ')} and ${refs.length - 8} more` : refs.join(', ');
    notes.push(`covered by ${what}: ${shown}`);
  }
  return notes.map((note) => bounded(note));
}

function systemDialogNote(app: string, notResponding: boolean): string {
  if (notResponding) return 'the system says that an app is not responding';
  return /permissioncontroller|packageinstaller/.test(app)
    ? 'a permission dialog of the system is in front'
    : 'a dialog of the system is in front';
}
