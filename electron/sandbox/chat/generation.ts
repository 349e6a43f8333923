/** Produces the tokens of a call: for each reply in turn, at the model's pace, until each reply has ended. */
import {
  type ChatModel,
  type ChatTurn,
  lastUserText,
  type ReplyPiece,
  type ReplyRequest,
} from '../models/model';
import { faultAsked, withFault } from '../models/structured';
import { mixSeed } from '../random';
import type { Tokenizer } from '../tokens';
import type { ChatRequest } from './request';
import { valueFor } from './schemas';
import { StopFilter } from './stop-filter';

/** OpenAI's values: `stop` for a natural end or a stop sequence, `length` for anything that cut the reply short. */
export type FinishReason = 'stop' | 'length';

export type Step =
  | { readonly choice: number; readonly text: string }
  | { readonly choice: number; readonly finish: FinishReason };

export interface GenerationParts {
  readonly model: ChatModel;
  readonly request: ChatRequest;
  /** From the request, with the descriptions of their images. */
  readonly turns: readonly ChatTurn[];
  readonly tokenizer: Tokenizer;
  /** Pays for one more token; `false` ends all replies with `length`. */
  readonly payToken: () => boolean;
  /** Resolves after this many milliseconds; rejects when the call was ended meanwhile. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** At most this many tokens between two checks of the connection, however fast the stream is. */
const BATCH_TOKENS = 64;

interface Choice {
  readonly index: number;
  readonly pieces: Iterator<ReplyPiece>;
  readonly filter: StopFilter;
  readonly limit: number;
  readonly naturalEnd: number;
  tokens: Iterator<string>;
  produced: number;
  isOpen: boolean;
}

const noTokens: Iterator<string> = [][Symbol.iterator]();

/** Batches of steps, each as soon as it is due. Throws what the model throws, after everything that came before it. */
export async function* generate(parts: GenerationParts): AsyncGenerator<readonly Step[]> {
  const choices = Array.from({ length: parts.request.replies }, (_, index) => openChoice(parts, index));
  const pace = createPace(parts);
  while (choices.some((choice) => choice.isOpen)) {
    await pace.untilDue();
    const { steps, pauseMs, thrown } = nextBatch(parts, choices, pace);
    if (steps.length > 0) yield steps;
    if (thrown !== null) throw thrown.error;
    if (pauseMs > 0) await parts.sleep(pauseMs);
    pace.skip(pauseMs);
  }
}

interface Batch {
  readonly steps: Step[];
  readonly pauseMs: number;
  readonly thrown: { readonly error: unknown } | null;
}

function nextBatch(parts: GenerationParts, choices: readonly Choice[], pace: Pace): Batch {
  const steps: Step[] = [];
  try {
    for (let tokens = 0; tokens < BATCH_TOKENS && pace.isDue(); ) {
      const open = choices.filter((choice) => choice.isOpen);
      if (open.length === 0) break;
      for (const choice of open) {
        const pauseMs = advance(parts, choice, steps);
        if (pauseMs > 0) return { steps, pauseMs, thrown: null };
        tokens += 1;
      }
      pace.count();
    }
    return { steps, pauseMs: 0, thrown: null };
  } catch (error) {
    return { steps, pauseMs: 0, thrown: { error } };
  }
}

/** One token further, or to the end. @returns how long to pause, where the model asks for a pause. */
function advance(parts: GenerationParts, choice: Choice, steps: Step[]): number {
  const token = nextToken(parts.tokenizer, choice);
  if (typeof token !== 'string' && token !== null) return token.pauseMs;
  const finish = endingBefore(parts, choice, token);
  if (token === null || finish !== null) {
    end(choice, finish ?? 'stop', choice.filter.flush(), steps);
    return 0;
  }
  choice.produced += 1;
  const { text, isStopped } = choice.filter.push(token);
  if (isStopped) end(choice, 'stop', text, steps);
  else if (text !== '') steps.push({ choice: choice.index, text });
  return 0;
}

function endingBefore(
  { payToken }: GenerationParts,
  choice: Choice,
  token: string | null,
): FinishReason | null {
  if (token === null || choice.produced >= choice.naturalEnd) return 'stop';
  if (choice.produced >= choice.limit) return 'length';
  return payToken() ? null : 'length';
}

function end(choice: Choice, finish: FinishReason, text: string, steps: Step[]): void {
  choice.isOpen = false;
  if (text !== '') steps.push({ choice: choice.index, text });
  steps.push({ choice: choice.index, finish });
}

function nextToken(tokenizer: Tokenizer, choice: Choice): Exclude<ReplyPiece, string> | string | null {
  for (;;) {
    const token = choice.tokens.next();
    if (!token.done) return token.value;
    const piece = choice.pieces.next();
    if (piece.done) return null;
    if (typeof piece.value !== 'string') return piece.value;
    choice.tokens = tokenizer.split(piece.value)[Symbol.iterator]();
  }
}

function openChoice({ model, request, turns }: GenerationParts, index: number): Choice {
  const asked: ReplyRequest = { turns, seed: request.seed, choice: index, body: request.body };
  return {
    index,
    pieces: piecesOf(model, request, asked)[Symbol.iterator](),
    filter: new StopFilter(request.stop),
    limit: Math.min(request.maxTokens ?? model.maxOutput, model.maxOutput),
    naturalEnd: model.naturalEnd?.(asked) ?? Number.POSITIVE_INFINITY,
    tokens: noTokens,
    produced: 0,
    isOpen: true,
  };
}

/** The reply in its response format, or the arguments of the function that it has to call. */
function piecesOf(model: ChatModel, request: ChatRequest, asked: ReplyRequest) {
  const { schema, isJson, tool } = request;
  const text = lastUserText(asked.turns);
  const fault = faultAsked(model, text);
  const filled = (form: NonNullable<ChatRequest['schema']>) =>
    inPieces(withFault(valueFor(form, seedOf(text, asked)), fault));
  if (tool !== null) return filled(tool.parameters);
  if ((schema === null && !isJson) || model.writesJson) return model.reply(asked);
  if (schema !== null) return filled(schema);
  return fault === null ? asJson(model.reply(asked)) : inPieces(withFault({ reply: text }, fault));
}

const seedOf = (text: string, { seed, choice }: ReplyRequest): number =>
  mixSeed((seed ?? 0) + hashOf(text), choice);

/** So that it streams. */
function* inPieces(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
}
const piece = 200;

const hashOf = (text: string): number =>
  [...text].reduce((hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0, 7);

/** `response_format: json_object`: the text becomes the `reply` of an object, escaped piece by piece. */
function* asJson(pieces: Iterable<ReplyPiece>): Iterable<ReplyPiece> {
  yield '{"reply":"';
  for (const piece of pieces) yield typeof piece === 'string' ? JSON.stringify(piece).slice(1, -1) : piece;
  yield '"}';
}

interface Pace {
  untilDue(): Promise<void>;
  isDue(): boolean;
  count(): void;
  /** A pause of the model does not count as a delay to catch up on. */
  skip(ms: number): void;
}

/** Replies without a stream, and a pace of 0, are as fast as possible. */
function createPace({ model, request, now, sleep }: GenerationParts): Pace {
  const perSecond = request.isStream ? (request.tokensPerSecond ?? model.tokensPerSecond) : 0;
  const intervalMs = perSecond === 0 ? 0 : 1000 / perSecond;
  let dueAt = now();
  return {
    // Even without a wait, other calls get their turn between two batches.
    untilDue: () => sleep(Math.max(0, dueAt - now())),
    isDue: () => now() >= dueAt,
    count: () => {
      dueAt += intervalMs;
    },
    skip: (ms) => {
      dueAt += ms;
    },
  };
}
