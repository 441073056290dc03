import { AppError } from '../../world/errors.ts';

/** What a driver can say no with, as far as this program tells them apart. */
export type DriverErrorKind =
  | 'stale_element'
  | 'no_such_element'
  | 'not_interactable'
  | 'no_dialog'
  | 'unknown_command'
  | 'invalid_argument'
  | 'refused'
  | 'timed_out'
  | 'cancelled'
  | 'session_lost'
  | 'device_lost';

/** A failed command. The message is one line without the command's arguments, which may hold typed text. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly kind: DriverErrorKind;
  constructor(kind: DriverErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The device or its session is gone. `landed` tells of the action under way: false = nothing was sent, null = not known. */
export class DeviceGone extends AppError {
  readonly landed: boolean | null;
  constructor(code: 'device_lost' | 'session_lost', message: string, landed: boolean | null) {
    super(code, message);
    this.landed = landed;
  }
}

/** Kinds after which it is certain that the device did nothing. */
export const nothingDone: ReadonlySet<DriverErrorKind> = new Set<DriverErrorKind>([
  'stale_element',
  'no_such_element',
  'not_interactable',
  'no_dialog',
  'unknown_command',
  'invalid_argument',
]);

export function isGone(kind: DriverErrorKind): kind is 'device_lost' | 'session_lost' {
  return kind === 'device_lost' || kind === 'session_lost';
}

const byName: Readonly<Record<string, DriverErrorKind>> = {
  'stale element reference': 'stale_element',
  'no such element': 'no_such_element',
  'invalid element state': 'not_interactable',
  'element not interactable': 'not_interactable',
  'element click intercepted': 'not_interactable',
  'no such alert': 'no_dialog',
  'invalid argument': 'invalid_argument',
  'invalid selector': 'invalid_argument',
  'move target out of bounds': 'invalid_argument',
  'unknown command': 'unknown_command',
  'unknown method': 'unknown_command',
  'invalid session id': 'session_lost',
  'no such driver': 'session_lost',
};

const deviceGone =
  /device '[^']*' not found|device offline|no devices\/emulators found|not in the list of connected devices|Could not find a connected \w+ device|device .{0,80} (?:is|was) (?:not connected|disconnected)/i;
const sessionGone =
  /socket hang up|ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|cannot be proxied|instrumentation process (?:is not running|cannot be)|session (?:is either terminated|has been deleted)|after session has been deleted|invalid session id|other side closed/i;
const notImplemented = /not (?:yet )?(?:been )?implemented|unknown mobile command|unsupported command|unknown method/i;

/** Reads what WebdriverIO threw. Sources: W3C WebDriver's error codes, and the texts of reports D33 and D34. */
export function readDriverError(error: unknown, what: string): DriverError {
  if (error instanceof DriverError) return error;
  const { name, message, code } = parts(error);
  return new DriverError(kindOf(name, `${code} ${message}`), `${what}: ${firstLine(message)}`);
}

function kindOf(name: string, text: string): DriverErrorKind {
  if (deviceGone.test(text)) return 'device_lost';
  if (sessionGone.test(text)) return 'session_lost';
  const known = byName[name];
  if (known !== undefined) return known;
  if (/ETIMEDOUT|Request timed out/.test(text)) return 'timed_out';
  if (notImplemented.test(text)) return 'unknown_command';
  return 'refused';
}

function parts(error: unknown): { name: string; message: string; code: string } {
  if (!(error instanceof Error)) return { name: '', message: String(error), code: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { name: error.name, message: error.message, code };
}

/** WebdriverIO appends the command and its arguments to each message; they are cut off here. */
function firstLine(message: string): string {
  const bare = message.replace(/^(?:WebDriverError:\s*)+/, '').split(/ when running "|\n/)[0] ?? '';
  return bare.length > 300 ? `${bare.slice(0, 299)}…` : bare;
}
