import { createHash } from 'node:crypto';
import type { ActionReport, ActionTarget, Device } from '../../runtime/ports.ts';
import type { DeviceAction } from '../../world/device-action.ts';
import type { Observation, Unreadable } from '../../world/observation.ts';
import { parsePageSource } from '../../world/page-source.ts';

/** A device below which there is only a function from actions to screens. Screens are real page sources, read by the real parser. */
export class ScriptedDevice implements Device {
  readonly info = { id: 'fake', name: 'fake phone', platform: 'android', osVersion: null, simulated: true } as const;
  readonly performed: DeviceAction[] = [];
  /** Given instead of the driver's `done` for the next action. */
  report: ((action: DeviceAction) => ActionReport | Promise<ActionReport>) | null = null;
  screen: string;
  readonly #react: (screen: string, action: DeviceAction, target: ActionTarget | null) => string;

  constructor(screen: string, react: (screen: string, action: DeviceAction, target: ActionTarget | null) => string) {
    this.screen = screen;
    this.#react = react;
  }

  async observe(): Promise<Observation | Unreadable> {
    const parsed = parsePageSource(this.screen);
    if (!parsed.ok) return { kind: 'unreadable', code: parsed.code, message: parsed.message, screenshot: null };
    return {
      kind: 'observation',
      platform: 'android',
      tree: parsed.tree,
      size: { width: 1080, height: 2400 },
      rotation: 0,
      scale: 1,
      focusedApp: null,
      keyboard: 'hidden',
      source: { sha256: createHash('sha256').update(this.screen).digest('hex'), mediaType: 'application/xml', bytes: this.screen.length },
      screenshot: null,
    };
  }

  async perform(action: DeviceAction, target: ActionTarget | null): Promise<ActionReport> {
    this.performed.push(action);
    const report = (await this.report?.(action)) ?? { failure: null, landed: true, locator: null };
    if (report.landed !== false) this.screen = this.#react(this.screen, action, target);
    return report;
  }
}

/** A page source in UiAutomator2's form: each row is a labelled switch (`Wi-Fi*` is on), `>Label` a row that opens, or plain text after `-`. */
export function screenOf(title: string, rows: readonly string[]): string {
  const nodes = rows.map((row, i) => {
    const top = 300 + i * 160;
    const bounds = `[0,${top}][1080,${top + 150}]`;
    const common = `package="com.android.settings" checkable="false" enabled="true" focusable="true" focused="false" long-clickable="false" password="false" scrollable="false" selected="false" displayed="true" bounds="${bounds}"`;
    if (row.startsWith('-'))
      return `<android.widget.TextView index="${i}" text="${row.slice(1)}" resource-id="" class="android.widget.TextView" checked="false" clickable="false" ${common} />`;
    if (row.startsWith('>'))
      return `<android.widget.Button index="${i}" text="${row.slice(1)}" resource-id="" class="android.widget.Button" checked="false" clickable="true" ${common} />`;
    const on = row.endsWith('*');
    return `<android.widget.Switch index="${i}" text="${row.replace('*', '')}" resource-id="" class="android.widget.Switch" clickable="true" checked="${on}" ${common.replace('checkable="false"', 'checkable="true"')} />`;
  });
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400"><android.widget.FrameLayout index="0" package="com.android.settings" class="android.widget.FrameLayout" text="" clickable="false" displayed="true" enabled="true" bounds="[0,0][1080,2400]"><android.widget.TextView index="0" package="com.android.settings" class="android.widget.TextView" text="${title}" resource-id="com.android.settings:id/action_bar_title" clickable="false" displayed="true" enabled="true" bounds="[60,100][1000,240]" />${nodes.join('')}</android.widget.FrameLayout></hierarchy>`;
}
