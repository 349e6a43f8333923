/**
 * Messages that were written as JSON, kept so that nothing of them is lost: what can be shown and edited becomes parts, and
 * one part of the type `fields` holds the rest, a frame with gaps for the others. So each value is stored once, and what is
 * shown is what is sent.
 */
import { withLastFields } from '../../../shared/chat/cache-points';
import type { Message } from '../../../shared/chat/chat';
import {
  isFilePart,
  isRawPart,
  isTextPart,
  type MessageRole,
  messageRoles,
  type Part,
} from '../../../shared/chat/parts';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { ChatMessageParam } from '../../gateway/types/chat';

type SentMessage = Pick<Message, 'role' | 'parts'>;
/** What is sent of content that no frame holds. */
type ContentOf = (message: SentMessage) => unknown;

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** The frame of a stored message: what is sent of it, several for the results of a round of tools. */
interface Frame {
  /** The role it is stored with; another means that a person changed it since. */
  readonly role: MessageRole;
  /** `null` in each gap. */
  readonly messages: readonly unknown[];
  /** Where the other parts of the message belong, in their order. */
  readonly gaps: readonly Path[];
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const roleFor = (role: unknown): MessageRole =>
  messageRoles.find((known) => known === role) ?? (role === 'function' ? 'tool' : 'user');

/** Lone halves of characters and NUL would not come back from a column of text. */
const isKept = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();

type Piece = { readonly at: Path } & (
  | { readonly type: 'text' | 'reasoning' | 'refusal'; readonly text: string }
  | { readonly type: 'toolCall' | 'toolResult' | 'unknown'; readonly raw: unknown }
);

/** What of a message becomes parts, in the order in which it is shown. */
function piecesOf(message: Json, index: number): readonly Piece[] {
  const { role, content, refusal, tool_calls: calls, tool_call_id: callId } = message;
  if (role === 'tool' && typeof callId === 'string')
    return [{ at: [index], type: 'toolResult', raw: message }];
  const text = (type: 'text' | 'reasoning' | 'refusal', value: unknown, ...path: Path): readonly Piece[] =>
    isKept(value) ? [{ at: [index, ...path], type, text: value }] : [];
  return [
    ...text('reasoning', message.reasoning_content, 'reasoning_content'),
    ...text('reasoning', message.reasoning, 'reasoning'),
    ...text('text', content, 'content'),
    ...(Array.isArray(content) ? content : []).flatMap((entry, at): readonly Piece[] => {
      if (!isRecord(entry) || typeof entry.type !== 'string') return [];
      if (entry.type === 'text') return text('text', entry.text, 'content', at, 'text');
      if (entry.type === 'refusal') return text('refusal', entry.refusal, 'content', at, 'refusal');
      return [{ at: [index, 'content', at], type: 'unknown', raw: entry }];
    }),
    ...text('refusal', refusal, 'refusal'),
    ...(Array.isArray(calls) ? calls : []).flatMap((raw, at): readonly Piece[] =>
      isRecord(raw) ? [{ at: [index, 'tool_calls', at], type: 'toolCall', raw }] : [],
    ),
  ];
}

/**
 * Messages of a request as one stored message: a single one, or the results of a round of tools.
 * @param isPlain it needs no frame where it is a role and its text
 */
export function cutMessages(
  messages: readonly Json[],
  isPlain: boolean,
): { readonly role: MessageRole; readonly parts: readonly WrittenPart[] } {
  const role = roleFor(messages[0]?.role);
  const pieces = messages.flatMap(piecesOf);
  const own = pieces.map(({ at: _path, ...part }, at) => ({ ...part, number: at + 1 }) as WrittenPart);
  if (isPlain) return { role, parts: own };
  const gaps = pieces.map(({ at }) => at);
  const holed = structuredClone(messages) as unknown[];
  for (const gap of gaps) fill(holed, gap, null);
  const frame: Frame = { role, messages: holed, gaps };
  return { role, parts: [...own, { number: own.length + 1, type: 'fields', raw: frame }] };
}

/** A role and a text that are stored and sent as any other message. */
export const isPlainMessage = (message: Json): boolean => {
  const { role, content } = message;
  const isUsual = JSON.stringify(message) === JSON.stringify({ role, content });
  return isUsual && role !== 'tool' && roleFor(role) === role && isKept(content) && content.trim() !== '';
};

/** @returns whether the place is there */
function fill(root: unknown[], path: Path, value: unknown): boolean {
  let at: unknown = root;
  for (const step of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string | number, unknown>)[step];
  }
  const last = path.at(-1);
  if (last === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, last)) return false;
  (at as Record<string | number, unknown>)[last] = value;
  return true;
}

function frameOf(parts: readonly Part[]): Frame | null {
  const raw = parts.find((part) => part.type === 'fields' && isRawPart(part));
  const frame = raw !== undefined && isRawPart(raw) && isRecord(raw.raw) ? raw.raw : {};
  const { role, messages, gaps } = frame;
  const isRead =
    Array.isArray(messages) && messages.length > 0 && Array.isArray(gaps) && gaps.every(Array.isArray);
  return isRead ? { role: roleFor(role), messages, gaps } : null;
}

/** Whether a message is sent as it was written as JSON. */
export function isFramed({ role, parts }: SentMessage): boolean {
  const frame = frameOf(parts);
  return frame !== null && filled(frame, role, othersIn(parts), () => '') !== null;
}

const othersIn = (parts: readonly Part[]): readonly Part[] => parts.filter(({ type }) => type !== 'fields');

/**
 * What is sent of a message that was written as JSON; `null` for every other. Where its parts or its role are no longer
 * those that were written, such as after an edit, it is what its parts say now, with the fields that it had besides.
 * @param mark fields that go into the last of its content
 */
export function writtenParams(
  message: SentMessage,
  contentOf: ContentOf,
  mark: Json | null,
): readonly ChatMessageParam[] | null {
  const frame = frameOf(message.parts);
  if (frame === null) return null;
  const now = { role: message.role, parts: othersIn(message.parts) };
  const sent = filled(frame, now.role, now.parts, contentOf) ?? rebuilt(frame, now, contentOf);
  return (sent?.map((one, at) => {
    if (!isRecord(one)) return one;
    const said = at === sent.length - 1 ? withLastFields(one, mark) : one;
    return frame.role === message.role ? said : { ...said, role: message.role };
  }) ?? null) as unknown as readonly ChatMessageParam[] | null;
}

/** The frame with its gaps filled; `null` where other parts are there than those it was made of. */
function filled(
  frame: Frame,
  role: MessageRole,
  parts: readonly Part[],
  contentOf: ContentOf,
): readonly unknown[] | null {
  if (parts.length !== frame.gaps.length || !suits(frame, role)) return null;
  const messages = structuredClone(frame.messages) as unknown[];
  const isFilled = frame.gaps.every((gap, at) => {
    const part = parts[at] as Part;
    return takes(gap, part) && fill(messages, gap, valueIn(part, gap, contentOf));
  });
  return isFilled ? messages : null;
}

/** Results are of the role tool alone, and only an assistant calls tools. */
function suits({ role, gaps }: Frame, now: MessageRole): boolean {
  if (role === now) return true;
  return role !== 'tool' && now !== 'tool' && gaps.every(([, name]) => name !== 'tool_calls');
}

/** Whether a part is of the kind that was at its place. */
function takes(gap: Path, { type }: Part): boolean {
  const [, name, place] = gap;
  if (name === undefined) return type === 'toolResult';
  if (name === 'tool_calls') return type === 'toolCall';
  if (place === undefined || gap.length > 3) return type === textTypeAt(gap);
  return !['toolCall', 'toolResult', 'reasoning', 'refusal'].includes(type);
}

function textTypeAt(gap: Path): Part['type'] {
  const name = gap.at(-1);
  if (name === 'refusal') return 'refusal';
  return name === 'reasoning' || name === 'reasoning_content' ? 'reasoning' : 'text';
}

/** One message of what the parts say, or the results that are left; `null` where a message of tools holds no result. */
function rebuilt(frame: Frame, { role, parts }: SentMessage, contentOf: ContentOf): readonly Json[] | null {
  const rawOf = (wanted: Part['type']): readonly Json[] =>
    parts.flatMap((part) =>
      part.type === wanted && isRawPart(part) && isRecord(part.raw) ? [part.raw] : [],
    );
  if (role === 'tool') {
    const results = rawOf('toolResult');
    return results.length === 0 ? null : results.map(resultOf);
  }
  const calls = role === 'assistant' ? rawOf('toolCall') : [];
  const content = contentOf({ role, parts });
  const isSilent = calls.length > 0 && typeof content === 'string' && content.trim() === '';
  return [
    {
      role,
      ...firstOf(frame),
      content: isSilent ? null : content,
      ...(role === 'assistant' && textsBeside(frame, parts)),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** One that was added by hand has no role of its own. */
const resultOf = (raw: Json): Json =>
  'role' in raw ? raw : { role: 'tool', tool_call_id: raw.tool_call_id, content: raw.content };

/** Thinking and a refusal under the names that they had. */
function textsBeside({ gaps }: Frame, parts: readonly Part[]): Json {
  const names = gaps.flatMap(([, name, ...inside]) =>
    inside.length === 0 && typeof name === 'string' && name !== 'content' ? [name] : [],
  );
  const textOf = (type: Part['type']) =>
    parts.flatMap((part) => (part.type === type && isTextPart(part) ? [part.text] : [])).join('');
  const said = names.map((name) => [name, textOf(textTypeAt([name]))]);
  return Object.fromEntries(said.filter(([, text]) => text !== ''));
}

/** The fields of the message without those that were parts. */
function firstOf({ messages, gaps }: Frame): Json {
  const [first] = messages;
  const names = new Set(gaps.map(([, name]) => name));
  const own = isRecord(first) ? Object.entries(first).filter(([name]) => !names.has(name)) : [];
  return Object.fromEntries(own);
}

function valueIn(part: Part, gap: Path, contentOf: ContentOf): unknown {
  const isInText = typeof gap.at(-1) === 'string';
  if (isTextPart(part)) return isInText ? part.text : { type: 'text', text: part.text };
  if (isRawPart(part)) return part.raw;
  if (!isFilePart(part)) return null;
  const [sent] = [contentOf({ role: 'user', parts: [part] })].flat();
  return typeof sent === 'string' ? { type: 'text', text: sent } : sent;
}
