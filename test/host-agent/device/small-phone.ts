import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Bounds } from '../../../world/geometry.ts';

export interface SmallNode {
  id: string;
  cls: string;
  bounds: Bounds;
  text?: string;
  desc?: string;
  hint?: string;
  password?: boolean;
  scrollable?: boolean;
  /** What typing makes of the text. */
  garble?: (text: string, way: 'keys' | 'type') => string;
  onTap?: () => void;
}

type Fault =
  | { readonly error: string; readonly message?: string; readonly status?: number }
  | 'hang'
  | 'cut'
  | 'cut_after'
  | { readonly delayMs: number };

const w3c = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * A WebDriver endpoint over real HTTP for the faults that a well-behaved phone does not show: answers that never come, connections
 * that break, elements that go stale, fields that eat letters. It remembers every command, and every one that moved it.
 */
export class SmallPhone {
  nodes: SmallNode[] = [];
  size = { width: 1080, height: 2280 };
  rotation = 0;
  pkg = 'com.example.app';
  front: string | null = 'com.example.app';
  keyboard = false;
  alert = false;
  apps: Record<string, object> | null = null;
  png = { width: 540, height: 1140 };
  /** Replaces the page source, once each, before the real one. */
  readonly sources: (string | (() => string))[] = [];
  readonly commands: string[] = [];
  /** What moved the phone. */
  readonly touched: string[] = [];
  readonly #faults: { command: string; fault: Fault; times: number; skip: number }[] = [];
  #focus: SmallNode | null = null;
  #session: string | null = null;
  #generation = 0;
  #server: Server | null = null;
  #url = '';

  get url(): string {
    return this.#url;
  }
  get focus(): SmallNode | null {
    return this.#focus;
  }

  /** The next commands of this name fail so; `skip` lets that many through first. */
  fault(command: string, fault: Fault, times = 1, skip = 0): void {
    this.#faults.push({ command, fault, times, skip });
  }

  /** All element ids given so far become stale, as after a redraw. */
  redraw(): void {
    this.#generation++;
  }

  endSession(): void {
    this.#session = null;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) =>
        send(response, 500, { value: { error: 'unknown error', message: String(error) } }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    this.#url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server === null ? resolve() : this.#server.close(() => resolve())));
  }

  source(): string {
    const nodes = this.nodes.map(({ id, cls, bounds, text, desc, hint, password, scrollable }, i) => {
      const [left, top, right, bottom] = bounds;
      const shown = password ? '•'.repeat(text?.length ?? 0) : text || hint || '';
      const attributes = {
        index: i,
        package: this.pkg,
        class: cls,
        text: shown,
        'content-desc': desc,
        'resource-id': `${this.pkg}:id/${id}`,
        checkable: false,
        checked: false,
        clickable: true,
        enabled: true,
        focusable: true,
        focused: this.#focus?.id === id,
        'long-clickable': false,
        password: password ?? false,
        scrollable: scrollable ?? false,
        selected: false,
        bounds: `[${left},${top}][${right},${bottom}]`,
        displayed: true,
        hint,
      };
      return `<${cls}${Object.entries(attributes)
        .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`]))
        .join('')} />`;
    });
    const { width, height } = this.size;
    return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy index="0" class="hierarchy" rotation="${this.rotation}" width="${width}" height="${height}"><android.widget.FrameLayout index="0" package="${this.pkg}" class="android.widget.FrameLayout" text="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" long-clickable="false" password="false" scrollable="false" selected="false" bounds="[0,0][${width},${height}]" displayed="true">${nodes.join('')}</android.widget.FrameLayout></hierarchy>`;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    const { method = '', url = '' } = request;
    if (method === 'POST' && url === '/session') {
      this.#session = randomUUID();
      return send(response, 200, {
        value: { sessionId: this.#session, capabilities: { platformName: 'Android', 'appium:automationName': 'Small' } },
      });
    }
    const [, session = '', path = ''] = /^\/session\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url)) ?? [];
    const name = nameOf(method, path, body);
    this.commands.push(name);
    const fault = this.#takeFault(name);
    if (fault === 'hang') return;
    if (fault === 'cut') return void response.destroy();
    if (fault !== null && typeof fault === 'object' && 'delayMs' in fault)
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault !== null && typeof fault === 'object' && 'error' in fault)
      return send(response, fault.status ?? 500, { value: { error: fault.error, message: fault.message ?? fault.error, stacktrace: '' } });
    if (session !== this.#session)
      return send(response, 404, { value: { error: 'invalid session id', message: 'A session is either terminated or not started' } });
    try {
      const value = this.#answer(name, path, body);
      if (fault === 'cut_after') return void response.destroy();
      send(response, 200, { value: value ?? null });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      send(response, 404, { value: { error: error.code, message: error.message, stacktrace: '' } });
    }
  }

  #takeFault(name: string): Fault | null {
    const fault = this.#faults.find(({ command, times }) => command === name && times > 0);
    if (fault === undefined) return null;
    if (fault.skip > 0) {
      fault.skip--;
      return null;
    }
    fault.times--;
    return fault.fault;
  }

  #answer(name: string, path: string, body: Body): unknown {
    const element = (): SmallNode => this.#element(path.split('/')[1] ?? '');
    switch (name) {
      case 'DELETE ':
        this.#session = null;
        return null;
      case 'GET source': {
        const next = this.sources.shift();
        return next === undefined ? this.source() : typeof next === 'string' ? next : next();
      }
      case 'GET screenshot':
        return this.#picture();
      case 'GET window/rect':
        return { x: 0, y: 0, ...this.size };
      case 'POST mobile: getCurrentPackage':
        return this.front;
      case 'GET appium/device/is_keyboard_shown':
        return this.keyboard;
      case 'POST elements':
        return this.#find(body).map((node) => ({ [w3c]: `${this.#generation}:${node.id}` }));
      case 'GET element/active':
        if (this.#focus === null) throw new Refused('no such element', 'nothing has the focus');
        return { [w3c]: `${this.#generation}:${this.#focus.id}` };
      case 'GET element/rect': {
        const [left, top, right, bottom] = element().bounds;
        return { x: left, y: top, width: right - left, height: bottom - top };
      }
      case 'GET element/text': {
        const { password, text, hint } = element();
        return password ? '•'.repeat(text?.length ?? 0) : text || hint || '';
      }
      case 'GET element/attribute': {
        const { text, desc, hint, password } = element();
        return (
          { text: text ?? '', 'content-desc': desc ?? null, hint: hint ?? null, password: String(password ?? false) }[
            path.split('/')[3] ?? ''
          ] ?? null
        );
      }
      case 'POST element/click':
        return this.#tap(element());
      case 'POST element/clear':
        this.touched.push(`clear ${element().id}`);
        element().text = '';
        return null;
      case 'POST element/value':
        return this.#type(element(), body.text ?? '', 'keys');
      case 'POST mobile: type':
        if (this.#focus === null) throw new Refused('no such element', 'nothing has the focus');
        return this.#type(this.#focus, body.args?.[0]?.text ?? '', 'type');
      case 'POST actions':
        return this.#actions(body.actions ?? []);
      case 'POST alert/accept':
      case 'POST alert/dismiss':
        if (!this.alert) throw new Refused('no such alert', 'no modal dialog is open');
        this.alert = false;
        this.touched.push(name);
        return null;
      case 'POST appium/device/hide_keyboard':
        this.keyboard = false;
        this.touched.push('hide keyboard');
        return true;
      case 'POST mobile: listApps':
        if (this.apps === null) throw new Refused('unknown method', 'Unknown mobile command "listApps"');
        return this.apps;
      default:
        this.touched.push(`${name} ${JSON.stringify(body.args?.[0] ?? {})}`);
        return null;
    }
  }

  #element(id: string): SmallNode {
    const [generation, name] = id.split(':');
    const node = this.nodes.find((each) => each.id === name);
    if (node === undefined || generation !== String(this.#generation))
      throw new Refused('stale element reference', 'The element is not present any more');
    return node;
  }

  #find({ using, value }: Body): SmallNode[] {
    return this.nodes.filter(({ id, desc }) =>
      using === 'accessibility id' ? desc === value : using === 'id' && `${this.pkg}:id/${id}` === value,
    );
  }

  #tap(node: SmallNode): null {
    this.touched.push(`tap ${node.id}`);
    if (node.cls.endsWith('EditText')) {
      this.#focus = node;
      this.keyboard = true;
    }
    node.onTap?.();
    return null;
  }

  #type(node: SmallNode, text: string, way: 'keys' | 'type'): null {
    if (!node.cls.endsWith('EditText')) throw new Refused('invalid element state', `Cannot set the element to '${text}'`);
    this.touched.push(`${way} ${node.id}`);
    node.text = (node.text ?? '') + (node.garble?.(text, way) ?? text);
    return null;
  }

  #actions(sources: readonly PointerSource[]): null {
    for (const { actions } of sources) {
      const moves = actions.filter(({ type }) => type === 'pointerMove').map(({ x, y }) => [x ?? 0, y ?? 0] as const);
      const [from, to] = [moves[0] ?? [0, 0], moves.at(-1) ?? [0, 0]];
      const held = Math.max(0, ...actions.map(({ type, duration }) => (type === 'pause' ? (duration ?? 0) : 0)));
      if (moves.length > 1) this.touched.push(`swipe ${from.map(Math.round)} to ${to.map(Math.round)}`);
      else this.touched.push(`${held > 500 ? 'hold' : 'touch'} ${from}`);
      const hit = this.nodes.find(
        ({ bounds: [left, top, right, bottom] }) =>
          moves.length === 1 && from[0] >= left && from[0] < right && from[1] >= top && from[1] < bottom,
      );
      if (hit !== undefined && held <= 500) this.#tap(hit);
    }
    return null;
  }

  #picture(): string {
    const header = Buffer.alloc(33);
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]).copy(header);
    header.writeUInt32BE(this.png.width, 16);
    header.writeUInt32BE(this.png.height, 20);
    return header.toString('base64');
  }
}

interface PointerSource {
  readonly actions: readonly { readonly type: string; readonly x?: number; readonly y?: number; readonly duration?: number }[];
}
interface Body {
  readonly using?: string;
  readonly value?: string;
  readonly text?: string;
  readonly script?: string;
  readonly args?: readonly { readonly text?: string }[];
  readonly actions?: readonly PointerSource[];
}

class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function nameOf(method: string, path: string, body: Body): string {
  if (path === 'execute/sync') return `POST ${body.script ?? ''}`;
  const [first, second, third] = path.split('/');
  return first === 'element' && second !== 'active' && third !== undefined ? `${method} element/${third}` : `${method} ${path}`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
