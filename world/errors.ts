/** Who can mend an error: the model, the host, time (waiting), the operator (settings, arguments), or only a programmer. */
export type Mender = 'model' | 'host' | 'waiting' | 'operator' | 'bug';

interface ErrorEntry {
  readonly mender: Mender;
  /** What a person can do about it; the message says what was found. */
  readonly hint: string;
}

/** Every failure a person or the model may meet, by code. `docs/errors.md` lists the same; a test keeps the two equal. */
export const errorCodes = {
  // The page source is not one page (rule W1). Each has its own code.
  source_empty: { mender: 'waiting', hint: 'The device answered with no page source; the screen may be off or locked.' },
  source_not_xml: {
    mender: 'waiting',
    hint: 'The device answered with text instead of a page source; look at the first characters quoted.',
  },
  source_truncated: { mender: 'waiting', hint: 'The page source ends in the middle; observe again.' },
  source_no_content: {
    mender: 'waiting',
    hint: 'The page source holds only the application or no window; observe again, or go by the screenshot.',
  },
  source_two_documents: { mender: 'waiting', hint: 'The page source holds two documents in a row; observe again.' },
  source_failed: { mender: 'waiting', hint: 'The driver could not read the page; observe again, or wait until it stands still.' },

  // What the model can mend: told to it as the result of the call.
  bad_tool_call: { mender: 'model', hint: 'Call the tool again with the arguments it asks for.' },
  unknown_tool: { mender: 'model', hint: 'Use one of the tools on offer.' },
  stale_ref: { mender: 'model', hint: 'Use a ref from the page as it is now.' },
  element_gone: { mender: 'model', hint: 'The element is no longer on the page; look again.' },
  element_covered: { mender: 'model', hint: 'Something lies over the element; close it, hide the keyboard, or scroll.' },
  not_interactable: { mender: 'model', hint: 'The element does not take this action; choose another.' },
  text_differs: { mender: 'model', hint: 'What arrived in the field is not what was typed; the result says what arrived.' },
  app_unknown: { mender: 'model', hint: 'No such app on this device.' },
  action_refused: { mender: 'model', hint: 'The device refused this action; try another way.' },
  action_denied: { mender: 'model', hint: 'The policy or the person denied this action.' },
  planner_overuse_execute_next_step: { mender: 'model', hint: 'Stop planning; take the next step on the device.' },
  not_executed: { mender: 'model', hint: 'A call before this one failed or changed the page; decide again from the new page.' },
  interrupted: { mender: 'model', hint: 'The host stopped during this action; it may have happened. Look before repeating it.' },
  secret_unknown: { mender: 'operator', hint: 'Store the secret under this name, or use another name.' },

  // The host: the attempt ends, the task can go elsewhere.
  device_lost: { mender: 'host', hint: 'Reconnect the device, then run `tapwright doctor`.' },
  session_lost: { mender: 'host', hint: 'The device session ended; a new one is opened and the page looked at again.' },
  lease_lost: { mender: 'host', hint: 'Another host holds this device now.' },
  driver_missing: { mender: 'operator', hint: 'Install the Appium driver for this device; `tapwright doctor` shows how.' },
  appium_failed: { mender: 'host', hint: 'The Appium server did not start or stopped; its log says why.' },

  // Waiting.
  planner_unavailable: { mender: 'waiting', hint: 'The model service did not answer; try again later, or name another model.' },
  cloud_unreachable: { mender: 'waiting', hint: 'The cloud did not answer; events are kept on disk and sent when it does.' },
  timed_out: { mender: 'waiting', hint: 'The deadline passed; try again, or allow more time.' },
  port_taken: { mender: 'operator', hint: 'Free the port, or leave the setting out to let the program choose one.' },

  // The model service, for good.
  planner_refused: { mender: 'operator', hint: 'The model refused the request; rephrase the goal.' },
  planner_rejected: { mender: 'operator', hint: 'The model service rejected the request; the message says which part.' },
  planner_key_invalid: { mender: 'operator', hint: 'Check the API key of this provider.' },
  model_unknown: { mender: 'operator', hint: 'Name a model that this provider offers.' },

  // The operator.
  setting_invalid: { mender: 'operator', hint: 'Correct the named setting and start again.' },
  argument_invalid: { mender: 'operator', hint: 'See --help for what this command takes.' },
  device_unknown: { mender: 'operator', hint: '`tapwright devices` lists the devices that can be used.' },
  home_unwritable: { mender: 'operator', hint: 'Make the folder writable, or set TAPWRIGHT_HOME to one that is.' },
  home_busy: { mender: 'operator', hint: 'Another run uses this home; wait for it, stop it, or set TAPWRIGHT_HOME to another folder.' },
  episode_unknown: { mender: 'operator', hint: '`tapwright episodes` lists the episodes of this home.' },
  episode_ended: { mender: 'operator', hint: 'The episode has ended; start a new run.' },
  file_unreadable: { mender: 'operator', hint: 'Name a file that exists and can be read.' },
  database_failed: { mender: 'operator', hint: 'Check DATABASE_URL and that the database is running.' },
  unauthorized: { mender: 'operator', hint: 'Send a valid key as `Authorization: Bearer …`.' },
  forbidden: { mender: 'operator', hint: 'This key lacks the scope; use one that has it.' },
  not_found: { mender: 'operator', hint: 'Check the address.' },
  conflict: { mender: 'operator', hint: 'Something newer is stored; read it and try again.' },
  request_invalid: { mender: 'operator', hint: 'Correct the request as the message says.' },
  cancelled: { mender: 'operator', hint: 'Stopped on request.' },

  journal_broken: { mender: 'bug', hint: 'The journal cannot be read at the named line; nothing was changed. Please report it.' },
  internal: { mender: 'bug', hint: 'Please report it with the log.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** A failure with a code, a message that says what was found and what is wanted, and a hint that says what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
  get hint(): string {
    return errorCodes[this.code].hint;
  }
  get mender(): Mender {
    return errorCodes[this.code].mender;
  }
}

/** The error as one of ours; anything unforeseen becomes `internal` with the original as its cause. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError('internal', message, { cause: error });
}
