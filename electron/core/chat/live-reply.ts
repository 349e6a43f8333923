import type { CallWait } from '../../../shared/calls/rate-limit';
import type { Message } from '../../../shared/chat/chat';
import { writtenCall } from '../../../shared/chat/growing-call';
import { isResultPart, type Part, partLimits, textOf } from '../../../shared/chat/parts';
import { partIdOf, type WrittenPart } from '../../../shared/chat/written-parts';
import { toWholeCharacter } from '../../../shared/text/cut-text';
import type { ChatDelta } from '../../gateway/types/chat';
import type { ReplyUpdate } from '../ports/chat';
import { type Echo, startEcho, withoutEcho } from './echo';
import { growCall, isCall, type LivePlace } from './live-call';

type StretchType = 'text' | 'reasoning';

/** A stretch of text or reasoning that may still grow. */
export interface LiveStretch {
  readonly number: number;
  readonly type: StretchType;
  text: string;
  /** What it held before its request was sent. */
  readonly base: string;
}

export type LivePart = LiveStretch | LivePlace | WrittenPart;

/** A reply while it streams: one mutable list of parts, read by whatever needs them as they are now. */
export interface LiveReply {
  readonly id: string;
  readonly conversationId: string;
  /** The gateway's number of this choice; `null` for the first. */
  readonly choice: number | null;
  readonly parts: LivePart[];
  /** The stretch that grew last; `null` after a part of another type. */
  open: LiveStretch | null;
  nextNumber: number;
  /** How often text was replaced instead of continued. */
  rewrites: number;
  /** Of the text that it began with. */
  readonly echo: Echo;
  firstTokenMs: number | null;
  /** When it began to think, while it thinks; and how long it had thought before. */
  thinkingSince: number | null;
  thinkingMs: number | null;
  /** What an earlier attempt brought, and was paid for: it stays until this one has brought more. */
  readonly kept: readonly WrittenPart[];
  /** Nothing of its call is at the gateway; as it is stored. */
  isHeld: boolean;
  wait: CallWait | null;
}

interface Begun {
  /** The parts that a continued reply already has. */
  readonly before?: readonly WrittenPart[];
  /** How long it had thought by then. */
  readonly thoughtMs?: number | undefined;
  /** The parts that a reply has which is asked again from its beginning. */
  readonly kept?: readonly WrittenPart[];
  /** Whether the gateway repeats the text that a reply begins with. */
  readonly repeats?: boolean;
}

export function startLiveReply(
  id: string,
  conversationId: string,
  { before = [], kept = [], repeats = false, thoughtMs }: Begun = {},
  choice: number | null = null,
): LiveReply {
  const nextNumber = Math.max(0, ...[...before, ...kept].map(({ number }) => number)) + 1;
  const parts = before.map(asLive);
  const given = continuedText({ parts })?.text ?? '';
  return {
    id,
    conversationId,
    choice,
    parts,
    open: null,
    nextNumber,
    rewrites: 0,
    echo: startEcho(given, repeats),
    firstTokenMs: null,
    thinkingSince: null,
    thinkingMs: thoughtMs ?? null,
    kept,
    isHeld: false,
    wait: null,
  };
}

const asLive = (part: WrittenPart): LivePart =>
  part.type === 'text' || part.type === 'reasoning' ? { ...part, base: part.text } : part;

export const isStretch = (part: LivePart | undefined): part is LiveStretch =>
  part !== undefined && 'base' in part;

/** Adds a step of its stream; one with `isWhole` takes the place of all text and reasoning before it. */
export function growReply(
  live: LiveReply,
  { text, reasoning, isWhole = false, place, call }: Omit<ChatDelta, 'index'>,
): void {
  if (isWhole) rewrite(live, { text, reasoning });
  else {
    if (reasoning !== '') grow(live, 'reasoning', reasoning);
    if (text !== '') grow(live, 'text', text);
  }
  if (call !== undefined) growCall(live.parts, call);
  if (place === undefined) return;
  live.parts.push({ number: live.nextNumber++, type: 'place', place });
  live.open = null;
}

/** Adds to the time of thinking: from the first thought of a stretch to what follows it. @param now in milliseconds */
export function noteThinking(
  live: LiveReply,
  { text, reasoning, place }: Pick<ChatDelta, 'text' | 'reasoning' | 'place'>,
  now: number,
): void {
  if (reasoning !== '') live.thinkingSince ??= now;
  if (text !== '' || place !== undefined) endThinking(live, now);
}

export function endThinking(live: LiveReply, now: number): void {
  live.thinkingMs = thoughtUntil(live, now);
  live.thinkingSince = null;
}

function thoughtUntil({ thinkingMs, thinkingSince }: LiveReply, now: number): number | null {
  if (thinkingSince === null) return thinkingMs;
  return (thinkingMs ?? 0) + Math.max(0, Math.round(now - thinkingSince));
}

function grow(live: LiveReply, type: StretchType, added: string): void {
  const piece = withoutHalf(live, type, added);
  if (piece === '') return;
  const target = targetFor(live, type, piece);
  const shown = target.text.length - target.base.length;
  target.text += piece;
  live.open = target;
  if (type === 'text' && dropEcho(live, target) && shown > 0) live.rewrites += 1;
}

/** A character whose halves come before and after something else stays whole, where it began. @returns the rest */
function withoutHalf(live: LiveReply, type: StretchType, piece: string): string {
  const before = newest(live, type);
  if (before === undefined || before === live.open) return piece;
  const [first, second] = [before.text.slice(-1), piece.slice(0, 1)];
  if (first === '' || second.isWellFormed() || !(first + second).isWellFormed()) return piece;
  before.text += second;
  return piece.slice(1);
}

/** @returns whether the text began with its given words once more, which are gone */
function dropEcho({ echo }: LiveReply, target: LiveStretch): boolean {
  if (target.base === '') return false;
  const own = withoutEcho(echo, target.base, target.text.slice(target.base.length));
  if (own === null) return false;
  target.text = target.base + own;
  return true;
}

function targetFor(live: LiveReply, type: StretchType, piece: string): LiveStretch {
  if (live.open?.type === type) return live.open;
  const continued = continuedText(live);
  if (type === 'text' && continued !== undefined) return continued;
  const known = newest(live, type);
  // Blanks alone begin nothing, and a gateway that switches with each word would make a part of each.
  const isNone = piece.trim() === '' || live.parts.length >= partLimits.stretchesOfReply;
  if (isNone && known !== undefined) return known;
  // A continued reply may think once more: before the text that goes on.
  return begin(live, type, type === 'reasoning' ? continued : undefined);
}

/** The text of a continued reply, until the answer has brought its own: it goes on where it stopped. */
function continuedText({ parts }: Pick<LiveReply, 'parts'>): LiveStretch | undefined {
  const last = parts.at(-1);
  return isStretch(last) && last.type === 'text' && last.base !== '' ? last : undefined;
}

const newest = ({ parts }: LiveReply, type: StretchType): LiveStretch | undefined =>
  parts.filter(isStretch).findLast((part) => part.type === type);

function begin(live: LiveReply, type: StretchType, before: LivePart | undefined): LiveStretch {
  const stretch = { number: live.nextNumber++, type, text: '', base: '' };
  live.parts.splice(before === undefined ? live.parts.length : live.parts.indexOf(before), 0, stretch);
  return stretch;
}

/** What the answer had brought was not what it seemed: its first stretches hold all of it now. */
function rewrite(live: LiveReply, whole: Readonly<Record<StretchType, string>>): void {
  live.rewrites += 1;
  live.open = null;
  const own = live.parts.filter(isStretch);
  for (const part of own) part.text = part.base;
  const firstOf = (type: StretchType) =>
    own.find((part) => part.type === type && (part.base === '' || part === continuedText(live)));
  if (whole.reasoning !== '') {
    const thinking = firstOf('reasoning') ?? begin(live, 'reasoning', firstOf('text'));
    thinking.text = whole.reasoning;
    live.open = thinking;
  }
  if (whole.text !== '') {
    const said = firstOf('text') ?? begin(live, 'text', undefined);
    said.text = said.base + whole.text;
    live.echo.isOpen = live.echo.isLikely;
    dropEcho(live, said);
    live.open = said;
  }
  const left = live.parts.filter((part) => !isStretch(part) || part.text !== '');
  live.parts.splice(0, live.parts.length, ...left);
}

/** What a place holds; `null` for nothing, as where one job saves what came in several. */
export type Contents = (place: number) => WithoutNumber<WrittenPart> | null;
type WithoutNumber<One> = One extends WrittenPart ? Omit<One, 'number'> : never;

const nothingKnown: Contents = () => null;

/** The parts as they are stored, with what is known of the others by now. */
export function partsOf(live: LiveReply, contents: Contents = nothingKnown): readonly WrittenPart[] {
  const known: WrittenPart[] = [];
  for (const part of live.parts) {
    const last = known.at(-1);
    if (part.type === 'place') {
      const held = contents(part.place);
      if (held !== null) known.push({ ...held, number: part.number } as WrittenPart);
    } else if (!isStretch(part)) known.push(part);
    else if (last?.type === part.type && part.base === '') known[known.length - 1] = joined(last, part);
    else if (part.text !== '') known.push({ number: part.number, type: part.type, text: part.text });
  }
  return known;
}

/** Where nothing was at the place between them, two stretches are one. */
const joined = (one: WrittenPart, { type, text }: LiveStretch): WrittenPart => ({
  number: one.number,
  type,
  text: `${'text' in one ? one.text : ''}${text}`,
});

/** The stored record with its parts as they are now: the database is up to half a second behind. */
export function withLiveText(message: Message, live: LiveReply | undefined): Message {
  if (live === undefined || message.status !== 'streaming') return message;
  const stored = new Map(message.parts.map((part) => [part.id, part]));
  const now = live.parts.flatMap((part): readonly Part[] => {
    const id = partIdOf(live.id, part.number);
    if (isStretch(part)) return part.text === '' ? [] : [{ id, type: part.type, text: part.text }];
    if (isCall(part)) return [{ id, type: 'toolCall', raw: writtenCall(part.call) }];
    const known = stored.get(id);
    return known === undefined ? [] : [known];
  });
  const shown = new Set(now.map(({ id }) => id));
  const parts = [...now, ...message.parts.filter((part) => isResultPart(part) && !shown.has(part.id))];
  const { wait } = live;
  return { ...message, parts, text: textOf(parts), ...(wait !== null && { wait }) };
}

/** The parts of an attempt that broke off: an earlier one may have brought more text. */
export const longestParts = (live: LiveReply, contents: Contents): readonly WrittenPart[] =>
  textOf(live.parts).length < textOf(live.kept).length ? live.kept : partsOf(live, contents);

/** The database would keep half an emoji as another character. */
const endingWhole = (part: WrittenPart): WrittenPart =>
  'text' in part ? { ...part, text: toWholeCharacter(part.text) } : part;

const isWritten = (part: WrittenPart): boolean => !('text' in part) || part.text !== '';

/** What is saved during the stream, before the end is known. */
export function progressOf(live: LiveReply, now: number): ReplyUpdate {
  const thinkingMs = thoughtUntil(live, now);
  const parts = partsOf(live).map(endingWhole).filter(isWritten);
  return {
    id: live.id,
    parts: parts.length === 0 ? live.kept : parts,
    status: 'streaming',
    finishedAt: null,
    finishReason: null,
    usage: null,
    firstTokenMs: live.firstTokenMs,
    ...(thinkingMs !== null && { thinkingMs }),
    totalMs: null,
    requestId: null,
    error: null,
    answeredModel: null,
  };
}
