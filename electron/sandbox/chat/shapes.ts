/** OpenAI's response formats for a chat completion, whole and in chunks. */
import type { FinishReason } from './generation';
import type { CalledTool } from './tools';

const SYSTEM_FINGERPRINT = 'fp_sandbox_1';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A function that a choice calls; its text is the arguments. */
export interface CallHead extends Pick<CalledTool, 'name' | 'isLegacy'> {
  readonly id: string;
}

export interface CompletedChoice {
  readonly text: string;
  readonly finish: FinishReason;
  readonly call?: CallHead;
}

/** A finished call, as it is returned and as it is stored for a repeated `Idempotency-Key`. */
export interface Completion {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
  readonly choices: readonly CompletedChoice[];
  readonly usage: Usage;
  readonly costMicros: number;
}

export type Head = Pick<Completion, 'id' | 'created' | 'model'>;

export function usageBody({ promptTokens, completionTokens }: Usage): Record<string, unknown> {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

export function completionBody(completion: Completion): Record<string, unknown> {
  return {
    ...head(completion, 'chat.completion'),
    choices: completion.choices.map((choice, index) => ({
      index,
      message: messageOf(choice),
      logprobs: null,
      finish_reason: finishOf(choice.finish, choice.call),
    })),
    usage: usageBody(completion.usage),
  };
}

function messageOf({ text, call }: CompletedChoice): Record<string, unknown> {
  const message = { role: 'assistant', content: call === undefined ? text : null, refusal: null };
  if (call === undefined) return message;
  const { id, name, isLegacy } = call;
  const called = { name, arguments: text };
  return isLegacy
    ? { ...message, function_call: called }
    : { ...message, tool_calls: [{ id, type: 'function', function: called }] };
}

/** OpenAI's reason for a whole call; one that is cut has the reason of the cut. */
export function finishOf(finish: FinishReason, call: CallHead | undefined): string {
  if (finish !== 'stop' || call === undefined) return finish;
  return call.isLegacy ? 'function_call' : 'tool_calls';
}

/** What the first chunk of a choice says. */
export function openingDelta(call: CallHead | undefined): Record<string, unknown> {
  const delta = { role: 'assistant', content: call === undefined ? '' : null, refusal: null };
  if (call === undefined) return delta;
  const { id, name, isLegacy } = call;
  const called = { name, arguments: '' };
  return isLegacy
    ? { ...delta, function_call: called }
    : { ...delta, tool_calls: [{ index: 0, id, type: 'function', function: called }] };
}

/** More text of a choice. */
export function textDelta(text: string, call: CallHead | undefined): Record<string, unknown> {
  if (call === undefined) return { content: text };
  if (call.isLegacy) return { function_call: { arguments: text } };
  return { tool_calls: [{ index: 0, function: { arguments: text } }] };
}

/** One chunk; `choice` is `null` for the last one of a request with `include_usage`. */
export function chunkBody(
  call: Head,
  choice: { index: number; delta: Record<string, unknown>; finish: string | null } | null,
): Record<string, unknown> {
  const choices =
    choice === null
      ? []
      : [{ index: choice.index, delta: choice.delta, logprobs: null, finish_reason: choice.finish }];
  return { ...head(call, 'chat.completion.chunk'), choices };
}

function head({ id, created, model }: Head, object: string): Record<string, unknown> {
  return { id, object, created, model, system_fingerprint: SYSTEM_FINGERPRINT };
}
