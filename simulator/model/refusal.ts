/** A request that is answered with an error, in the kinds a provider has. */
export type RefusalType = 'invalid_request_error' | 'authentication_error' | 'not_found_error' | 'request_too_large' | 'api_error';

const statusOf: Readonly<Record<RefusalType, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  not_found_error: 404,
  request_too_large: 413,
  api_error: 500,
};

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly type: RefusalType;
  constructor(type: RefusalType, message: string) {
    super(message);
    this.type = type;
  }
  get status(): number {
    return statusOf[this.type];
  }
}

export const invalid = (message: string): Refusal => new Refusal('invalid_request_error', message);
