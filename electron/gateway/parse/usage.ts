/** The tokens of a reply by their kinds, under every name that gateways have for them. What is not stated is left out. */
import type { TokenDetails } from '../../../shared/money/token-usage';
import type { ChatUsage } from '../types/chat';
import { isRecord, type JsonRecord, textOrNull, tokensOrNull } from './json';

/** The usage of a body; some streams hold it in an object of their own (Groq) or in a choice (Moonshot). */
export function readBodyUsage(body: JsonRecord): ChatUsage | null {
  const { usage, x_groq, choices, usageMetadata, timings, response, Response: capital, result } = body;
  const ofChoices = (Array.isArray(choices) ? choices : []).filter(isRecord).map((choice) => choice.usage);
  const inside = [response, result, capital].filter(isRecord).flatMap((one) => [one.usage, one.Usage]);
  const places = [usage, isRecord(x_groq) ? x_groq.usage : null, ...ofChoices, usageMetadata];
  // Bedrock's events and Cohere's have it inside of others.
  const ofEvent = [body.metadata, body.delta].filter(isRecord).map((event) => event.usage);
  const ofCohere = [usage, ...ofEvent].filter(isRecord).flatMap((one) => [one.tokens, one.billed_units]);
  places.push(...ofCohere, ...ofEvent);
  places.push(body.Usage, ...inside, typeof body.eval_count === 'number' ? body : null);
  places.push(...placesOfServers(body));
  return places.map(readUsage).find((read) => read !== null) ?? readTimings(timings);
}

/** Where the servers of `server-forms.ts` and Cohere’s first chat have it. */
function placesOfServers(body: JsonRecord): readonly unknown[] {
  const { meta, meta_info, stats, chatResponse, details, data } = body;
  const metas = [meta, recordAt(body.response).meta]
    .map(recordAt)
    .flatMap((one) => [one.tokens, one.billed_units]);
  const listed = [data, body.output]
    .flat()
    .filter(isRecord)
    .map(({ usage }) => usage);
  const isUsage = [body.event, body.type].some((name) => /usage/i.test(textOrNull(name) ?? ''));
  return [
    ...metas,
    body.metrics,
    isUsage ? (isRecord(data) ? data : body) : null,
    meta_info,
    stats,
    recordAt(body.result).stats,
    recordAt(chatResponse).usage,
    details,
    ...listed,
  ];
}

const recordAt = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** Counters of servers that state the prompt in one event and the reply in another, with a zero or nothing in its place. */
const COUNTERS = [
  ...['input_token_count', 'prompt_token_count', 'inputTextTokenCount', 'tokens_evaluated'],
  ...['generated_token_count', 'generation_token_count', 'totalOutputTextTokenCount', 'tokens_predicted'],
  'tokenCount',
];

function countersIn(body: JsonRecord): JsonRecord {
  const [first] = Array.isArray(body.results) ? body.results : [];
  const all = [body, first]
    .filter(isRecord)
    .flatMap((one) => COUNTERS.map((name) => [name, one[name]] as const));
  return Object.fromEntries(all.filter(([, count]) => (tokensOrNull(count) ?? 0) > 0));
}

/**
 * The usage of the bodies of one stream, each read in turn. Anthropic's states the prompt in the `message` that it begins
 * with and the reply in the event that ends it (docs.anthropic.com/en/api/messages-streaming): neither is whole alone.
 */
export function createUsageReader(): (body: JsonRecord) => ChatUsage | null {
  let begun: JsonRecord = {};
  let counters: JsonRecord = {};
  return (body) => {
    counters = { ...counters, ...countersIn(body) };
    if (isRecord(body.message) && isRecord(body.message.usage)) begun = body.message.usage;
    const own = readBodyUsage(body) ?? readUsage(counters);
    if (own !== null || !isRecord(body.usage)) return own;
    return readUsage({ ...begun, ...body.usage });
  };
}

/** llama.cpp counts in its `timings` where no usage was asked for; what its cache held is apart (tools/server/README.md). */
function readTimings(timings: unknown): ChatUsage | null {
  if (!isRecord(timings)) return null;
  const fresh = tokensOrNull(timings.prompt_n);
  const cachedTokens = tokensOrNull(timings.cache_n);
  const completionTokens = tokensOrNull(timings.predicted_n);
  if (fresh === null || completionTokens === null) return null;
  const promptTokens = fresh + (cachedTokens ?? 0);
  return { promptTokens, completionTokens, ...(cachedTokens !== null && { cachedTokens }) };
}

const PROMPT = [
  ...['prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens', 'promptTokenCount'],
  ...['prompt_eval_count', 'PromptTokens', 'input_token_count', 'prompt_token_count'],
  ...['inputTextTokenCount', 'tokens_evaluated', 'input_length', 'input_count', 'input'],
];
const COMPLETION = [
  'completion_tokens',
  'output_tokens',
  'completionTokens',
  'outputTokens',
  'candidatesTokenCount',
  'eval_count',
  'CompletionTokens',
  ...['generated_token_count', 'generation_token_count', 'totalOutputTextTokenCount', 'tokenCount'],
  ...['tokens_predicted', 'generated_tokens', 'output_count', 'total_output_tokens', 'output'],
];
const TOTAL = ['total_tokens', 'totalTokens', 'totalTokenCount'];
const DETAILS = [
  'prompt_tokens_details',
  'input_tokens_details',
  'prompt_token_details',
  'input_token_details',
  'promptTokensDetails',
  'inputTokensDetails',
];
const OUT_DETAILS = [
  'completion_tokens_details',
  'output_tokens_details',
  'completion_token_details',
  'completionTokensDetails',
  'candidatesTokensDetails',
];
const CACHED = [
  ...['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens', 'cache_read_tokens'],
  ...['cachedTokens', 'cached_prompt_tokens', 'num_cached_tokens', 'cachedContentTokenCount'],
  ...['cached_input_tokens', 'cacheReadInputTokens', 'cachedInputTokens'],
];
const CACHE_WRITE = [
  ...['cache_write_tokens', 'cache_creation_input_tokens', 'cache_creation_tokens', 'cacheWriteTokens'],
  ...['cache_write_input_tokens', 'cacheWriteInputTokens', 'cacheCreationInputTokens'],
];
/** In `cache_creation` (docs.anthropic.com/en/api/messages) or LiteLLM's `cache_creation_token_details`. */
const HOUR = ['ephemeral_1h_input_tokens', 'ephemeral1hInputTokens'];
const OF_WRITES = ['cache_creation', 'cacheCreation', 'cache_creation_token_details'];
const REASONING = [
  'reasoning_tokens',
  'thinking_tokens',
  'reasoningTokens',
  'thoughtsTokenCount',
  'thoughts_tokens',
  'reasoning_output_tokens',
];
const AUDIO = ['audio_tokens', 'audioTokens'];
const IMAGE = ['image_tokens', 'imageTokens'];
const ACCEPTED = ['accepted_prediction_tokens', 'acceptedPredictionTokens'];
const REJECTED = ['rejected_prediction_tokens', 'rejectedPredictionTokens'];
const SEARCHES = ['web_search_requests', 'num_search_queries', 'num_web_searches', 'webSearchRequests'];

/** `null` unless the tokens of the prompt and of the reply are both stated. */
function readUsage(usage: unknown): ChatUsage | null {
  if (!isRecord(usage)) return null;
  // Gemini leaves the reply out where all of it was thinking.
  const isThoughtAlone = usage.thoughtsTokenCount !== undefined && usage.candidatesTokenCount === undefined;
  const prompt = firstOf([usage], PROMPT);
  const completion = firstOf([usage], COMPLETION) ?? (isThoughtAlone ? 0 : null);
  if (prompt === null || completion === null) return null;
  const ofPrompt = [usage, ...recordsAt(usage, DETAILS)];
  const ofReply = [usage, ...recordsAt(usage, OUT_DETAILS)];
  const cached = firstOf(ofPrompt, CACHED);
  const reasoning = firstOf(ofReply, REASONING);
  const details = readDetails(usage);
  const sizes = { prompt, completion, cached: cached ?? 0, write: details.cacheWrite ?? 0 };
  return {
    ...wholeOf(usage, { ...sizes, reasoning: reasoning ?? 0 }),
    ...(cached !== null && { cachedTokens: cached }),
    ...(reasoning !== null && { reasoningTokens: reasoning }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

interface Sizes {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
  readonly write: number;
  readonly reasoning: number;
}

/**
 * All tokens of the prompt and of the reply. Anthropic and Bedrock count what a cache read or wrote apart from the prompt
 * (docs.anthropic.com/en/api/messages, `usage`); Gemini (ai.google.dev/api/generate-content, `UsageMetadata`) and xAI count
 * thinking apart from the reply: there the total is more than both.
 */
function wholeOf(usage: JsonRecord, { prompt, completion, cached, write, reasoning }: Sizes) {
  const total = firstOf([usage], TOTAL);
  const isWhole = total === null || total === prompt + completion;
  const ofCache = cached + write;
  const isCacheApart =
    (usage.prompt_tokens === undefined && APART.some((name) => tokensOrNull(usage[name]) !== null)) ||
    ofCache > prompt ||
    (!isWhole &&
      ofCache > 0 &&
      [0, reasoning].some((more) => total === prompt + completion + ofCache + more));
  const promptTokens = isCacheApart ? prompt + ofCache : prompt;
  const isThoughtApart =
    usage.candidatesTokenCount !== undefined ||
    reasoning > completion ||
    (!isWhole && reasoning > 0 && total === promptTokens + completion + reasoning);
  return { promptTokens, completionTokens: isThoughtApart ? completion + reasoning : completion };
}

/** Beside `input_tokens` they are apart from it; in `input_tokens_details` they are part of it. */
const APART = [
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
];

function readDetails(usage: JsonRecord): TokenDetails {
  const [prompt, reply] = [recordsAt(usage, DETAILS), recordsAt(usage, OUT_DETAILS)];
  const found = {
    cacheWrite: firstOf([usage, ...prompt], CACHE_WRITE) ?? sumOf(usage.cache_creation),
    cacheWriteHour: firstOf(
      [usage, ...prompt].flatMap((record) => recordsAt(record, OF_WRITES)),
      HOUR,
    ),
    inputAudio: firstOf(prompt, AUDIO) ?? ofModality(usage, DETAILS, 'AUDIO'),
    inputImage: firstOf(prompt, IMAGE) ?? ofModality(usage, DETAILS, 'IMAGE'),
    outputAudio: firstOf(reply, AUDIO) ?? ofModality(usage, OUT_DETAILS, 'AUDIO'),
    outputImage: firstOf(reply, IMAGE) ?? ofModality(usage, OUT_DETAILS, 'IMAGE'),
    accepted: firstOf(reply, ACCEPTED),
    rejected: firstOf(reply, REJECTED),
    searches: firstOf([usage, ...recordsAt(usage, ['server_tool_use', 'server_tool_use_details'])], SEARCHES),
  };
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count !== null && count > 0));
}

/** What a cache keeps for five minutes and for an hour, as Anthropic's interface has it. */
function sumOf(record: unknown): number | null {
  if (!isRecord(record)) return null;
  return Object.values(record).reduce<number>((sum, value) => sum + (tokensOrNull(value) ?? 0), 0);
}

/** Lists such as `[{ modality: 'AUDIO', tokenCount: 12 }]`, as Gemini's own interface has them. */
function ofModality(usage: JsonRecord, names: readonly string[], modality: string): number | null {
  const lists = names.flatMap((name) => (Array.isArray(usage[name]) ? usage[name] : [])).filter(isRecord);
  return firstOf(
    lists.filter((one) => one.modality === modality),
    ['tokenCount'],
  );
}

const recordsAt = (usage: JsonRecord, names: readonly string[]): readonly JsonRecord[] =>
  names.map((name) => usage[name]).filter(isRecord);

function firstOf(records: readonly JsonRecord[], names: readonly string[]): number | null {
  const values = records.flatMap((record) => names.map((name) => tokensOrNull(record[name])));
  return values.find((value) => value !== null) ?? null;
}
