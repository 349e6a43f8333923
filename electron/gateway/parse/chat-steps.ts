/** From the text of a chat reply to its steps, whichever form the gateway chose. */
import {
  MAX_BODY_BYTES,
  parseJson,
  parseReplyRecord,
  sniffText,
  tooComplex,
  tooLarge,
  unreadable,
} from '../http/body';
import type { Reply } from '../http/call';
import { failInside, streamedFailure } from '../http/fail-inside';
import type { ChatDelta } from '../types';
import type { ChatAssembly } from './chat-assembly';
import type { GatewayError } from './error';
import { excerpt } from './excerpt';
import { isRecord, type JsonRecord } from './json';
import {
  createEventParser,
  type EventParser,
  EventTooLargeError,
  MAX_EVENT_CHARACTERS,
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
  const all = resume(start, source);
  if (sniffText(start) === 'events') yield* readEvents(reply, assembly, all);
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

async function* resume(start: string, source: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** JSON came although a stream was asked; its text is one step. */
async function* readUnstreamed(reply: Reply, assembly: ChatAssembly, texts: AsyncIterable<string>): Steps {
  let text = '';
  for await (const piece of texts) {
    text += piece;
    if (text.length > MAX_BODY_BYTES) throw reply.fail(tooLarge(MAX_BODY_BYTES));
  }
  const body = parseReplyRecord(reply, text);
  // What came beside an error is shown too.
  yield* assembly.add(body);
  failInside(reply, body);
  if (!assembly.hasChoices()) throw reply.fail({ ...unreadable(reply, text), credits: assembly.credits() });
}

/**
 * Ends at `[DONE]` after at least one choice, or at a clean end of the body once every choice had its finish reason:
 * some gateways leave `[DONE]` out. Any other end is a cut.
 */
async function* readEvents(reply: Reply, assembly: ChatAssembly, texts: AsyncIterable<string>): Steps {
  const parser = createEventParser();
  for await (const text of texts) {
    for (const event of parse(reply, parser, text)) {
      if (isDone(event)) return requireChoices(reply, assembly);
      yield* takeEvent(reply, assembly, event);
    }
  }
  for (const event of parser.end()) {
    if (isDone(event)) return requireChoices(reply, assembly);
    // An event cut in two by the end of the body is part of the cut, not malformed.
    if (parseJson(event.data, String) !== undefined) yield* takeEvent(reply, assembly, event);
  }
  if (!assembly.isFinished()) throw streamCut(reply);
}

function parse(reply: Reply, parser: EventParser, text: string): ServerEvent[] {
  try {
    return parser.push(text);
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw malformed(reply, `An event of the stream is larger than ${MAX_EVENT_CHARACTERS >> 20} MB.`, '');
    throw error;
  }
}

function* takeEvent(reply: Reply, assembly: ChatAssembly, event: ServerEvent): Generator<ChatDelta> {
  if (event.data.trim() === '') return;
  const isErrorEvent = event.type === 'error';
  const body = parseJson(event.data, reply.redactor.content);
  if (!isRecord(body)) throw unreadableEvent(reply, assembly, event, isErrorEvent);
  const failure = streamedFailure(reply, body, isErrorEvent, assembly.size() > 0);
  if (failure !== null) {
    yield* assembly.add(contentOf(body));
    throw failure;
  }
  yield* assembly.add(body);
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
function requireChoices(reply: Reply, assembly: ChatAssembly): void {
  if (!assembly.hasChoices()) throw streamCut(reply, 'The stream ended without any reply in it.');
}

function isDone(event: ServerEvent): boolean {
  return event.data.trim() === '[DONE]';
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
