import type { ToolCallingClient } from '../../runtime/llm/tool-calling-client.ts';
import type { Database } from '../store/database.ts';

/** Null names the default model. Throws AppError `model_unknown` or `planner_key_invalid`. */
export type ClientFor = (model: string | null) => ToolCallingClient | Promise<ToolCallingClient>;

/** What the API works with. */
export interface Services {
  readonly database: Database;
  readonly tenant: string;
  readonly clientFor: ClientFor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Values that never reach a record, such as model keys. */
  readonly secrets: readonly string[];
}
