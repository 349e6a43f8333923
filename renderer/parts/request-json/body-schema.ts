/**
 * The schema of a chat request, for completion and checks: names and values of OpenAI's reference
 * (platform.openai.com/docs/api-reference/chat/create), with those that Anthropic's and Gemini's compatible endpoints add.
 * It refuses no field that it does not know: other gateways have others.
 */
import type { JsonSchema } from '../../../shared/run/response-format';

export type BodyPart = 'body' | 'message';

const text = { type: 'string' };
const flag = { type: ['boolean', 'null'] };
const number = { type: ['number', 'null'] };
const object = { type: ['object', 'null'] };
const texts = (...words: string[]) => ({ type: 'string', examples: words });
const record = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];

const toolCall = record({
  id: text,
  type: texts('function', 'custom'),
  function: { ...record({ name: text, arguments: text }), required: ['name', 'arguments'] },
  custom: record({ name: text, input: text }),
  extra_content: record({ google: record({ thought_signature: text }) }),
});

const contentPart = record({
  type: texts('text', 'image_url', 'input_audio', 'file', 'refusal', 'video_url', 'thinking'),
  text,
  image_url: { ...record({ url: text, detail: texts('auto', 'low', 'high') }), required: ['url'] },
  input_audio: record({ data: text, format: texts('wav', 'mp3') }),
  file: record({ filename: text, file_data: text, file_id: text }),
  refusal: text,
  cache_control: record({ type: texts('ephemeral'), ttl: texts('5m', '1h') }),
});

const message: JsonSchema = {
  ...record({
    role: texts(...roles),
    content: { type: ['string', 'array', 'null'], items: { ...contentPart, required: ['type'] } },
    name: text,
    refusal: { type: ['string', 'null'] },
    tool_calls: { type: ['array', 'null'], items: toolCall },
    tool_call_id: text,
    audio: { ...object, properties: { id: text } },
    reasoning_content: { type: ['string', 'null'] },
    extra_content: object,
  }),
  required: ['role'],
};

const schemaFormat = {
  ...record({ name: text, description: text, schema: object, strict: flag }),
  required: ['name'],
};

const body: JsonSchema = {
  ...record({
    model: text,
    messages: { type: 'array', items: message },
    temperature: { ...number, minimum: 0, maximum: 2 },
    top_p: { ...number, minimum: 0, maximum: 1 },
    max_completion_tokens: { type: ['integer', 'null'], minimum: 1 },
    max_tokens: { type: ['integer', 'null'], minimum: 1 },
    stream: flag,
    stream_options: { ...object, properties: { include_usage: flag, include_obfuscation: flag } },
    n: { type: ['integer', 'null'], minimum: 1, maximum: 128 },
    stop: { type: ['string', 'array', 'null'], items: text },
    seed: { type: ['integer', 'null'] },
    presence_penalty: { ...number, minimum: -2, maximum: 2 },
    frequency_penalty: { ...number, minimum: -2, maximum: 2 },
    logit_bias: object,
    logprobs: flag,
    top_logprobs: { type: ['integer', 'null'], minimum: 0, maximum: 20 },
    response_format: record({ type: texts('text', 'json_object', 'json_schema'), json_schema: schemaFormat }),
    tools: {
      type: 'array',
      items: record({
        type: texts('function', 'custom'),
        function: {
          ...record({ name: text, description: text, parameters: object, strict: flag }),
          required: ['name'],
        },
        custom: record({ name: text, description: text, format: object }),
      }),
    },
    tool_choice: { type: ['string', 'object'], examples: ['auto', 'none', 'required'] },
    parallel_tool_calls: flag,
    modalities: { type: ['array', 'null'], items: texts('text', 'audio') },
    audio: { ...object, properties: { voice: text, format: texts('wav', 'mp3', 'flac', 'opus', 'pcm16') } },
    prediction: { ...object, properties: { type: texts('content'), content: { type: ['string', 'array'] } } },
    reasoning_effort: { type: ['string', 'null'], examples: ['none', 'minimal', 'low', 'medium', 'high'] },
    verbosity: { type: ['string', 'null'], examples: ['low', 'medium', 'high'] },
    web_search_options: record({
      search_context_size: texts('low', 'medium', 'high'),
      user_location: object,
    }),
    service_tier: { type: ['string', 'null'], examples: ['auto', 'default', 'flex', 'priority'] },
    metadata: object,
    store: flag,
    user: text,
    safety_identifier: text,
    prompt_cache_key: text,
    thinking: record({ type: texts('enabled', 'disabled'), budget_tokens: { type: 'integer' } }),
    extra_body: record({
      google: record({ cached_content: text, thinking_config: object, safety_settings: { type: 'array' } }),
    }),
  }),
  required: ['model', 'messages'],
};

export const bodySchemas: Readonly<Record<BodyPart, JsonSchema>> = { body, message };

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of what stands at a path; `null` where none is known. */
export function schemaAt(part: BodyPart, path: readonly (string | number)[]): JsonSchema | null {
  let at: unknown = bodySchemas[part];
  for (const step of path) {
    if (!isRecord(at)) return null;
    at = typeof step === 'number' ? at.items : isRecord(at.properties) ? at.properties[step] : undefined;
  }
  return isRecord(at) ? at : null;
}
