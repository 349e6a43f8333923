/** Fields that are known not to change what a request costs; any other one may. */
import type { Extra } from './field-names';

const free: ReadonlySet<string> = new Set([
  // Who asks, and what the gateway keeps of it.
  ...['user', 'metadata', 'session_id', 'tags', 'trace', 'store', 'safety_identifier', 'prompt_cache_key'],
  // Which of the likely tokens is taken, when it ends, how it comes, and what is told of it.
  ...['temperature', 'top_p', 'seed', 'stop', 'stop_sequences', 'presence_penalty', 'frequency_penalty'],
  ...['stream', 'stream_options'],
  ...['logit_bias', 'top_k', 'min_p', 'top_a', 'typical_p', 'tfs', 'repetition_penalty', 'logprobs'],
  ...[
    'top_logprobs',
    'verbosity',
    'parallel_tool_calls',
    'response_format',
    'mirostat',
    'mirostat_eta',
    'mirostat_tau',
  ],
  // How a result looks or sounds, and in which form it comes.
  ...['voice', 'voice_id', 'speed'],
  ...['negative_prompt', 'guidance', 'guidance_scale', 'cfg_scale', 'sampler', 'scheduler', 'clip_skip'],
  ...['background', 'output_format', 'output_compression', 'moderation', 'enable_safety_checker'],
  ...['safety_tolerance', 'language', 'pitch', 'volume', 'emotion', 'stream_format'],
  // The Sandbox's own, which make it slow or fail.
  ...['tokens_per_second', 'fail', 'fail_status', 'fail_code', 'fail_id', 'fail_times', 'fail_after'],
  ...['fail_after_tokens', 'fail_retry_after', 'fail_delay_ms'],
]);

/**
 * Whether extra parameters may change the price in a way that nobody can foresee.
 * @param counted names whose values the price is worked out with
 */
export const hasOpenField = (extra: Extra | undefined, counted: readonly string[]): boolean =>
  Object.keys(extra ?? {}).some((name) => !free.has(name) && !counted.includes(name));
