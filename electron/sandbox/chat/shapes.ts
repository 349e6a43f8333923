/** OpenAI's response formats for a chat completion, whole and in chunks. */
import type { FinishReason } from './generation';

const SYSTEM_FINGERPRINT = 'fp_sandbox_1';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A finished call, as it is returned and as it is stored for a repeated `Idempotency-Key`. */
export interface Completion {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
  readonly choices: readonly { readonly text: string; readonly finish: FinishReason }[];
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
    choices: completion.choices.map(({ text, finish }, index) => ({
      index,
      message: { role: 'assistant', content: text, refusal: null },
      logprobs: null,
      finish_reason: finish,
    })),
    usage: usageBody(completion.usage),
  };
}

/** One chunk; `choice` is `null` for the last one of a request with `include_usage`. */
export function chunkBody(
  call: Head,
  choice: { index: number; delta: Record<string, unknown>; finish: FinishReason | null } | null,
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
