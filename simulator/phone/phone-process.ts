import { setTimeout as sleep } from 'node:timers/promises';
import { screen } from './android/metrics.ts';
import { activeWindow, focusedField, windowsOf } from './android/windows.ts';
import { appByPackage } from './apps/registry.ts';
import { factsOf } from './facts.ts';
import { firstDay, type PhoneOptions } from './first-day.ts';
import { centre } from './geometry.ts';
import { type Finger, recognise } from './gesture.ts';
import { BadSelector } from './locate/bad-selector.ts';
import { find, within } from './locate/find.ts';
import { type Located, locatedTree } from './locate/located.ts';
import { happen, type Input, inputMs, type Outcome, tick } from './machine.ts';
import type { PhoneState } from './phone-state.ts';
import type {
  ElementFacts,
  ErrorAnswer,
  Faults,
  FaultsRequest,
  FindRequest,
  InputRequest,
  PhoneFacts,
  ResetRequest,
  TouchRecord,
} from './protocol.ts';
import { picture } from './render/picture.ts';
import { uia2Source } from './render/uia2-xml.ts';
import type { UiNode } from './ui-node.ts';

/** What the phone refuses, with the code that goes over the wire. */
export class Refused extends Error {
  readonly code: ErrorAnswer['error'];
  constructor(code: ErrorAnswer['error'], message: string) {
    super(message);
    this.code = code;
  }
}

const noFaults: Faults = { latencyMs: 0, hangNext: null, nextSources: [], nextTap: null, nextText: null };

/** A page source as it arrives when something went wrong on the way. */
function spoiled(source: string, fault: Exclude<Faults['nextSources'][number], 'home'>): string {
  switch (fault) {
    case 'empty':
      return '';
    case 'truncated':
      return source.slice(0, Math.floor(source.length * 0.6));
    case 'error_text':
      return 'Failed to Dump Window Hierarchy';
    case 'no_content':
      return source.replace(/(<hierarchy[^>]*>).*(<\/hierarchy>)/s, '$1$2');
    case 'two_documents':
      return `${source}\n${source}`;
  }
}

/** Milliseconds of the phone's clock that a look at it takes. */
const lookMs = 100;

/** The one thing in the process that changes: which phone it is now, what happened to it, what goes wrong with it. */
export class PhoneProcess {
  private phone: PhoneState;
  private readonly log: TouchRecord[] = [];
  private faults: Faults = noFaults;
  private options: PhoneOptions;
  /** The driver session that may use the phone; a new one ends the one before. */
  private ticket: string | null = null;

  constructor(options: PhoneOptions) {
    this.options = options;
    this.phone = firstDay(options);
  }

  /** A new driver session; whoever held the phone before is refused from now on. */
  openSession(ticket: string): void {
    this.ticket = ticket;
  }

  closeSession(ticket: string): void {
    if (this.ticket === ticket) this.ticket = null;
  }

  requireSession(ticket: string | undefined): void {
    if (ticket !== undefined && ticket !== this.ticket) throw new Refused('session_superseded', 'another session uses this phone now');
  }

  async source(signal: AbortSignal): Promise<string> {
    await this.look(signal);
    const [fault, ...nextSources] = this.faults.nextSources;
    this.faults = { ...this.faults, nextSources };
    const home = fault === 'home' ? happen(this.phone, { kind: 'key', key: 'home' }).phone : this.phone;
    const source = uia2Source(activeWindow(windowsOf(home)), { width: screen.width, height: screen.height, rotation: 0 });
    return fault === undefined || fault === 'home' ? source : spoiled(source, fault);
  }

  async screenshot(signal: AbortSignal): Promise<Buffer> {
    await this.look(signal);
    return await picture(this.phone, windowsOf(this.phone));
  }

  current(): { package: string; activity: string; keyboard: boolean } {
    const windows = windowsOf(this.phone);
    const { package: name, activity } = activeWindow(windows);
    return { package: name, activity, keyboard: windows.some(({ kind }) => kind === 'keyboard') };
  }

  find({ using, value, within: outerUid }: FindRequest): ElementFacts[] {
    const all = this.tree();
    const outer = outerUid === undefined ? null : this.located(outerUid);
    try {
      const below =
        outer === null ? all : all.filter((located) => within(located, all.find(({ node }) => node.uid === outerUid) ?? located));
      return find(below, using, value).map(factsOfElement);
    } catch (error) {
      if (error instanceof BadSelector) throw new Refused('invalid_selector', error.message);
      throw error;
    }
  }

  element(uid: string): ElementFacts {
    return factsOfElement(this.located(uid));
  }

  /** The element that has the cursor, if one has. */
  focused(): ElementFacts | null {
    const field = focusedField(windowsOf(this.phone));
    return field === undefined ? null : this.element(field.uid);
  }

  /** Lets something happen to the phone, and writes it into the log before anything is answered. */
  async input(request: InputRequest, signal: AbortSignal): Promise<TouchRecord> {
    const hang = this.faults.hangNext;
    const touches = request.kind === 'gesture' || request.kind === 'tap_element';
    if (touches && hang !== null) this.faults = { ...this.faults, hangNext: null };
    if (this.faults.latencyMs > 0) await sleep(this.faults.latencyMs, undefined, { signal });
    if (touches && hang === 'before') await forEver(signal);
    const record = this.landWithFaults(request);
    if (touches && hang === 'after') await forEver(signal);
    return record;
  }

  state(): PhoneFacts {
    return factsOf(this.phone, this.log.length);
  }

  touches(since: number): readonly TouchRecord[] {
    return this.log.filter(({ n }) => n > since);
  }

  /** A phone fresh from the box, with what is asked for changed. The log goes on. */
  reset(request: ResetRequest): void {
    const { seed, labels, locale } = { ...this.options, ...defined(request) };
    this.options = { seed, labels, locale };
    this.phone = firstDay({ ...this.options, ...(request.settings === undefined ? {} : { settings: request.settings }) });
    this.faults = noFaults;
  }

  tick(ms: number): void {
    this.phone = tick(ms)(this.phone);
  }

  disturb({ now, ...request }: FaultsRequest): Faults {
    this.faults = { ...this.faults, ...defined(request) };
    const app = this.phone.foreground;
    if (now === 'session_death') this.ticket = null;
    if (now === 'crash') this.phone = happen(this.phone, { kind: 'terminate', app }).phone;
    if (now === 'not_responding') this.phone = happen(this.phone, { kind: 'not_responding', app }).phone;
    return this.faults;
  }

  clipboard(): string {
    return this.phone.clipboard;
  }

  private async look(signal: AbortSignal): Promise<void> {
    if (this.faults.latencyMs > 0) await sleep(this.faults.latencyMs, undefined, { signal });
    this.tick(lookMs);
  }

  private tree(): Located[] {
    return locatedTree(activeWindow(windowsOf(this.phone)).root);
  }

  private located(uid: string): Located {
    const located = this.tree().find(({ node }) => node.uid === uid);
    if (located === undefined)
      throw new Refused(
        'stale_element',
        'The previously found element is not present in the current view anymore (stale element reference)',
      );
    return located;
  }

  private landWithFaults(request: InputRequest): TouchRecord {
    const { nextTap, nextText } = this.faults;
    const types = request.kind === 'text' || request.kind === 'set_text';
    if (types && nextText !== null && request.text !== '') {
      this.faults = { ...this.faults, nextText: null };
      return this.land({ ...request, text: [...request.text].slice(0, -1).join('') }, nextText);
    }
    if (nextTap === null || (request.kind !== 'gesture' && request.kind !== 'tap_element')) return this.land(request);
    this.faults = { ...this.faults, nextTap: null };
    const record = this.land(request, nextTap);
    // The second touch lands where the first did, on whatever is there by now.
    if (nextTap === 'doubled' && record.from !== undefined)
      this.land({ kind: 'gesture', fingers: [[{ ...record.from, t: 0 }]] }, 'doubled');
    return record;
  }

  private land(request: InputRequest, fault?: TouchRecord['fault']): TouchRecord {
    const before = this.phone;
    const input = this.toInput(request);
    const { phone, hit }: Outcome = fault === 'lost' ? { phone: tick(inputMs)(before), hit: null } : happen(before, input);
    this.phone = phone;
    const gesture = input.kind === 'gesture' ? recognise(input.fingers) : null;
    const record: TouchRecord = {
      n: this.log.length + 1,
      at: before.now,
      kind: gesture?.kind ?? (request.kind === 'tap_element' || request.kind === 'gesture' ? 'tap' : request.kind),
      ...(gesture === null ? {} : gesture.kind === 'swipe' ? { from: gesture.from, to: gesture.to } : { from: gesture.at }),
      ...(input.kind === 'key' ? { key: input.key } : {}),
      ...('text' in input ? { text: input.text } : {}),
      ...('app' in input ? { app: input.app } : {}),
      hit,
      ...(fault === undefined ? {} : { fault }),
      changed: hasChanged(before, phone),
    };
    this.log.push(record);
    return record;
  }

  private toInput(request: InputRequest): Input {
    switch (request.kind) {
      case 'tap_element': {
        const { x, y } = centre(this.located(request.uid).node.bounds);
        const finger: Finger = [{ x, y, t: 0 }];
        return { kind: 'gesture', fingers: [finger] };
      }
      case 'set_text': {
        const { node } = this.located(request.uid);
        if (node.acts?.field === undefined || node.disabled === true)
          throw new Refused('invalid_element_state', `Cannot set the text of ${node.cls}: it takes none`);
        return request;
      }
      case 'launch':
      case 'terminate': {
        const app = appByPackage(request.package);
        if (app === undefined) throw new Refused('no_such_app', `The app ${request.package} is not installed`);
        return { kind: request.kind, app };
      }
      default:
        return request;
    }
  }
}

/** Whether two phones differ in anything but the time. */
function hasChanged(before: PhoneState, after: PhoneState): boolean {
  return JSON.stringify({ ...before, now: 0 }) !== JSON.stringify({ ...after, now: 0 });
}

const factsOfElement = ({ node, attributes }: Located): ElementFacts => ({
  uid: node.uid,
  attributes,
  bounds: node.bounds,
  editable: isEditable(node),
});
const isEditable = (node: UiNode): boolean => node.acts?.field !== undefined;

/** Ends only when the other side has gone. */
const forEver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const gone = (): void => reject(new Refused('internal', 'the caller has gone'));
    if (signal.aborted) gone();
    else signal.addEventListener('abort', gone, { once: true });
  });

/** Without the keys whose value is undefined. */
function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
