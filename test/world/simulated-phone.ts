import { screen } from '../../simulator/phone/android/metrics.ts';
import { activeWindow, windowsOf } from '../../simulator/phone/android/windows.ts';
import type { PhoneState } from '../../simulator/phone/phone-state.ts';
import { uia2Source } from '../../simulator/phone/render/uia2-xml.ts';
import type { UiNode } from '../../simulator/phone/ui-node.ts';
import type { Observation } from '../../world/observation.ts';
import type { Page } from '../../world/page.ts';
import { parsePageSource } from '../../world/page-source.ts';
import { see } from '../../world/see.ts';

/** The page of the phone as a driver would report it. */
export function lookAt(phone: PhoneState, previous: Page | null): Page {
  const window = activeWindow(windowsOf(phone));
  const parsed = parsePageSource(uia2Source(window, { width: screen.width, height: screen.height, rotation: 0 }));
  if (!parsed.ok) throw new Error(parsed.message);
  const observation: Observation = {
    kind: 'observation',
    platform: 'android',
    tree: parsed.tree,
    size: { width: screen.width, height: screen.height },
    rotation: 0,
    scale: 1,
    focusedApp: window.package,
    keyboard: phone.keyboard.shown ? 'shown' : 'hidden',
    source: { sha256: '0'.repeat(64), mediaType: 'application/xml', bytes: 0 },
    screenshot: null,
  };
  return see(previous, observation);
}

/** What the phone itself shows, told by its own nodes and not by any page source; its clock stands still. */
export function shows(phone: PhoneState, now: number): string {
  const window = activeWindow(windowsOf({ ...phone, now, toast: null }));
  const tell = (node: UiNode): unknown => [
    node.cls,
    node.id,
    node.text,
    node.desc,
    node.hint,
    node.checked === true,
    node.disabled === true,
    node.selected === true,
    node.focused === true && /EditText/.test(node.cls),
    node.bounds,
    node.children.map(tell),
  ];
  return JSON.stringify([window.key, window.package, phone.keyboard.shown, tell(window.root)]);
}
