/** A reply of a chat as a response, in OpenAI's shape. */
import type { Item } from './input';
import type { ResponseRequest } from './request';

const recordOf = (value: unknown): Item =>
  typeof value === 'object' && value !== null ? (value as Item) : {};
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.map(recordOf) : []);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The part of all ids that is the reply's own, so that the same reply has the same ids. */
export const keyOf = (chatId: unknown): string => String(chatId).replace(/^chatcmpl-/, '');

export const textPart = (text: string): Item => ({
  type: 'output_text',
  text,
  annotations: [],
  logprobs: [],
});

export const messageItem = (id: string, status: string, content: readonly Item[]): Item => ({
  id,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

export interface WrittenCall {
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly given: string;
}

export const callItem = ({ id, callId, name, given }: WrittenCall, status: string): Item => ({
  id,
  type: 'function_call',
  status,
  call_id: callId,
  name,
  arguments: given,
});

export const reasoningItem = (id: string, text: string): Item => ({
  id,
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
});

/** The items of a whole reply: thinking, text, calls. */
export function outputOf(completion: Item): readonly Item[] {
  const key = keyOf(completion.id);
  const { message, finish_reason: finish } = listOf(completion.choices)[0] ?? {};
  const { content, reasoning, tool_calls: calls } = recordOf(message);
  const status = finish === 'length' ? 'incomplete' : 'completed';
  const items = [
    ...(typeof reasoning === 'string' ? [reasoningItem(`rs_${key}`, reasoning)] : []),
    ...(typeof content === 'string' ? [messageItem(`msg_${key}`, status, [textPart(content)])] : []),
  ];
  const called = listOf(calls).map((call, index) => {
    const { name, arguments: given } = recordOf(call.function);
    const written = {
      id: `fc_${key}_${index}`,
      callId: String(call.id),
      name: String(name),
      given: String(given),
    };
    return callItem(written, status);
  });
  return [...items, ...called];
}

function usageOf(usage: unknown): Item {
  const {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
    ...details
  } = recordOf(usage);
  const read = recordOf(details.prompt_tokens_details);
  const written = recordOf(details.completion_tokens_details);
  return {
    input_tokens: numberOf(input),
    input_tokens_details: {
      cached_tokens: numberOf(read.cached_tokens),
      cache_write_tokens: numberOf(read.cache_write_tokens),
    },
    output_tokens: numberOf(output),
    output_tokens_details: { reasoning_tokens: numberOf(written.reasoning_tokens) },
    total_tokens: numberOf(total),
  };
}

export interface ResponseState {
  /** A reply or a chunk of the chat: its id, its time and its model. */
  readonly head: Item;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly Item[];
  readonly usage?: unknown;
  readonly error?: Item;
}

/** The response object. */
export function responseOf(request: ResponseRequest, state: ResponseState): Item {
  const { head, status, output, usage, error } = state;
  return {
    id: `resp_${keyOf(head.id)}`,
    object: 'response',
    created_at: head.created,
    status,
    background: false,
    ...(status !== 'in_progress' && { completed_at: status === 'completed' ? head.created : null }),
    error: error === undefined ? null : { code: error.code, message: error.message },
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: head.model,
    output,
    usage: usage === undefined ? null : usageOf(usage),
    ...settingsOf(request),
  };
}

/** What was asked for, with the defaults of what was not. */
function settingsOf(request: ResponseRequest): Item {
  const { effort = null, summary = null } = request.reasoning ?? {};
  return {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort, summary },
    service_tier: 'default',
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: request.text?.format ? request.text : { ...request.text, format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: 'disabled',
    user: request.user ?? null,
  };
}
