import { onTestFinished } from 'vitest';
import { systemClock } from '../../../host-agent/clock.ts';
import { type AppiumDevice, type DeviceLimits, openAppiumDevice } from '../../../host-agent/device/appium-device.ts';
import type { SecretSource } from '../../../host-agent/device/secrets.ts';
import { type ArtifactStore, openArtifacts } from '../../../host-agent/journal/artifacts.ts';
import type { ActionTarget } from '../../../runtime/ports.ts';
import type { Page, PageElement } from '../../../world/page.ts';
import { tempFolder } from '../temp-folder.ts';
import { type SmallNode, SmallPhone } from './small-phone.ts';

export interface InHand {
  readonly phone: SmallPhone;
  readonly device: AppiumDevice;
  readonly artifacts: ArtifactStore;
  /** Everything the device layer remarked. */
  readonly logged: string[];
}

export const signal = new AbortController().signal;

export const quickTimes = { quietMs: 20, patienceMs: 200, loadingMs: 200, withinMs: 600 };

/** The device layer with a small phone behind it, over WebdriverIO and HTTP. */
export async function phoneInHand(
  nodes: SmallNode[],
  secrets: Record<string, string> = {},
  limits: Partial<DeviceLimits> = {},
): Promise<InHand> {
  const phone = await new SmallPhone().start();
  onTestFinished(() => phone.stop());
  phone.nodes = nodes;
  const artifacts = openArtifacts(await tempFolder());
  const logged: string[] = [];
  const source: SecretSource = { resolve: (name) => secrets[name] ?? null, names: () => Object.keys(secrets) };
  const device = await openAppiumDevice(
    {
      url: phone.url,
      capabilities: { platformName: 'Android', automationName: 'Small' },
      artifacts,
      secrets: source,
      clock: systemClock,
      info: { id: 'small', name: 'Small phone', platform: 'android', osVersion: null, simulated: true },
      log: (event, fields) => logged.push(JSON.stringify({ event, ...fields })),
      limits: { commandMs: 10_000, settle: quickTimes, ...limits },
    },
    signal,
  );
  onTestFinished(() => device.close());
  return { phone, device, artifacts, logged };
}

/** The element as a page would offer it. */
export function targetOf(node: SmallNode, phone: SmallPhone, overrides: Partial<PageElement> = {}): ActionTarget {
  const element: PageElement = {
    ref: 'e1',
    role: node.cls.endsWith('EditText') ? 'field' : 'button',
    label: node.desc ?? node.text ?? '',
    states: [],
    bounds: node.bounds,
    actionable: true,
    takes: ['tap'],
    locators: [
      ...(node.desc === undefined ? [] : [{ using: 'accessibility id' as const, value: node.desc }]),
      { using: 'id', value: `${phone.pkg}:id/${node.id}` },
    ],
    identity: node.id,
    ...(node.password ? { secret: true } : {}),
    ...overrides,
  };
  const page: Page = {
    platform: 'android',
    name: 'Page',
    app: phone.pkg,
    fingerprint: 'f',
    size: phone.size,
    rotation: 0,
    scale: 0.5,
    keyboard: 'hidden',
    elements: [element],
    body: '',
    leftOut: [],
    notes: [],
    dialog: null,
    poor: false,
    loading: false,
    nextRef: 2,
  };
  return { element, page };
}

export const button = (id: string, overrides: Partial<SmallNode> = {}): SmallNode => ({
  id,
  cls: 'android.widget.Button',
  bounds: [100, 200, 300, 300],
  desc: id,
  ...overrides,
});
export const field = (id: string, overrides: Partial<SmallNode> = {}): SmallNode => ({
  id,
  cls: 'android.widget.EditText',
  bounds: [40, 400, 1040, 520],
  text: '',
  ...overrides,
});
