import { expect, test } from 'vitest';
import { endingOf } from '../../../../shared/chat/finish-reason';

test.each([
  ['whole', ['stop', 'STOP', 'tool_calls', 'end_turn', 'eos', 'eos_token', 'tool_use', 'function_call']],
  ['limit', ['length', 'model_length', 'MAX_TOKENS', 'max_output_tokens', 'model_context_window_exceeded']],
  ['filter', ['content_filter', 'content_filter: PROHIBITED_CONTENT', 'SAFETY', 'sensitive', 'refusal']],
  ['broken', ['insufficient_system_resource', 'network_error', 'abort', 'time_limit', 'cancelled']],
  ['broken', ['function_call_filter: MALFORMED_FUNCTION_CALL', 'MALFORMED_FUNCTION_CALL']],
  ['other', ['repetition_truncation', 'pause_turn']],
  [null, [null, '', ' ']],
])('an ending is %s', (ending, reasons) => {
  expect(reasons.map(endingOf)).toEqual(reasons.map(() => ending));
});
