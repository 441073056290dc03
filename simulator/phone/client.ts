import { AppError } from '../../world/errors.ts';
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

/** What the phone answered instead of what was asked for. */
export class PhoneRefused extends Error {
  readonly code: ErrorAnswer['error'];
  constructor(code: ErrorAnswer['error'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface PhoneAddress {
  readonly url: string;
  readonly token: string;
}

export interface ClientOptions {
  /** Sent with driver calls; without it the phone does not ask who holds it. */
  readonly ticket?: string;
  /** Milliseconds a call may take; 0 for no end of its own. */
  readonly deadlineMs?: number;
}

/** The phone over HTTP. Every call ends by its deadline: `device_lost` when the phone cannot be reached, `timed_out` when it does not answer. */
export class PhoneClient {
  readonly address: PhoneAddress;
  private readonly options: ClientOptions;

  constructor(address: PhoneAddress, options: ClientOptions = {}) {
    this.address = address;
    this.options = options;
  }

  /** The phone's truth: settings by stable key, app and page in front, … */
  state(): Promise<PhoneFacts> {
    return this.call('GET', '/state');
  }
  /** Everything that happened to the phone, oldest first; after number `since`. */
  touches(since = 0): Promise<TouchRecord[]> {
    return this.call('GET', `/touches?since=${since}`);
  }
  /** A phone fresh from the box; what is left out stays as it was started. The touch log goes on. */
  reset(request: ResetRequest = {}): Promise<void> {
    return this.call('POST', '/reset', request);
  }
  /** Lets the phone's clock go on. */
  tick(ms: number): Promise<void> {
    return this.call('POST', '/tick', { ms });
  }
  faults(request: FaultsRequest): Promise<Faults> {
    return this.call('POST', '/faults', request);
  }
  stop(): Promise<void> {
    return this.call('POST', '/stop');
  }

  /** Takes the phone for a driver session; the one before is refused from now on. */
  openSession(ticket: string): Promise<void> {
    return this.call('POST', '/session', { ticket });
  }
  closeSession(ticket: string): Promise<void> {
    return this.call('DELETE', '/session', { ticket });
  }
  source(): Promise<string> {
    return this.call('GET', '/source');
  }
  /** A PNG of the whole screen. */
  screenshot(): Promise<Buffer> {
    return this.call('GET', '/screenshot');
  }
  current(): Promise<{ package: string; activity: string; keyboard: boolean }> {
    return this.call('GET', '/current');
  }
  find(request: FindRequest): Promise<ElementFacts[]> {
    return this.call('POST', '/find', request);
  }
  element(uid: string): Promise<ElementFacts> {
    return this.call('POST', '/element', { uid });
  }
  focused(): Promise<ElementFacts | null> {
    return this.call('GET', '/focused');
  }
  input(request: InputRequest): Promise<TouchRecord> {
    return this.call('POST', '/input', request);
  }
  clipboard(): Promise<string> {
    return this.call('GET', '/clipboard');
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const deadlineMs = this.options.deadlineMs ?? 15_000;
    let response: Response;
    try {
      response = await fetch(`${this.address.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.address.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.options.ticket === undefined ? {} : { 'x-phone-session': this.options.ticket }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(deadlineMs === 0 ? {} : { signal: AbortSignal.timeout(deadlineMs) }),
      });
      if (response.headers.get('content-type') === 'image/png') return Buffer.from(await response.arrayBuffer()) as T;
      const answer: unknown = await response.json();
      if (response.ok) return answer as T;
      const { error, message } = answer as ErrorAnswer;
      throw new PhoneRefused(error, message);
    } catch (error) {
      if (error instanceof PhoneRefused) throw error;
      const late = error instanceof Error && error.name === 'TimeoutError';
      throw new AppError(
        late ? 'timed_out' : 'device_lost',
        late
          ? `the simulated phone did not answer ${method} ${path} within ${deadlineMs} ms`
          : `the simulated phone at ${this.address.url} cannot be reached`,
        { cause: error },
      );
    }
  }
}
