import { backspace, enter } from './android/keyboard-window.ts';
import { navigationBar, screen as size, whole } from './android/metrics.ts';
import { activeWindow, focusedField, windowsOf } from './android/windows.ts';
import { goHome, withoutKeyboard } from './apps/app.ts';
import { appOf, launch, terminate } from './apps/registry.ts';
import { contains, height, type Point, width } from './geometry.ts';
import { type Finger, recognise } from './gesture.ts';
import { type Change, inOrder, type PhoneState, unchanged } from './phone-state.ts';
import { everyNode, type UiNode, type UiWindow } from './ui-node.ts';

export type Key = 'back' | 'home' | 'recents' | 'enter' | 'search' | 'delete' | 'tab' | 'volume_up' | 'volume_down' | 'power' | 'space';

/** Everything that can happen to the phone from outside. */
export type Input =
  | { readonly kind: 'gesture'; readonly fingers: readonly Finger[] }
  | { readonly kind: 'key'; readonly key: Key }
  /** Typed into the field that has the cursor. */
  | { readonly kind: 'text'; readonly text: string }
  /** Put into a field as a whole, or added to what is there. */
  | { readonly kind: 'set_text'; readonly uid: string; readonly text: string; readonly replace: boolean }
  | { readonly kind: 'launch' | 'terminate'; readonly app: string }
  /** The system finds that an app has stopped answering. */
  | { readonly kind: 'not_responding'; readonly app: string }
  | { readonly kind: 'hide_keyboard' }
  | { readonly kind: 'clipboard'; readonly text: string };

/** What a touch or a text landed on. */
export interface Hit {
  readonly window: string;
  readonly package: string;
  readonly uid: string;
  readonly class: string;
  readonly label: string;
  readonly id: string | null;
  /** False when the thing touched does nothing. */
  readonly acted: boolean;
}

export interface Outcome {
  readonly phone: PhoneState;
  readonly hit: Hit | null;
}

/** Milliseconds of the phone's clock that each input takes. */
export const inputMs = 400;

const labelOf = (node: UiNode): string => {
  const own = [node.desc, node.text].find((words) => words !== undefined && words !== '');
  if (own !== undefined) return own;
  return (
    everyNode(node)
      .map(({ text, desc }) => text || desc || '')
      .find((words) => words !== '') ?? ''
  );
};

const hitOf = (window: UiWindow, node: UiNode, acted: boolean): Hit => ({
  window: window.key,
  package: window.package,
  uid: node.uid,
  class: node.cls,
  label: labelOf(node),
  id: node.id ?? null,
  acted,
});

interface Touched {
  readonly window: UiWindow;
  /** Innermost last. */
  readonly nodes: readonly UiNode[];
}

/** What lies under a point, topmost window first. Only the keyboard lets what is beside it through; a dialog does not. */
export function under(windows: readonly UiWindow[], point: Point): Touched | null {
  if (!contains(whole, point)) return null;
  for (const window of [...windows].reverse()) {
    const nodes: UiNode[] = [];
    let here: UiNode | undefined = contains(window.root.bounds, point) ? window.root : undefined;
    while (here !== undefined) {
      nodes.push(here);
      here = here.children.findLast((child) => contains(child.bounds, point));
    }
    if (nodes.length > 0 || window.kind !== 'keyboard') return { window, nodes };
  }
  return null;
}

function press(windows: readonly UiWindow[], at: Point, kind: 'tap' | 'long_press'): { change: Change; hit: Hit | null } {
  const touched = under(windows, at);
  if (touched === null) return { change: unchanged, hit: null };
  const { window, nodes } = touched;
  const beside = nodes.length === 0;
  if (beside)
    return {
      change: window.outside ?? unchanged,
      hit: { ...hitOf(window, window.root, window.outside !== undefined), label: '', uid: `${window.key}/beside` },
    };
  const slider = nodes.findLast((node) => node.acts?.slide !== undefined);
  if (slider?.acts?.slide !== undefined && kind === 'tap')
    return { change: slider.acts.slide(along(slider, at)), hit: hitOf(window, slider, true) };
  const canvas = nodes.findLast((node) => node.acts?.touch !== undefined);
  if (canvas?.acts?.touch !== undefined)
    return { change: canvas.acts.touch(along(canvas, at), down(canvas, at)), hit: hitOf(window, canvas, true) };
  const target =
    nodes.findLast((node) => (kind === 'tap' ? node.acts?.tap : node.acts?.hold) !== undefined) ??
    nodes.findLast((node) => node.acts?.tap !== undefined);
  if (target === undefined || target.disabled === true) {
    const innermost = nodes.at(-1);
    return { change: unchanged, hit: innermost === undefined ? null : hitOf(window, innermost, false) };
  }
  const change = kind === 'tap' ? target.acts?.tap : (target.acts?.hold ?? target.acts?.tap);
  return { change: change ?? unchanged, hit: hitOf(window, target, true) };
}

const along = (node: UiNode, { x }: Point): number => Math.min(1, Math.max(0, (x - node.frame[0]) / width(node.frame)));

const down = (node: UiNode, { y }: Point): number => Math.min(1, Math.max(0, (y - node.frame[1]) / height(node.frame)));

const edge = 30;
const far = 150;

function swipe(windows: readonly UiWindow[], phone: PhoneState, from: Point, to: Point): { change: Change; hit: Hit | null } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const system = (uid: string): Hit => ({
    window: 'system',
    package: 'com.android.systemui',
    uid,
    class: '',
    label: '',
    id: null,
    acted: true,
  });
  if (from.y >= size.height - navigationBar && dy < -far) return { change: goHome, hit: system('home_gesture') };
  if ((from.x <= edge || from.x >= size.width - edge) && Math.abs(dx) > far && Math.abs(dx) > Math.abs(dy))
    return { change: back(windows, phone), hit: system('back_gesture') };
  const touched = under(windows, from);
  const innermost = touched?.nodes.at(-1);
  if (touched === null || innermost === undefined) return { change: unchanged, hit: null };
  const { window, nodes } = touched;
  const slider = nodes.findLast((node) => node.acts?.slide !== undefined);
  if (slider?.acts?.slide !== undefined && Math.abs(dx) > Math.abs(dy))
    return { change: slider.acts.slide(along(slider, to)), hit: hitOf(window, slider, true) };
  const upright = Math.abs(dy) >= Math.abs(dx);
  const list = nodes.findLast((node) => node.acts?.scroll !== undefined);
  const scroll = list?.acts?.scroll;
  if (upright && list !== undefined && scroll !== undefined) {
    if (dy > far && list.acts?.swipeDown !== undefined) return { change: list.acts.swipeDown, hit: hitOf(window, list, true) };
    const offset = Math.min(scroll.end, Math.max(0, Math.round(scroll.offset - dy)));
    return { change: offset === scroll.offset ? unchanged : scroll.to(offset), hit: hitOf(window, list, offset !== scroll.offset) };
  }
  const puller = nodes.findLast((node) => node.acts?.swipeUp !== undefined);
  if (upright && dy < -far && puller?.acts?.swipeUp !== undefined) return { change: puller.acts.swipeUp, hit: hitOf(window, puller, true) };
  return { change: unchanged, hit: hitOf(window, innermost, false) };
}

const hideKeyboard: Change = (phone) => ({ ...phone, keyboard: { ...phone.keyboard, shown: false } });

/** Back closes what lies on top: the keyboard, a dialog, a screen. The system's questions stay. */
function back(windows: readonly UiWindow[], phone: PhoneState): Change {
  const top = windows.at(-1);
  if (top?.kind === 'keyboard') return hideKeyboard;
  if (top?.kind === 'system') return unchanged;
  if (top?.outside !== undefined) return top.outside;
  return appOf(phone.foreground).screen(phone).back;
}

function pressKey(windows: readonly UiWindow[], phone: PhoneState, key: Key): Change {
  const field = focusedField(windows)?.acts.field;
  switch (key) {
    case 'back':
      return back(windows, phone);
    case 'home':
      return goHome;
    case 'enter':
    case 'search':
      return field === undefined ? unchanged : enter(field);
    case 'delete':
      return field === undefined ? unchanged : backspace(field);
    case 'space':
      return field === undefined ? unchanged : field.change(`${field.value} `);
    case 'volume_up':
    case 'volume_down': {
      const step = key === 'volume_up' ? 1 : -1;
      return (now) => ({
        ...now,
        settings: { ...now.settings, media_volume: Math.min(15, Math.max(0, Number(now.settings.media_volume) + step)) },
      });
    }
    case 'recents':
    case 'tab':
    case 'power':
      return unchanged;
  }
}

function take(phone: PhoneState, windows: readonly UiWindow[], input: Input): { change: Change; hit: Hit | null } {
  const active = activeWindow(windows);
  switch (input.kind) {
    case 'gesture': {
      const gesture = recognise(input.fingers);
      if (gesture === null || gesture.kind === 'pinch') return { change: unchanged, hit: null };
      return gesture.kind === 'swipe' ? swipe(windows, phone, gesture.from, gesture.to) : press(windows, gesture.at, gesture.kind);
    }
    case 'key':
      return { change: pressKey(windows, phone, input.key), hit: null };
    case 'text': {
      const node = focusedField(windows);
      if (node === undefined) return { change: unchanged, hit: null };
      return { change: node.acts.field.change(node.acts.field.value + input.text), hit: hitOf(active, node, true) };
    }
    case 'set_text': {
      const node = everyNode(active.root).find(({ uid }) => uid === input.uid);
      const field = node?.acts?.field;
      if (node === undefined || field === undefined) return { change: unchanged, hit: null };
      return {
        change: inOrder(field.focus, field.change(input.replace ? input.text : field.value + input.text)),
        hit: hitOf(active, node, true),
      };
    }
    case 'launch':
      return { change: launch(input.app), hit: null };
    case 'terminate':
      return { change: terminate(input.app), hit: null };
    case 'not_responding':
      return { change: inOrder(withoutKeyboard, (now) => ({ ...now, notResponding: input.app })), hit: null };
    case 'hide_keyboard':
      return { change: hideKeyboard, hit: null };
    case 'clipboard':
      return { change: (now) => ({ ...now, clipboard: input.text }), hit: null };
  }
}

/** The phone a while later. */
export const tick =
  (ms: number): Change =>
  (phone) => {
    const now = phone.now + ms;
    return { ...phone, now, toast: phone.toast !== null && phone.toast.until <= now ? null : phone.toast };
  };

/** What an input makes of the phone, and what it landed on. Pure: the same phone and input give the same outcome. */
export function happen(phone: PhoneState, input: Input): Outcome {
  const { change, hit } = take(phone, windowsOf(phone), input);
  return { phone: tick(inputMs)(change(phone)), hit };
}
