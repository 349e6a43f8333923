/** A chat of another program, as its readers give it, and the same as a file that Gatehouse imports. */
import type { ConversationFile } from '../../../../shared/chat/conversation-file';
import { limits } from '../../../../shared/limits';

export interface ForeignMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
  readonly reasoning?: string;
  readonly model?: string | null;
  /** Milliseconds; `null` where it isn't known. */
  readonly createdAt: number | null;
}

export interface ForeignChat {
  readonly title: string;
  readonly createdAt: number | null;
  readonly systemPrompt: string;
  /** In any order; one without text or thinking only joins its neighbors. */
  readonly messages: readonly ForeignMessage[];
  /** The last message of the branch that is shown. */
  readonly leafId: string | null;
  /** Files and steps of tools that stay behind. */
  readonly leftOut: number;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => textOf(value) || null;

const MILLISECONDS_FROM = 1e11;
/** The last moment that a date can be. */
const LAST_TIME = 8.64e15;

/** Seconds, milliseconds, nanoseconds or a date as text. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number(value ?? Number.NaN);
  if (!Number.isFinite(time) || time <= 0) return null;
  const inMs = typeof value === 'string' || time >= MILLISECONDS_FROM ? time : time * 1_000;
  return inMs > 1e17 ? Math.round(inMs / 1e6) : inMs < LAST_TIME ? Math.round(inMs) : null;
}

/** One after the other, each the child of the one before. */
export const inARow = (messages: readonly Omit<ForeignMessage, 'parentId'>[]): readonly ForeignMessage[] =>
  messages.map((message, at) => ({ ...message, parentId: messages[at - 1]?.id ?? null }));

/** How a file of Gatehouse’s own says what it is. */
export const ownFormat: ConversationFile['format'] = 'gatehouse-conversation';

/** `null` where nothing of it was said. */
export function toConversationFile(chat: ForeignChat, now: number): ConversationFile | null {
  const createdAt = chat.createdAt ?? chat.messages.find((one) => one.createdAt !== null)?.createdAt ?? now;
  const { kept, leafId } = saidOnes(chat);
  if (kept.length === 0) return null;
  const systemPrompt = chat.systemPrompt.slice(0, limits.systemPromptCharacters);
  return {
    format: ownFormat,
    formatVersion: 2,
    title: titleOf(chat, kept),
    createdAt,
    // The next turn goes to a model that the gateway in use has.
    model: null,
    settings: systemPrompt.trim() === '' ? {} : { systemPrompt },
    leafId,
    messages: kept.map((message) => toFileMessage(message, createdAt)),
  };
}

function titleOf({ title }: ForeignChat, [first]: readonly ForeignMessage[]): string {
  const given = title.trim() || (first?.text.trim().split('\n', 1)[0] ?? '') || 'Imported chat';
  return given.slice(0, limits.titleCharacters);
}

type FileMessage = ConversationFile['messages'][number];

function toFileMessage(message: ForeignMessage, createdAt: number): FileMessage {
  const { id, parentId, role, reasoning = '', model = null } = message;
  const text = message.text.slice(0, limits.messageCharacters);
  const thought = { type: 'reasoning' as const, text: reasoning.slice(0, limits.messageCharacters) };
  // What is left out is unknown: what it cost, how long it took.
  return {
    id,
    parentId,
    role,
    text,
    ...(reasoning !== '' && { parts: text === '' ? [thought] : [thought, { type: 'text', text }] }),
    status: 'complete',
    model: role === 'assistant' ? (model?.slice(0, 300) ?? null) : null,
    createdAt: message.createdAt ?? createdAt,
  } as FileMessage;
}

const isSaid = ({ text, reasoning = '' }: ForeignMessage): boolean => text.trim() !== '' || reasoning !== '';

interface SaidOnes {
  /** Parents before their children, under short ids. */
  readonly kept: readonly ForeignMessage[];
  readonly leafId: string | null;
}

/** Without those that say nothing: what follows one of them follows what came before it. */
function saidOnes({ messages, leafId }: ForeignChat): SaidOnes {
  const ids = new Map<string, string | null>();
  const kept: ForeignMessage[] = [];
  for (const one of inOrder(new Map(messages.map((message) => [message.id, message])))) {
    const parentId = ids.get(one.parentId ?? '') ?? null;
    const id = isSaid(one) ? `m${kept.length}` : parentId;
    ids.set(one.id, id);
    if (isSaid(one) && id !== null) kept.push({ ...one, id, parentId });
  }
  return { kept, leafId: ids.get(leafId ?? '') ?? kept.at(-1)?.id ?? null };
}

/**
 * Parents before their children. Where parents go in a circle, the first of it in the file begins the chat, as one
 * without a parent does.
 */
function inOrder(byId: ById): readonly ForeignMessage[] {
  const children = childrenOf(byId);
  const ordered = new Set<ForeignMessage>();
  for (const first of [...(children.get(null) ?? []), ...byId.values()]) {
    const waiting = [first];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (ordered.has(one)) continue;
      ordered.add(one);
      // One by one: a list of all as arguments may be too long.
      for (const next of (children.get(one.id) ?? []).toReversed()) waiting.push(next);
    }
  }
  return [...ordered];
}

type ById = ReadonlyMap<string, ForeignMessage>;

/** Those of a parent that is missing begin the chat, as those without one do. */
function childrenOf(byId: ById): ReadonlyMap<string | null, readonly ForeignMessage[]> {
  const children = new Map<string | null, ForeignMessage[]>();
  for (const one of byId.values()) {
    const parent = one.parentId !== null && byId.has(one.parentId) ? one.parentId : null;
    const others = children.get(parent);
    if (others === undefined) children.set(parent, [one]);
    else others.push(one);
  }
  return children;
}
