/** From the text of a chat reply to its steps, whichever form the gateway chose. */
import {
  ASK_FOR_LESS,
  MAX_BODY_BYTES,
  parseJson,
  parseReplyRecord,
  sniffText,
  tooComplex,
  tooLarge,
  unreadable,
  withoutChoices,
} from '../http/body';
import type { Reply } from '../http/call';
import { failInside, streamedFailure } from '../http/reply';
import type { ChatDelta } from '../types/chat';
import { takeAfterEnd } from './after-end';
import {
  type BareTexts,
  createBareTexts,
  eventsOfCodedLines,
  isCodedLines,
  readWholeText,
} from './bare-texts';
import type { ChatAssembly } from './chat-assembly';
import type { GatewayError } from './error';
import { excerpt, isRecord, type JsonRecord } from './json';
import { endsLine, hasNextLine, isLinesOfJson } from './lines-of-json';
import { linesOfList } from './list-lines';
import { isPlain, readPlainReply } from './plain-reply';
import {
  createEventParser,
  type EventParser,
  EventTooLargeError,
  MAX_EVENT_CHARACTERS,
  readEvent,
  type ServerEvent,
} from './sse';

type Steps = AsyncGenerator<ChatDelta>;

export async function* readChatSteps(
  reply: Reply,
  assembly: ChatAssembly,
  texts: AsyncIterable<string>,
): Steps {
  const source = texts[Symbol.asyncIterator]();
  const start = await readStart(source);
  const kind = sniffText(start);
  const type = reply.headers.get('content-type');
  if (kind !== 'other' && isPlain(start, type))
    return yield* readUnstreamed(reply, assembly, resume({ text: start, isLines: false }, source));
  if (start.startsWith('[')) {
    const all = resume({ text: start, isLines: false }, source);
    const lines = linesOfList(all, (text) => reply.fail(unreadable(reply, text)));
    return yield* readEvents(reply, assembly, lines);
  }
  const begun = kind === 'json' ? await readLine(start, source) : { text: start, isLines: false };
  const all = resume(begun, source);
  if (isCodedLines(start)) yield* readEvents(reply, assembly, eventsOfCodedLines(all));
  else if (kind === 'events' || begun.isLines) yield* readEvents(reply, assembly, all);
  else yield* readUnstreamed(reply, assembly, all);
}

/** Longer than the longest field name of an event, so that one cut in two is still recognized. */
const ENOUGH_TO_SNIFF = 8;

/** Enough of a body to tell what it is; blank lines before the first event are keep-alives. */
async function readStart(source: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (start.length < ENOUGH_TO_SNIFF) {
    const { done, value } = await source.next();
    if (done) break;
    start = (start + value).trimStart();
  }
  return start;
}

/** What came of a body before it was clear what it is; a failure comes after it. */
interface Begun {
  readonly text: string;
  readonly isLines: boolean;
  readonly failure?: { readonly error: unknown };
}

/** JSON is read on until it is clear whether each line is a chunk of its own (NDJSON): the first is, and another follows. */
async function readLine(start: string, source: AsyncIterator<string>): Promise<Begun> {
  const line = [start];
  let next = start;
  let length = 0;
  while (!hasNextLine(next) && length <= MAX_BODY_BYTES) {
    try {
      const { done, value } = await source.next();
      if (done) return { text: line.join(''), isLines: false };
      // A line end at the end of a piece counts with what follows it.
      next = endsLine(next) ? `\n${value}` : value;
      length += value.length;
      line.push(value);
    } catch (error) {
      // What came whole before a cut is a part of the reply.
      const text = line.join('');
      return { text, isLines: isRecord(parseJson(text, String)), failure: { error } };
    }
  }
  const text = line.join('');
  return { text, isLines: isLinesOfJson(text) };
}

async function* resume({ text, failure }: Begun, source: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  if (failure !== undefined) throw failure.error;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** JSON came although a stream was asked; its text is one step. */
async function* readUnstreamed(reply: Reply, assembly: ChatAssembly, texts: AsyncIterable<string>): Steps {
  let text = '';
  const cut: { error?: unknown } = {};
  for await (const piece of untilCut(texts, cut)) {
    text += piece;
    if (text.length > MAX_BODY_BYTES) throw reply.fail(tooLarge(MAX_BODY_BYTES));
  }
  const plain = readPlainReply(text, reply.headers.get('content-type'));
  if (cut.error !== undefined) {
    if (plain !== null) yield* assembly.add(plain);
    throw cut.error;
  }
  const body = plain ?? readWholeText(text, reply.redactor.content) ?? parseReplyRecord(reply, text);
  // What came beside an error is shown too.
  yield* assembly.add(body);
  failInside(reply, body);
  if (!assembly.hasChoices())
    throw reply.fail({ ...withoutChoices(reply, body, text), credits: assembly.credits() });
}

/**
 * Ends at `[DONE]` after at least one choice, or at a clean end of the body once every choice had its finish reason:
 * some gateways leave `[DONE]` out or write it in other words. Any other end is a cut. Events other than chunks are skipped; it
 * is an error only where nothing else came.
 */
async function* readEvents(reply: Reply, assembly: ChatAssembly, texts: AsyncIterable<string>): Steps {
  const parser = createEventParser();
  const bare = createBareTexts();
  const cut: { error?: unknown } = {};
  const rest = untilCut(texts, cut)[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    const events = parse(reply, parser, next.value);
    for (const [at, event] of events.entries()) {
      const isOver = yield* takeEvent(reply, assembly, event, bare);
      if (!isOver) continue;
      await takeAfterEnd(reply, assembly, { parser, events: events.slice(at + 1), rest });
      return yield* endWith(reply, assembly, bare);
    }
  }
  if (cut.error !== undefined) {
    yield* takeWhole(reply, assembly, parser);
    throw cut.error;
  }
  // An event cut in two by the end of the body is part of the cut, not malformed.
  for (const event of parser.end().filter((one) => !readEvent(one).isBroken)) {
    const isOver = yield* takeEvent(reply, assembly, event, bare);
    if (isOver) return yield* endWith(reply, assembly, bare);
  }
  yield* addAll(assembly, bare.flush(assembly.hasChoices()));
  if (assembly.isFinished()) return;
  if (!assembly.hasChoices()) requireWords(reply, bare);
  throw streamCut(reply);
}

function* endWith(reply: Reply, assembly: ChatAssembly, bare: BareTexts): Generator<ChatDelta, void> {
  yield* addAll(assembly, bare.flush(assembly.hasChoices()));
  requireChoices(reply, assembly, bare);
}

function* addAll(assembly: ChatAssembly, chunks: readonly JsonRecord[]): Generator<ChatDelta> {
  for (const chunk of chunks) yield* assembly.add(chunk);
}

/** The texts up to a failure, which is noted instead of thrown. */
async function* untilCut(texts: AsyncIterable<string>, cut: { error?: unknown }): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    cut.error = error;
  }
}

/** An event that came whole before a cut, and waited only for the line that ends it. */
function* takeWhole(reply: Reply, assembly: ChatAssembly, parser: EventParser): Generator<ChatDelta> {
  for (const event of parser.end())
    for (const chunk of readEvent(event, reply.redactor.content).chunks) {
      const isError = streamedFailure(reply, chunk, event.type === 'error', true) !== null;
      yield* assembly.add(isError ? contentOf(chunk) : chunk, event.type);
    }
}

const tooLargeEvent = `An event of the stream is larger than ${MAX_EVENT_CHARACTERS >> 20} MB. What came before it is kept. ${ASK_FOR_LESS}`;

function parse(reply: Reply, parser: EventParser, text: string): ServerEvent[] {
  try {
    return parser.push(text);
  } catch (error) {
    if (error instanceof EventTooLargeError) throw malformed(reply, tooLargeEvent, '');
    throw error;
  }
}

/** Answers whether the stream is over with this event. */
function* takeEvent(
  reply: Reply,
  assembly: ChatAssembly,
  event: ServerEvent,
  bare: BareTexts,
): Generator<ChatDelta, boolean> {
  const isErrorEvent = event.type.toLowerCase() === 'error';
  const { chunks, end, isBroken, isOther } = readEvent(event, reply.redactor.content);
  // After the end of every choice, nothing that can't be read takes away what came.
  const isLost = isBroken && !assembly.isFinished();
  if (isLost || (isErrorEvent && (isOther || isBroken)))
    throw unreadableEvent(reply, assembly, event, isErrorEvent);
  if (isOther) yield* takeOther(reply, assembly, event, bare);
  // Some end with the name of an event alone.
  if (chunks.length === 0 && !isOther) yield* assembly.add({}, event.type);
  for (const chunk of chunks) yield* takeChunk(reply, assembly, chunk, event.type);
  return end === 'stated' || (end === 'likely' && assembly.isFinished());
}

/** Words that are no chunk, and may be a piece all the same. */
function* takeOther(
  reply: Reply,
  assembly: ChatAssembly,
  event: ServerEvent,
  bare: BareTexts,
): Generator<ChatDelta> {
  const bareChunks = bare.take(event, assembly.hasChoices(), reply.redactor.content);
  if (bareChunks !== null) yield* addAll(assembly, bareChunks);
  else if (PLAIN_PIECE.test(event.type)) yield* assembly.add(pieceOf(event.data));
  else if (!assembly.hasChoices()) bare.skip(reply.redactor.content(event.data));
}

/** Replicate’s events have the text itself as their data (replicate.com/docs/topics/predictions/streaming). */
const PLAIN_PIECE = /^(?:output|token|text|delta|chunk)$/i;
const pieceOf = (content: string): JsonRecord => ({ choices: [{ index: 0, delta: { content } }] });

function* takeChunk(
  reply: Reply,
  assembly: ChatAssembly,
  body: JsonRecord,
  eventName: string,
): Generator<ChatDelta> {
  const failure = streamedFailure(reply, body, eventName === 'error', assembly.size() > 0);
  if (failure !== null) {
    yield* assembly.add(contentOf(body));
    throw failure;
  }
  yield* assembly.add(body, eventName);
  if (assembly.size() > MAX_BODY_BYTES) throw reply.fail(tooLarge(MAX_BODY_BYTES));
}

/** What an event holds of the reply itself, without the words of its error. */
function contentOf({ choices, usage }: JsonRecord): JsonRecord {
  return { choices, ...(isRecord(usage) && { usage }) };
}

function unreadableEvent(reply: Reply, assembly: ChatAssembly, { data }: ServerEvent, isErrorEvent: boolean) {
  const problem = tooComplex(data);
  const failure =
    isErrorEvent && problem === null ? streamedFailure(reply, data, true, assembly.size() > 0) : null;
  return failure ?? malformed(reply, `An event of the stream is ${problem ?? 'not a JSON object'}.`, data);
}

/** A stream with only comments isn't a reply, however it ends. */
function requireChoices(reply: Reply, assembly: ChatAssembly, bare: BareTexts): void {
  if (assembly.hasChoices()) return;
  requireWords(reply, bare);
  throw streamCut(reply, 'The stream ended without any reply in it.');
}

/** Where only words came that are no part of a reply, they are the reason to show. */
function requireWords(reply: Reply, bare: BareTexts): void {
  const words = bare.firstWords();
  if (words !== undefined) throw malformed(reply, 'An event of the stream is not a JSON object.', words);
}

function malformed(reply: Reply, message: string, data: string): GatewayError {
  const details = excerpt(reply.redactor.strict(data.slice(0, 20_000)));
  return reply.fail({ errorCode: 'malformed_response', message, details, outcomeUnknown: true });
}

function streamCut(
  reply: Reply,
  message = 'The reply ended before the gateway said it was done.',
): GatewayError {
  return reply.fail({ errorCode: 'stream_cut', message, outcomeUnknown: true });
}
