import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages/messages.js';

/** What the installed SDK lets a program send to POST /v1/messages; `messages-request.schema.json` is made from it. */
export interface MessagesRequest extends MessageCreateParamsBase {}
