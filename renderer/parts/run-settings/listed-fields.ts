/**
 * Fields that catalogs list and few models take, each with what it does and a value to begin with. They have no field of
 * their own in the form, and are sent as extra parameters. Sources: openrouter.ai/docs/api-reference/parameters,
 * docs.vllm.ai (sampling parameters), github.com/ggml-org/llama.cpp (server), platform.openai.com/docs/api-reference/chat.
 */

export interface ListedField {
  readonly help: string;
  /** Absent where only the person can know one. */
  readonly example?: unknown;
}

const fields: Readonly<Record<string, ListedField>> = {
  audio: { help: 'Voice and format of a spoken reply.', example: { voice: 'alloy', format: 'wav' } },
  best_of: { help: 'Writes so many replies and keeps the likeliest. Each is charged.', example: 2 },
  cache_prompt: { help: 'Keeps the beginning of the prompt for the next request.', example: true },
  chat_template_kwargs: {
    help: 'Values for the template that the server writes the chat with.',
    example: { enable_thinking: false },
  },
  dry_allowed_length: { help: 'How long a repeated stretch may be before it is penalized.', example: 2 },
  dry_base: { help: 'How fast the penalty grows with the length of a repeated stretch.', example: 1.75 },
  dry_multiplier: { help: 'Penalizes repeated stretches; 0 does not.', example: 0.8 },
  early_stopping: { help: 'Ends a search by beams once enough replies are complete.', example: true },
  echo: { help: 'Repeats the prompt before the reply.', example: true },
  grammar: { help: 'A grammar in GBNF that the reply has to follow.', example: 'root ::= "yes" | "no"' },
  guided_choice: { help: 'The reply is one of these.', example: ['yes', 'no'] },
  guided_grammar: { help: 'A grammar that the reply has to follow.', example: 'root ::= "yes" | "no"' },
  guided_json: { help: 'A JSON Schema that the reply has to follow.', example: { type: 'object' } },
  guided_regex: {
    help: 'A regular expression that the reply has to match.',
    example: '\\d{4}-\\d{2}-\\d{2}',
  },
  ignore_eos: { help: 'Goes on after the model ended its reply, up to the limit of tokens.', example: true },
  image_config: { help: 'Shape and size of images in the reply.', example: { aspect_ratio: '16:9' } },
  length_penalty: {
    help: 'In a search by beams: above 1 favors longer replies, below 1 shorter ones.',
    example: 1,
  },
  min_tokens: { help: 'The reply does not end before so many tokens.', example: 16 },
  mirostat: { help: 'Keeps the surprise of the text even: 0 is off, 1 and 2 are its versions.', example: 2 },
  mirostat_eta: { help: 'How quickly Mirostat follows the text.', example: 0.1 },
  mirostat_tau: { help: 'The surprise that Mirostat aims at: lower is more focused.', example: 5 },
  modalities: { help: 'What a reply may hold.', example: ['text', 'image'] },
  models: { help: 'Models that answer where the chosen one can’t, in their order.' },
  num_ctx: { help: 'The context in tokens that a local server loads the model with.', example: 8_192 },
  plugins: {
    help: 'What the gateway does beside the model, such as a search of the web.',
    example: [{ id: 'web' }],
  },
  prediction: { help: 'Text that most of the reply is expected to repeat; it comes faster then.' },
  prompt_cache_key: {
    help: 'Requests with the same key share what is cached of their prompts.',
    example: 'docs',
  },
  prompt_cache_retention: { help: 'How long what is cached of a prompt is kept.', example: '24h' },
  provider: { help: 'Which providers may answer, and in which order.', example: { allow_fallbacks: false } },
  repeat_last_n: { help: 'How many of the last tokens count as repeated.', example: 64 },
  repeat_penalty: { help: 'Above 1 avoids tokens that were there already.', example: 1.1 },
  route: { help: 'Whether another model answers where the chosen one can’t.', example: 'fallback' },
  safety_identifier: { help: 'Stands for the person who asks, without naming them.' },
  skip_special_tokens: { help: 'Leaves the model’s own marks out of the text.', example: false },
  stop_token_ids: { help: 'The reply ends at one of these tokens.' },
  tfs_z: {
    help: 'Leaves unlikely tokens out where the curve of chances flattens; 1 does not.',
    example: 0.95,
  },
  transforms: { help: 'How a prompt that is too long is shortened.', example: ['middle-out'] },
  truncate_prompt_tokens: { help: 'Keeps only so many tokens from the end of the prompt.', example: 4_096 },
  typical_p: { help: 'Samples from tokens that are about as likely as expected; 1 does not.', example: 0.95 },
  use_beam_search: { help: 'Searches for the likeliest reply by beams.', example: true },
  web_search_options: {
    help: 'Lets the model search the web. Searches may be charged on their own.',
    example: { search_context_size: 'medium' },
  },
  xtc_probability: {
    help: 'How often the likeliest tokens are left out, for more varied texts.',
    example: 0.5,
  },
  xtc_threshold: { help: 'How likely a token has to be for that to reach it.', example: 0.1 },
};

/** `null` where nothing is known of it but its name. */
export const listedField = (name: string): ListedField | null =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;

export const listedNames: readonly string[] = Object.keys(fields);
