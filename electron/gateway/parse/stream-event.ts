/** What one event of a stream is: chunks of the reply, the stream's end, or an event outside the reply. */
import { parseJson } from '../http/body';
import { isRecord, type JsonRecord } from './json';
import { endTypes, type ServerEvent } from './sse';

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
  if (text === '' || isEndMark(text)) return nothing;
  const body = parseJson(text, clean);
  const chunks = [body].flat();
  if (chunks.length > 0 && chunks.every(isRecord)) return { ...nothing, chunks };
  const isBroken = body === undefined && /^[{[]/.test(text);
  return { ...nothing, isBroken, isOther: !isBroken };
}

function endOf(type: string, data: string): ReadEvent['end'] {
  if (isEndMark(data) || type === 'done') return 'stated';
  return endTypes.includes(type) ? 'likely' : null;
}

/** `[DONE]`, and what is written in its place. */
const isEndMark = (text: string): boolean => text.length < 20 && /^["']?[[(<]*done[\])>]*["']?$/i.test(text);
