import { MAX_BODY_BYTES, parseJson } from '../http/body';
import { isRecord, type JsonRecord } from './json';

/**
 * Server-sent events out of text cut anywhere.
 *
 * Our own rather than the transport library's, because that one neither bounds an event's size nor tells a cut stream
 * from an ended one.
 */
export interface ServerEvent {
  /** The `event:` field; empty where there is none. */
  readonly type: string;
  readonly data: string;
}

/** Types of an event that ends a stream, also without data. */
const endTypes = [
  'done',
  'complete',
  'completed',
  'end',
  'finish',
  'finished',
  'close',
  'stop',
  'message_stop',
  'eof',
];

/** Images, sounds and videos come inside an event, in base64; one that is larger than a whole body may be is refused. */
export const MAX_EVENT_CHARACTERS = MAX_BODY_BYTES;

export class EventTooLargeError extends Error {}

export interface EventParser {
  /** The events completed by this text. Throws {@link EventTooLargeError}. */
  push(text: string): ServerEvent[];
  /** At a clean end: the event that lacks only its closing blank line, if any. */
  end(): ServerEvent[];
}

/**
 * Takes CRLF, LF and CR as line ends, `data:` with and without a space, and ignores comments (keep-alives). Also takes
 * what is not quite a stream of events: single line ends between events, lines of JSON without `data:` (NDJSON), an
 * event with a type alone, and data in the line of a comment.
 */
export function createEventParser(maxCharacters = MAX_EVENT_CHARACTERS): EventParser {
  let line = '';
  let data: string[] = [];
  let type = '';
  let size = 0;
  let endedInCarriageReturn = false;
  /** No blank lines between events: each is over with its line. */
  let isLinewise = false;

  const endEvent = (events: ServerEvent[]) => {
    if (data.length > 0 || endTypes.includes(type.toLowerCase()))
      events.push({ type, data: data.join('\n') });
    data = [];
    type = '';
    size = 0;
  };
  const addData = (value: string, events: ServerEvent[]) => {
    // Nothing can follow in the same event, so a blank line is missing between two.
    if (data.length === 1 && type === '' && isOver(data[0] ?? '', value)) {
      isLinewise = true;
      endEvent(events);
    }
    data.push(value);
    if (data.length === 1 && (isEndMark(value) || (isLinewise && isObject(value)))) endEvent(events);
  };
  const addField = (name: string, value: string, events: ServerEvent[]) => {
    if (name === 'data') addData(value, events);
    if (name === 'event') {
      if (data.length === 1 && isObject(data[0] ?? '')) endEvent(events);
      type = value;
    }
    // Servers based on llama.cpp wrote an error as a field of its own.
    if (name === 'error') {
      data.push(value);
      type = 'error';
    }
  };
  const endLine = (events: ServerEvent[]) => {
    if (line === '') {
      endEvent(events);
      return;
    }
    if (line.startsWith('{') && isObject(line)) {
      endEvent(events);
      events.push({ type: '', data: line });
    } else addField(...splitField(line), events);
    line = '';
  };

  const grow = (piece: string) => {
    line += piece;
    size += piece.length;
    if (size > maxCharacters) throw new EventTooLargeError();
  };

  return {
    push(text) {
      const events: ServerEvent[] = [];
      // A CRLF may be cut in two: its line has ended already with the CR.
      const rest = endedInCarriageReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text !== '') endedInCarriageReturn = text.endsWith('\r');
      const [first = '', ...others] = rest.split(/\r\n|\n|\r/);
      grow(first);
      for (const next of others) {
        endLine(events);
        grow(next);
      }
      return events;
    },
    end() {
      const events: ServerEvent[] = [];
      if (line !== '') endLine(events);
      endLine(events);
      return events;
    },
  };
}

/** Whether the data of an event is over because this line can't be a part of it. */
function isOver(data: string, next: string): boolean {
  if (/^\s*[{[]/.test(data)) return isObject(data);
  return /^\s*\{/.test(next);
}

const isEndMark = (data: string): boolean => /^\s*\[DONE\]\s*$/i.test(data);

/** A whole JSON object. */
function isObject(data: string): boolean {
  const text = data.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A comment that lost its line end before the data. */
const DATA_IN_COMMENT = /data: ?\{/;

const TWICE = /^data: ?data: ?[{[]/;

function splitField(line: string): readonly [string, string] {
  if (line.startsWith(':')) {
    const at = line.search(DATA_IN_COMMENT);
    return at === -1 ? ['', ''] : splitField(line.slice(at));
  }
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  // A relay that writes events of events.
  if (TWICE.test(line)) return splitField(value.trimStart());
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

/** What one event of a stream is: chunks of the reply, the stream's end, or an event outside the reply. */
export interface ReadEvent {
  /** The chunks in it; some gateways send a list. */
  readonly chunks: readonly JsonRecord[];
  /** Whether it says that the stream is over; `likely` counts only once every choice has its finish reason. */
  readonly end: 'stated' | 'likely' | null;
  /** It was meant to be JSON and can't be read: a part of the reply is lost. */
  readonly isBroken: boolean;
  /** It holds words that are no part of the reply, such as `ping` or a date. */
  readonly isOther: boolean;
}

/** @param clean applied to every string of the chunks */
export function readEvent({ type, data }: ServerEvent, clean: (text: string) => string = String): ReadEvent {
  const text = data.trim();
  const end = endOf(type.trim().toLowerCase(), text);
  const nothing = { chunks: [], end, isBroken: false, isOther: false };
  if (text === '' || text === 'null' || isDone(text)) return nothing;
  const body = parseJson(text, clean);
  // A chunk that was written as JSON twice.
  const inner = typeof body === 'string' && body.trimStart().startsWith('{') ? parseJson(body, clean) : body;
  const chunks = [inner].flat();
  if (chunks.length > 0 && chunks.every(isRecord)) return { ...nothing, chunks };
  const isBroken = body === undefined && /^[{[]/.test(text);
  return { ...nothing, isBroken, isOther: !isBroken };
}

function endOf(type: string, data: string): ReadEvent['end'] {
  if (isDone(data) || type === 'done') return 'stated';
  return endTypes.includes(type) || endTypes.includes(endWord(data)) ? 'likely' : null;
}

/** The word that is all of the data: `[END]`, `<EOF>`, `{"done":true}`, `{"type":"message_stop"}`; empty where there is more. */
function endWord(data: string): string {
  if (data.length > 40) return '';
  const found =
    /^["']?[[(<]*(\w+)[\])>]*["']?$/.exec(data) ??
    /^\{\s*"(\w+)"\s*:\s*true\s*\}$/.exec(data) ??
    /^\{\s*"(?:type|event)"\s*:\s*"(\w+)"\s*\}$/.exec(data);
  return found?.[1]?.toLowerCase() ?? '';
}

/** `[DONE]`, and what is written in its place. */
const isDone = (text: string): boolean => text.length < 20 && /^["']?[[(<]*done[\])>]*["']?$/i.test(text);
