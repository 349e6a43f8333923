/** Why a reply ended, under the names that gateways have for it. */

/**
 * - `whole`: the model was done, or asks for tools.
 * - `limit`: it reached the limit of tokens, its own or that of the context.
 * - `filter`: a filter or the model itself ended it.
 * - `broken`: the gateway gave up on the way.
 * - `other`: a reason of the gateway's own.
 */
type Ending = 'whole' | 'limit' | 'filter' | 'broken' | 'other';

const WHOLE =
  /^(?:stop|end_?turn|eos(?:_token)?|stop_?sequence|tool_(?:calls?|use)|function_calls?|completed?|finish(?:ed)?|done|normal|success|word|endoftext)$/;
/** Mistral's `model_length`, Anthropic's `max_tokens` and `model_context_window_exceeded`, llama.cpp's `limit`. */
const LIMIT =
  /^(?:(?:model_|max_)?length|max_(?:output_|new_|completion_)?tokens|model_context_window_exceeded|(?:token_)?limit)$/;
/** Gemini adds what it found, as in `content_filter: PROHIBITED_CONTENT`; GLM says `sensitive`. */
const FILTER =
  /^(?:content_filter\b.*|content_filtered|safety|prohibited_content|sensitive|recitation|blocklist|spii|image_safety|guardrail_intervened|refusal)$/;
/** DeepSeek's, GLM's, the local servers' and watsonx's words; Gemini's for a call that it could not read. */
const BROKEN =
  /^(?:insufficient_system_resource|network_error|abort(?:ed)?|cancell?ed|time_?limit|timeout|error|(?:function_call_filter\b.*)?malformed_function_call)$/;

/** `null` where none was given: that is no ending. */
export function endingOf(reason: string | null): Ending | null {
  const word = reason?.trim().toLowerCase() ?? '';
  if (word === '') return null;
  if (WHOLE.test(word)) return 'whole';
  if (LIMIT.test(word)) return 'limit';
  if (FILTER.test(word)) return 'filter';
  return BROKEN.test(word) ? 'broken' : 'other';
}
