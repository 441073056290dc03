import { randomUUID } from 'node:crypto';
import { BaseDriver, errors, W3C_ELEMENT_KEY } from 'appium/driver.js';
import { AppError } from '../../world/errors.ts';
import { PhoneClient, PhoneRefused } from '../phone/client.ts';
import type { ElementFacts, InputRequest, TouchRecord } from '../phone/protocol.ts';
import { ActionSequences, gesturesOf, typedCharacters } from './actions.ts';
import { phoneAddress } from './config.ts';
import { ElementIds } from './element-ids.ts';
import { inputOfKeycode, keyOfCharacter } from './keycodes.ts';
import { executeMethodMap, newMethodMap } from './method-maps.ts';

const capabilityConstraints = {
  udid: { isString: true },
  phoneUrl: { isString: true },
  phoneToken: { isString: true },
  appPackage: { isString: true },
  appActivity: { isString: true },
} as const;

type Constraints = typeof capabilityConstraints;
interface ElementReference {
  readonly [W3C_ELEMENT_KEY]: string;
}

const acceptButtons = [
  'android:id/button1',
  'com.android.permissioncontroller:id/permission_allow_foreground_only_button',
  'android:id/aerr_wait',
];
const dismissButtons = ['android:id/button2', 'com.android.permissioncontroller:id/permission_deny_button', 'android:id/aerr_close'];
const screenSize = { width: 1080, height: 2400 } as const;

/** Tapwright's simulated phone, driven over HTTP; the commands answer as the UiAutomator2 driver's do. */
export class TapwrightSimDriver extends BaseDriver<Constraints> {
  static readonly newMethodMap = newMethodMap;
  static readonly executeMethodMap = executeMethodMap;

  override desiredCapConstraints = capabilityConstraints;
  override locatorStrategies = ['xpath', 'id', 'class name', 'accessibility id', '-android uiautomator'];

  #client: PhoneClient | null = null;
  #ticket = '';
  #elements = new ElementIds();
  #settings: Record<string, unknown> = {};

  // biome-ignore lint/suspicious/noExplicitAny: Appium's own signature; the arguments go on unread
  override async createSession(...args: any[]): Promise<any> {
    const [sessionId, caps] = await super.createSession(args[0], args[1], args[2], args[3]);
    this.#ticket = randomUUID();
    this.#elements = new ElementIds();
    // A gesture that hangs on the phone must hang here too, as on a real one: the caller's own deadline ends it.
    this.#client = new PhoneClient(phoneAddress(this.opts), { ticket: this.#ticket, deadlineMs: 0 });
    await this.#ask((phone) => phone.openSession(this.#ticket));
    if (this.opts.appPackage !== undefined) await this.activateApp(this.opts.appPackage);
    return [
      sessionId,
      {
        ...caps,
        deviceUDID: 'sim',
        deviceName: 'Tapwright Sim',
        platformVersion: '11',
        deviceScreenSize: '1080x2400',
        deviceScreenDensity: 420,
      },
    ];
  }

  override async deleteSession(...args: Parameters<BaseDriver<Constraints>['deleteSession']>): Promise<void> {
    // A phone that has gone, or belongs to another session by now, needs no goodbye.
    await this.#client?.closeSession(this.#ticket).catch(() => undefined);
    this.#client = null;
    await super.deleteSession(...args);
  }

  override async findElOrEls(using: string, value: string, multiple: boolean, context?: string): Promise<never> {
    const within = context === undefined ? {} : { within: this.#uid(context) };
    const found = await this.#ask((phone) => phone.find({ using, value, ...within }));
    const references = found.map(({ uid }): ElementReference => ({ [W3C_ELEMENT_KEY]: this.#elements.idOf(uid) }));
    if (!multiple && references[0] === undefined) throw new errors.NoSuchElementError();
    return (multiple ? references : references[0]) as never;
  }

  async active(): Promise<ElementReference> {
    const focused = await this.#ask((phone) => phone.focused());
    if (focused === null) throw new errors.NoSuchElementError();
    return { [W3C_ELEMENT_KEY]: this.#elements.idOf(focused.uid) };
  }

  async click(elementId: string): Promise<void> {
    await this.#input({ kind: 'tap_element', uid: this.#uid(elementId) });
  }

  /** Adds to what is in the field; a line break at the end presses the keyboard's action key. */
  async setValue(value: string | string[], elementId: string): Promise<void> {
    const text = Array.isArray(value) ? value.join('') : value;
    const submits = text.endsWith('\n');
    await this.#input({ kind: 'set_text', uid: this.#uid(elementId), text: submits ? text.slice(0, -1) : text, replace: false });
    if (submits) await this.#input({ kind: 'key', key: 'enter' });
  }

  async mobileReplaceElementValue(elementId: string, text: string): Promise<void> {
    await this.#input({ kind: 'set_text', uid: this.#uid(elementId), text, replace: true });
  }

  async clear(elementId: string): Promise<void> {
    await this.#input({ kind: 'set_text', uid: this.#uid(elementId), text: '', replace: true });
  }

  async getText(elementId: string): Promise<string> {
    return (await this.#element(elementId)).attributes.text ?? '';
  }

  async getName(elementId: string): Promise<string> {
    return (await this.#element(elementId)).attributes.class ?? '';
  }

  async getAttribute(name: string, elementId: string): Promise<string | null> {
    const { attributes } = await this.#element(elementId);
    const spelled: Readonly<Record<string, string>> = {
      contentDescription: 'content-desc',
      name: 'content-desc',
      resourceId: 'resource-id',
      className: 'class',
      longClickable: 'long-clickable',
    };
    const value = attributes[spelled[name] ?? name];
    if (value !== undefined) return value;
    // The real driver falls back to the text when an element has no description.
    return name === 'name' ? (attributes.text ?? null) : null;
  }

  async getProperty(name: string, elementId: string): Promise<string | null> {
    return await this.getAttribute(name, elementId);
  }

  async elementDisplayed(elementId: string): Promise<boolean> {
    return (await this.#element(elementId)).attributes.displayed === 'true';
  }

  async elementEnabled(elementId: string): Promise<boolean> {
    return (await this.#element(elementId)).attributes.enabled === 'true';
  }

  async elementSelected(elementId: string): Promise<boolean> {
    const { attributes } = await this.#element(elementId);
    return attributes.selected === 'true' || attributes.checked === 'true';
  }

  async getElementRect(elementId: string): Promise<{ x: number; y: number; width: number; height: number }> {
    const [left, top, right, bottom] = (await this.#element(elementId)).bounds;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  async performActions(actions: unknown): Promise<void> {
    const parsed = ActionSequences.safeParse(actions);
    if (!parsed.success)
      throw new errors.InvalidArgumentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
    const centreOf = async (id: string): Promise<{ x: number; y: number }> => {
      const { x, y, width, height } = await this.getElementRect(id);
      return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
    };
    for (const fingers of await gesturesOf(parsed.data, centreOf)) {
      const outside = fingers.flat().find(({ x, y }) => x < 0 || y < 0 || x >= screenSize.width || y >= screenSize.height);
      if (outside !== undefined)
        throw new errors.MoveTargetOutOfBoundsError(`The point (${outside.x}, ${outside.y}) lies outside the screen`);
      await this.#input({ kind: 'gesture', fingers: fingers.map((finger) => [...finger]) });
    }
    for (const character of typedCharacters(parsed.data)) {
      const key = keyOfCharacter[character];
      await this.#input(key === undefined ? { kind: 'text', text: character } : { kind: 'key', key });
    }
  }

  async releaseActions(): Promise<void> {}

  override async getPageSource(): Promise<string> {
    return await this.#ask((phone) => phone.source());
  }

  async getScreenshot(): Promise<string> {
    return (await this.#ask((phone) => phone.screenshot())).toString('base64');
  }

  async getWindowRect(): Promise<{ x: number; y: number; width: number; height: number }> {
    return { x: 0, y: 0, ...screenSize };
  }

  async getOrientation(): Promise<string> {
    return 'PORTRAIT';
  }

  async setOrientation(orientation: string): Promise<void> {
    if (orientation !== 'PORTRAIT') throw new errors.InvalidElementStateError(`The phone does not turn to ${orientation}`);
  }

  async getRotation(): Promise<{ x: number; y: number; z: number }> {
    return { x: 0, y: 0, z: 0 };
  }

  async getCurrentContext(): Promise<string> {
    return 'NATIVE_APP';
  }

  async getContexts(): Promise<string[]> {
    return ['NATIVE_APP'];
  }

  async setContext(name: string): Promise<void> {
    if (name !== 'NATIVE_APP') throw new errors.NoSuchContextError();
  }

  async back(): Promise<void> {
    await this.#input({ kind: 'key', key: 'back' });
  }

  async pressKeyCode(keycode: number, metastate = 0): Promise<void> {
    const input = inputOfKeycode(Number(keycode), (metastate & 1) === 1);
    if (input !== null) await this.#input(input);
  }

  async mobileType(text: string): Promise<boolean> {
    await this.#input({ kind: 'text', text });
    return true;
  }

  async mobilePerformEditorAction(): Promise<void> {
    await this.#input({ kind: 'key', key: 'enter' });
  }

  async hideKeyboard(): Promise<boolean> {
    if (!(await this.isKeyboardShown())) return false;
    await this.#input({ kind: 'hide_keyboard' });
    return true;
  }

  async isKeyboardShown(): Promise<boolean> {
    return (await this.#ask((phone) => phone.current())).keyboard;
  }

  async getCurrentPackage(): Promise<string> {
    return (await this.#ask((phone) => phone.current())).package;
  }

  async getCurrentActivity(): Promise<string> {
    return (await this.#ask((phone) => phone.current())).activity;
  }

  async activateApp(appId: string): Promise<void> {
    await this.#input({ kind: 'launch', package: appId });
  }

  async terminateApp(appId: string): Promise<boolean> {
    if ((await this.queryAppState(appId)) <= 1) return false;
    await this.#input({ kind: 'terminate', package: appId });
    return true;
  }

  async isAppInstalled(appId: string): Promise<boolean> {
    return (await this.queryAppState(appId)) > 0;
  }

  /** 0 not installed, 1 not running, 3 in the background, 4 in front. */
  async queryAppState(appId: string): Promise<0 | 1 | 3 | 4> {
    const { installed, foreground } = await this.#ask((phone) => phone.state());
    if (foreground.package === appId) return 4;
    const app = installed.find((each) => each.package === appId);
    if (app === undefined) return 0;
    return app.running ? 3 : 1;
  }

  async mobileListApps(): Promise<Record<string, object>> {
    const { installed } = await this.#ask((phone) => phone.state());
    return Object.fromEntries(installed.map((app) => [app.package, { label: app.label }]));
  }

  async mobileGetDeviceInfo(): Promise<Record<string, unknown>> {
    const { locale } = await this.#ask((phone) => phone.state());
    return {
      androidId: 'tapwrightsim',
      manufacturer: 'Tapwright',
      model: 'Sim',
      brand: 'Tapwright',
      apiVersion: '30',
      platformVersion: '11',
      realDisplaySize: '1080x2400',
      displayDensity: 420,
      locale,
      simulated: true,
    };
  }

  async getDisplayDensity(): Promise<number> {
    return 420;
  }

  async getDeviceTime(): Promise<string> {
    return new Date((await this.#ask((phone) => phone.state())).now).toISOString();
  }

  async getClipboard(): Promise<string> {
    return Buffer.from(await this.#ask((phone) => phone.clipboard()), 'utf8').toString('base64');
  }

  async setClipboard(content: string): Promise<void> {
    await this.#input({ kind: 'clipboard', text: Buffer.from(content, 'base64').toString('utf8') });
  }

  async getAlertText(): Promise<string> {
    for (const id of ['android:id/message', 'android:id/alertTitle', 'com.android.permissioncontroller:id/permission_message']) {
      const [found] = await this.#ask((phone) => phone.find({ using: 'id', value: id }));
      if (found !== undefined) return found.attributes.text ?? '';
    }
    throw new errors.NoAlertOpenError();
  }

  async postAcceptAlert(): Promise<void> {
    await this.#tapFirst(acceptButtons);
  }

  async postDismissAlert(): Promise<void> {
    await this.#tapFirst(dismissButtons);
  }

  async mobileClickGesture(elementId?: string, x?: number, y?: number): Promise<void> {
    await this.#touch(0, elementId, x, y);
  }

  async mobileLongClickGesture(elementId?: string, x?: number, y?: number, duration = 600): Promise<void> {
    await this.#touch(duration, elementId, x, y);
  }

  override async updateSettings(settings: Record<string, unknown>): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
  }

  override async getSettings(): Promise<Record<string, unknown>> {
    return this.#settings;
  }

  async execute(script: string, args: unknown): Promise<unknown> {
    return await this.executeMethod(script, args as never);
  }

  async #touch(holdMs: number, elementId: string | undefined, x: number | undefined, y: number | undefined): Promise<void> {
    const rect = elementId === undefined ? null : await this.getElementRect(elementId);
    const at = { x: x ?? 0, y: y ?? 0 };
    const point = rect === null ? at : { x: rect.x + (x ?? Math.floor(rect.width / 2)), y: rect.y + (y ?? Math.floor(rect.height / 2)) };
    await this.#input({
      kind: 'gesture',
      fingers: [
        [
          { ...point, t: 0 },
          { ...point, t: holdMs },
        ],
      ],
    });
  }

  async #tapFirst(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const [found] = await this.#ask((phone) => phone.find({ using: 'id', value: id }));
      if (found !== undefined) return void (await this.#input({ kind: 'tap_element', uid: found.uid }));
    }
    throw new errors.NoAlertOpenError();
  }

  #uid(elementId: string): string {
    const uid = this.#elements.uidOf(elementId);
    if (uid === undefined) throw new errors.NoSuchElementError(`The element ${elementId} was not found in this session`);
    return uid;
  }

  #element(elementId: string): Promise<ElementFacts> {
    const uid = this.#uid(elementId);
    return this.#ask((phone) => phone.element(uid));
  }

  #input(request: InputRequest): Promise<TouchRecord> {
    return this.#ask((phone) => phone.input(request));
  }

  /** One question to the phone, with its refusals as WebDriver's errors. */
  async #ask<T>(question: (phone: PhoneClient) => Promise<T>): Promise<T> {
    const client = this.#client;
    if (client === null) throw new errors.NoSuchDriverError('The session has ended');
    try {
      return await question(client);
    } catch (error) {
      throw this.#asWebDriverError(error);
    }
  }

  #asWebDriverError(error: unknown): unknown {
    if (error instanceof AppError) {
      return new errors.UnknownError(`Could not proxy command to the phone: socket hang up. ${error.message}`);
    }
    if (!(error instanceof PhoneRefused)) return error;
    switch (error.code) {
      case 'session_superseded':
        void this.startUnexpectedShutdown(new Error(error.message)).catch(() => undefined);
        return new errors.NoSuchDriverError(error.message);
      case 'stale_element':
        return new errors.StaleElementReferenceError(error.message);
      case 'no_such_element':
        return new errors.NoSuchElementError(error.message);
      case 'invalid_element_state':
        return new errors.InvalidElementStateError(error.message);
      case 'invalid_selector':
        return new errors.InvalidSelectorError(error.message);
      case 'no_such_app':
      case 'bad_request':
        return new errors.InvalidArgumentError(error.message);
      case 'unauthorized':
        return new errors.SessionNotCreatedError(`The phone refuses the token: ${error.message}`);
      case 'not_found':
      case 'internal':
        return new errors.UnknownError(error.message);
    }
  }
}
