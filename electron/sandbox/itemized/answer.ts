/**
 * The answer of an itemized model in OpenAI's shape, with what OpenRouter adds to it: thinking with signatures, tokens
 * written to a cache, pictures. The same request has the same answer.
 */
import { createHash } from 'node:crypto';
import type { AnswerParts, BenchAnswer } from '../bench/answer';
import type { SaidDelta } from '../bench/events';
import { type BenchRequest, promptText } from '../bench/mind';
import { valueFor } from '../chat/schemas';
import { finishOf } from '../chat/shapes';
import { type CalledTool, demandedTool, functionsOf } from '../chat/tools';
import { readCache } from './cache';
import { type ItemizedModel, itemizedCost, type KindCounts } from './prices';
import { logprobsOf } from './probabilities';
import { cameBack, detailsOf, type ThinkingDetail, thoughts } from './thoughts';

export interface ItemizedAnswer extends BenchAnswer {
  readonly costMicros: number;
  readonly reasoning: readonly string[];
  readonly details: readonly ThinkingDetail[];
  readonly logprobs: readonly unknown[] | null;
}

const TOKENS_AROUND_MESSAGE = 4;
const TOKENS_OF_IMAGE = 85;
const TOKENS_OF_PAINTED_IMAGE = 129;
const BYTES_PER_AUDIO_TOKEN = 1_000;

type Json = Readonly<Record<string, unknown>>;
const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const filesOf = ({ messages }: BenchRequest, type: string): readonly Json[] =>
  messages
    .flatMap(({ content }) => listOf(content))
    .map(recordOf)
    .filter((part) => part.type === type);

const audioTokens = (request: BenchRequest): number =>
  filesOf(request, 'input_audio')
    .map((part) => Buffer.from(String(recordOf(part.input_audio).data ?? ''), 'base64').length)
    .reduce((sum, bytes) => sum + Math.ceil(bytes / BYTES_PER_AUDIO_TOKEN), 0);

const asked = ({ messages }: BenchRequest): string => {
  const { content } = messages.findLast(({ role }) => role === 'user') ?? {};
  return promptText({ model: '', messages: [{ role: 'user', content }] }).split('\n""')[0] ?? '';
};

/** A prefilled reply is gone on with; a first request with tools asks for the first of them. */
function textOf(request: BenchRequest): string {
  const last = request.messages.at(-1);
  if (last?.role === 'assistant') return ' and so it goes on, word by word.';
  const back = cameBack(request.messages);
  const memory =
    back === null ? '' : `My earlier thinking ${back ? 'came back whole' : 'did not come back'}. `;
  return inFormat(request, `${memory}You said: ${asked(request).slice(0, 400)}`);
}

function inFormat({ response_format: format }: BenchRequest, text: string): string {
  const { type, json_schema: named, schema = recordOf(named).schema } = recordOf(format);
  if (type !== 'json_object' && type !== 'json_schema') return text;
  if (schema === undefined) return JSON.stringify({ reply: text });
  return JSON.stringify(valueFor(recordOf(schema), seedOf(text)));
}

interface WrittenCall {
  /** By the field `function_call`, as before there were tools. */
  readonly isLegacy: boolean;
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What the request demands, or the first tool until a result has come; its arguments follow its schema. */
function toolCall(request: BenchRequest): WrittenCall | null {
  const tool = demandedTool(request) ?? offeredTool(request);
  if (tool === null) return null;
  const text = JSON.stringify(request.messages);
  const given = JSON.stringify(valueFor(tool.parameters, seedOf(text)));
  const before = request.messages.flatMap((message) => listOf(recordOf(message).tool_calls)).length;
  const { name, isLegacy } = tool;
  return { isLegacy, id: `call_${before + 1}`, type: 'function', function: { name, arguments: given } };
}

function offeredTool(request: BenchRequest): CalledTool | null {
  const hasResult = request.messages.some(({ role }) => role === 'tool' || role === 'function');
  if (request.tool_choice === 'none' || request.function_call === 'none' || hasResult) return null;
  return functionsOf(request)[0] ?? null;
}

const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function itemizedAnswer(
  request: BenchRequest,
  model: ItemizedModel,
  { split, memory, id, created }: AnswerParts,
): ItemizedAnswer {
  const call = toolCall(request);
  const most = Number(request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY);
  const pieces = call === null ? split(textOf(request)).slice(0, most) : [];
  const reasoning = thoughts(request, split);
  const wanted = listOf(request.modalities);
  const isCut = call === null && pieces.length === most;
  const counts = countsOf(request, {
    ...readCache(request.messages, split, memory.seen),
    text: split(promptText(request)).length + request.messages.length * TOKENS_AROUND_MESSAGE,
    output: pieces.length + (call === null ? 0 : split(JSON.stringify(call.function)).length),
    reasoning: reasoning.length,
    outputAudio: wanted.includes('audio') ? 2 * pieces.length : 0,
    outputImage: wanted.includes('image') ? TOKENS_OF_PAINTED_IMAGE : 0,
  });
  const details = detailsOf(reasoning.join(''));
  const logprobs =
    request.logprobs === true ? logprobsOf(pieces, Number(request.top_logprobs ?? 0), model) : null;
  const finish =
    call !== null ? finishOf('stop', { ...call, name: call.function.name }) : isCut ? 'length' : 'stop';
  const choice = {
    index: 0,
    message: messageOf(pieces, { reasoning, details, call, isPainted: wanted.includes('image') }),
    logprobs: logprobs && { content: logprobs, refusal: null },
    finish_reason: finish,
  };
  const usage = usageOf(counts);
  return {
    body: { id, object: 'chat.completion', created, model: model.id, choices: [choice], usage },
    pieces: [pieces],
    usage,
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    costMicros: itemizedCost(counts, model),
    reasoning,
    details,
    logprobs,
  };
}

function messageOf(
  pieces: readonly string[],
  { reasoning, details, call, isPainted }: Said,
): Readonly<Record<string, unknown>> {
  const url = `data:image/png;base64,${PNG}`;
  return {
    role: 'assistant',
    content: call === null ? pieces.join('') : null,
    refusal: null,
    ...(reasoning.length > 0 && { reasoning: reasoning.join(''), reasoning_details: details }),
    ...(call !== null && calledIn(call)),
    ...(isPainted && { images: [{ type: 'image_url', image_url: { url } }] }),
  };
}

const calledIn = ({ isLegacy, ...call }: WrittenCall): object =>
  isLegacy ? { function_call: call.function } : { tool_calls: [call] };

interface Said extends Pick<ItemizedAnswer, 'reasoning' | 'details'> {
  readonly call: WrittenCall | null;
  readonly isPainted: boolean;
}

interface Counted {
  readonly text: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly outputAudio: number;
  readonly outputImage: number;
}

const countsOf = (request: BenchRequest, { text, ...counted }: Counted): KindCounts => ({
  ...counted,
  input: text - counted.cached - counted.cacheWrite,
  inputAudio: audioTokens(request),
  inputImage: filesOf(request, 'image_url').length * TOKENS_OF_IMAGE,
});

function usageOf(counts: KindCounts) {
  const prompt = counts.input + counts.cached + counts.cacheWrite + counts.inputAudio + counts.inputImage;
  const reply = counts.output + counts.reasoning + counts.outputAudio + counts.outputImage;
  return {
    prompt_tokens: prompt,
    completion_tokens: reply,
    total_tokens: prompt + reply,
    prompt_tokens_details: {
      cached_tokens: counts.cached,
      cache_write_tokens: counts.cacheWrite,
      audio_tokens: counts.inputAudio,
      image_tokens: counts.inputImage,
    },
    completion_tokens_details: {
      reasoning_tokens: counts.reasoning,
      audio_tokens: counts.outputAudio,
      image_tokens: counts.outputImage,
    },
  };
}

/** What a stream of it says: thinking in pieces, its signatures, then the text with its probabilities. */
export function itemizedDeltas({ body, pieces, reasoning, details, logprobs }: ItemizedAnswer): SaidDelta[] {
  const [choice] = body.choices as [{ message: Record<string, unknown> }];
  const { tool_calls: calls, function_call: legacy, images } = choice.message;
  const delta = (said: SaidDelta['delta'], more: object = {}): SaidDelta => ({
    index: 0,
    delta: said,
    ...more,
  });
  const thinking = reasoning.map((text) =>
    delta({
      reasoning: text,
      reasoning_details: [{ type: 'reasoning.text', text, format: details[0]?.format, index: 0 }],
    }),
  );
  const signatures = details.map(({ text: _text, ...rest }) => delta({ reasoning_details: [rest] }));
  const texts = (pieces[0] ?? []).map((content, at) =>
    delta({ content }, { logprobs: logprobs && { content: [logprobs[at]], refusal: null } }),
  );
  return [
    ...[...thinking, ...signatures, ...texts],
    ...(Array.isArray(calls)
      ? [delta({ tool_calls: calls.map((call, index) => ({ index, ...call })) })]
      : []),
    ...(legacy === undefined ? [] : [delta({ function_call: legacy })]),
    ...(images === undefined ? [] : [delta({ images })]),
  ];
}
