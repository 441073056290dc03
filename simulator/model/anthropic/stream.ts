import type { ContentBlock, Message, RawContentBlockDelta, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages.js';

/** Text in pieces of about `size` characters, never cut inside a character. */
function inPieces(text: string, size: number): string[] {
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, i) => letters.slice(i * size, (i + 1) * size).join(''));
}

function opening(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltas(block: ContentBlock): RawContentBlockDelta[] {
  switch (block.type) {
    case 'text':
      return inPieces(block.text, 24).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...inPieces(block.thinking, 40).map((thinking): RawContentBlockDelta => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'tool_use':
      return ['', ...inPieces(JSON.stringify(block.input), 17)].map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    default:
      return [];
  }
}

/** The message as the events of a stream, in a provider's order. */
export function* eventsOf(message: Message): Generator<RawMessageStreamEvent | { type: 'ping' }> {
  yield {
    type: 'message_start',
    message: {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...message.usage, output_tokens: 1, output_tokens_details: null },
    },
  };
  for (const [index, block] of message.content.entries()) {
    yield { type: 'content_block_start', index, content_block: opening(block) };
    if (index === 0) yield { type: 'ping' };
    for (const delta of deltas(block)) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  const { usage } = message;
  yield {
    type: 'message_delta',
    delta: { container: null, stop_details: message.stop_details, stop_reason: message.stop_reason, stop_sequence: message.stop_sequence },
    usage: {
      input_tokens: usage.input_tokens,
      cache_read_input_tokens: usage.cache_read_input_tokens,
      cache_creation_input_tokens: usage.cache_creation_input_tokens,
      output_tokens: usage.output_tokens,
      output_tokens_details: usage.output_tokens_details,
      server_tool_use: usage.server_tool_use,
    },
  };
  yield { type: 'message_stop' };
}
