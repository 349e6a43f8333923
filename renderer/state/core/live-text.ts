/**
 * The parts of a reply while it streams.
 *
 * Deltas name their part and their offset in it, so a duplicate changes nothing; one beyond the end waits in `pending`
 * until a page has brought the missing text.
 */
import type { Message } from '../../../shared/chat/chat';
import { writtenCall } from '../../../shared/chat/growing-call';
import { isTextPart, type Part, type TextPart } from '../../../shared/chat/parts';
import type { AppEvent } from '../../../shared/contract';

export type Delta = Pick<
  Extract<AppEvent, { type: 'message.delta' }>,
  'partId' | 'part' | 'offset' | 'text' | 'before' | 'isWhole'
>;

export interface LiveText {
  readonly parts: readonly Part[];
  /** Not empty where a delta was missed: the window loads the page again. */
  readonly pending: readonly Delta[];
}

/** Whether anything of it has arrived. */
export const hasWords = (live: LiveText | undefined): boolean => live !== undefined && live.parts.length > 0;

export const liveTextOf = ({ parts }: Pick<Message, 'parts'>): LiveText => ({ parts, pending: [] });

/** The parts with the delta in its place; the same object where it was there already. */
export function appendDelta(live: LiveText, delta: Delta): LiveText {
  const { parts } = live;
  const { partId: id, part: type, offset, text, before, isWhole } = delta;
  const at = parts.findIndex((part) => part.id === id);
  const known = parts[at];
  const held = known !== undefined && isTextPart(known) ? known.text : '';
  if (offset > held.length) return { ...live, pending: [...live.pending, delta] };
  if (!isWhole && held.length - offset >= text.length && known !== undefined) return live;
  const grown: TextPart = { id, type, text: isWhole ? text : held + text.slice(held.length - offset) };
  const next = known === undefined ? parts.findIndex((part) => part.id === before) : at;
  const from = next < 0 ? parts.length : next;
  return {
    parts: parts.toSpliced(from, known === undefined ? 0 : 1, grown),
    pending: isWhole ? [] : live.pending,
  };
}

export type CallPiece = Omit<
  Extract<AppEvent, { type: 'message.call' }>,
  'type' | 'conversationId' | 'messageId' | 'index'
>;

/** The parts with what came of a call; one that was missed shows what of it is known, and comes whole at the end. */
export function appendCall(live: LiveText, piece: CallPiece): LiveText {
  const { partId, callId, offset, isWhole } = piece;
  const at = live.parts.findIndex(({ id }) => id === partId);
  const held = argumentsIn(live.parts[at]);
  const isKnown = !isWhole && at >= 0 && held.length - offset > piece.text.length;
  if (isKnown || offset > held.length) return live;
  const text = isWhole ? piece.text : held.slice(0, offset) + piece.text;
  const raw = writtenCall({ ...piece, id: callId, text });
  const parts = [...live.parts];
  parts[at < 0 ? parts.length : at] = { id: partId, type: 'toolCall', raw };
  return { ...live, parts };
}

function argumentsIn(part: Part | undefined): string {
  if (part?.type !== 'toolCall') return '';
  const { function: asked, custom } = part.raw as Partial<Record<'function' | 'custom', Given>>;
  const given = asked?.arguments ?? custom?.input;
  return typeof given === 'string' ? given : '';
}

type Given = { readonly arguments?: unknown; readonly input?: unknown };

/**
 * Merges a record read from the core with the streamed text: text only grows while it streams, so the longer one is
 * newer.
 */
export function mergePagedText(held: LiveText | undefined, record: Pick<Message, 'parts'>): LiveText {
  if (held === undefined) return liveTextOf(record);
  const known = new Map(held.parts.map((part) => [part.id, part]));
  const read = new Set(record.parts.map(({ id }) => id));
  const joined: LiveText = {
    parts: [
      ...record.parts.map((part) => longer(known.get(part.id) ?? part, part)),
      ...held.parts.filter(({ id }) => !read.has(id)),
    ],
    pending: [],
  };
  return held.pending.reduce(appendDelta, joined);
}

const lengthOf = (part: Part) => (isTextPart(part) ? part.text : argumentsIn(part)).length;
const longer = (one: Part, other: Part) => (lengthOf(other) > lengthOf(one) ? other : one);
