/** The whole answer of a simulated model of checks, in OpenAI's shape: text, counts, tool calls, log probabilities. */
import type { SaidDelta } from './events';
import { type BenchRequest, promptText, think } from './mind';
import type { Traits } from './traits';

/** Splits a text into tokens that joined are the text. */
export type SplitTokens = (text: string) => readonly string[];

/** What one gateway remembers between requests. */
export interface BenchMemory {
  /** Prompts that were sent before, for its cache. */
  readonly seen: Set<string>;
}

export interface BenchAnswer {
  /** The body of a whole reply. */
  readonly body: Record<string, unknown>;
  /** The pieces of each choice, for a stream. */
  readonly pieces: readonly (readonly string[])[];
  readonly usage: Record<string, unknown>;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const TOKENS_AROUND_MESSAGE = 4;
const TOKENS_OF_FILE = 85;
/** The shortest prompt that is cached. */
const CACHED_FROM = 1_024;

interface Cut {
  readonly pieces: readonly string[];
  readonly finish: 'stop' | 'length';
}

function cutAt(text: string, request: BenchRequest, split: SplitTokens): Cut {
  const stops = [request.stop ?? []].flat().map(String);
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1);
  const pieces = split(ends.length === 0 ? text : text.slice(0, Math.min(...ends)));
  const most = mostTokens(request);
  return pieces.length > most
    ? { pieces: pieces.slice(0, most), finish: 'length' }
    : { pieces, finish: 'stop' };
}

const mostTokens = ({ max_completion_tokens, max_tokens }: BenchRequest): number =>
  Number(max_completion_tokens ?? max_tokens ?? Number.POSITIVE_INFINITY);

function promptCount(request: BenchRequest, split: SplitTokens): number {
  const files = request.messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((part) => (part as { type?: string }).type !== 'text') : [],
  );
  const around = request.messages.length * TOKENS_AROUND_MESSAGE + files.length * TOKENS_OF_FILE;
  return split(promptText(request)).length + around;
}

function countsOf(request: BenchRequest, traits: Traits, counted: { prompt: number; completion: number }) {
  if (traits.inventsUsage !== true) return counted;
  const dice = (most: number) => 1 + Math.floor(Math.random() * most);
  // Never over the limit that was asked for: that would be another lie.
  return {
    prompt: dice(3_000),
    completion: dice(Math.min(40 * request.messages.length, mostTokens(request))),
  };
}

/** A short tone as WAV, 8 kHz with 8 bits, as base64. */
const spoken = (): string => {
  const samples = Buffer.from(
    Array.from({ length: 800 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))),
  );
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt32LE(0x00010001, 20);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt32LE(0x00080001, 32);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
};

/** Log probabilities that fall with the place of the token. */
const logprobsOf = (pieces: readonly string[]) => ({
  content: pieces.map((token, at) => ({
    token,
    logprob: -0.01 * (1 + (at % 7)),
    bytes: null,
    top_logprobs: [],
  })),
  refusal: null,
});

/** What an answer is made with beside its request. */
export interface AnswerParts {
  readonly split: SplitTokens;
  readonly memory: BenchMemory;
  readonly id: string;
  readonly created: number;
}

export function answerTo(
  request: BenchRequest,
  traits: Traits,
  { split, memory, id, created }: AnswerParts,
): BenchAnswer {
  const thought = think(request, traits);
  const cuts = thought.texts.map((text) =>
    traits.ignoresLimits === true
      ? ({ pieces: split(text), finish: 'stop' } as const)
      : cutAt(text, request, split),
  );
  const toolTokens = split(thought.toolCalls.map((call) => call.function.arguments).join('')).length;
  const prompt = promptCount(request, split);
  const written =
    cuts.reduce((sum, { pieces }) => sum + pieces.length, 0) + toolTokens + thought.reasoningTokens;
  const counted = countsOf(request, traits, { prompt, completion: written });
  const usage = {
    prompt_tokens: counted.prompt,
    completion_tokens: counted.completion,
    total_tokens: counted.prompt + counted.completion,
    prompt_tokens_details: { cached_tokens: cachedTokens(request, traits, prompt, memory) },
    completion_tokens_details: { reasoning_tokens: thought.reasoningTokens },
  };
  const choices = cuts.map(({ pieces, finish }, index) => ({
    index,
    message: {
      role: 'assistant',
      content: thought.toolCalls.length > 0 ? null : pieces.join(''),
      refusal: null,
      ...(thought.toolCalls.length > 0 && { tool_calls: thought.toolCalls }),
      ...(thought.speaks && { audio: { id: 'audio-1', data: spoken(), transcript: pieces.join('') } }),
    },
    logprobs: request.logprobs === true ? logprobsOf(pieces) : null,
    finish_reason: thought.toolCalls.length > 0 ? 'tool_calls' : finish,
  }));
  const model = traits.answersAs ?? request.model;
  return {
    body: { id, object: 'chat.completion', created, model, choices, usage },
    pieces: cuts.map(({ pieces }) => pieces),
    usage,
    promptTokens: prompt,
    completionTokens: written,
  };
}

function cachedTokens(
  { messages }: BenchRequest,
  { cachesNothing = false }: Traits,
  prompt: number,
  { seen }: BenchMemory,
): number {
  const key = JSON.stringify(messages);
  const isKnown = seen.has(key);
  if (prompt >= CACHED_FROM) seen.add(key);
  return isKnown && !cachesNothing ? prompt - (prompt % 128) : 0;
}

/** What a stream of it says, one delta for each piece. */
export function deltasOf({ body, pieces }: BenchAnswer): readonly SaidDelta[] {
  const list = body.choices as readonly {
    readonly message: { readonly tool_calls?: readonly object[] };
    readonly logprobs: { readonly content: readonly unknown[] } | null;
  }[];
  return list.flatMap(({ message: { tool_calls: calls }, logprobs }, index): SaidDelta[] => {
    const texts = calls === undefined ? (pieces[index] ?? []) : [];
    const said = texts.map((content, at) => ({
      index,
      delta: { content },
      logprobs: logprobs && { content: [logprobs.content[at]], refusal: null },
    }));
    if (calls === undefined) return said;
    return [{ index, delta: { tool_calls: calls.map((call, at) => ({ index: at, ...call })) } }];
  });
}
