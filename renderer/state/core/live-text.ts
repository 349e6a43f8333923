/**
 * The text of a reply while it streams.
 *
 * Deltas state their offset, so a duplicate changes nothing; one beyond the end waits in `pending` until a page has
 * brought the missing part.
 */
import type { Message } from '../../../shared/chat';

export interface Delta {
  readonly part: 'text' | 'reasoning';
  readonly offset: number;
  readonly text: string;
  /** It replaces the part. */
  readonly isWhole?: boolean;
}

export interface LiveText {
  readonly text: string;
  readonly reasoning: string;
  /** Not empty where a delta was missed: the window loads the page again. */
  readonly pending: readonly Delta[];
}

export function liveTextOf(message: Pick<Message, 'text' | 'reasoning'>): LiveText {
  return { text: message.text, reasoning: message.reasoning, pending: [] };
}

/** The text with the delta in its place; the same object where it was there already. */
export function appendDelta(live: LiveText, delta: Delta): LiveText {
  if (delta.isWhole) return { ...live, [delta.part]: delta.text, pending: [] };
  const held = live[delta.part];
  if (delta.offset > held.length) return { ...live, pending: [...live.pending, keep(delta)] };
  const overlap = held.length - delta.offset;
  if (overlap >= delta.text.length) return live;
  return { ...live, [delta.part]: held + delta.text.slice(overlap) };
}

/**
 * Merges a record read from the core with the streamed text: text only grows while it streams, so the longer one is
 * newer.
 */
export function mergePagedText(
  held: LiveText | undefined,
  record: Pick<Message, 'text' | 'reasoning'>,
): LiveText {
  if (held === undefined) return liveTextOf(record);
  const joined: LiveText = {
    text: longer(held.text, record.text),
    reasoning: longer(held.reasoning, record.reasoning),
    pending: [],
  };
  return held.pending.reduce(appendDelta, joined);
}

const longer = (one: string, other: string) => (other.length > one.length ? other : one);
const keep = ({ part, offset, text }: Delta): Delta => ({ part, offset, text });
