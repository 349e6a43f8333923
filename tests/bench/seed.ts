/** Fills a data folder through the app's own storage, as a person would in months. */

import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Storage } from '../../electron/core/ports/storage';
import { randomBlock } from '../../electron/sandbox/models/firehose';
import { createRandom, type Random } from '../../electron/sandbox/random';
import { openStorage } from '../../electron/storage/storage';
import { ownParts, type WrittenPart } from '../../shared/chat/written-parts';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import type { RunSettings } from '../../shared/run/chat-settings';
import { microsOf } from '../support/money';

export interface SeedChat {
  /** How many messages: a question and a reply in turn. */
  readonly messages: number;
  readonly title?: string;
  readonly model?: string;
  readonly settings?: RunSettings;
  readonly length?: SeedLength;
  /** Replies of seven parts (thoughts, text, calls of tools, citations) instead of one: four a message. */
  readonly hasManyParts?: boolean;
}

/**
 * `short` texts are 181 bytes on average; `long` ones are about as long as what people ask assistants and are answered,
 * and have what the rows of real calls have: keys, counts and times.
 */
export type SeedLength = 'short' | 'long';

export interface SeededChat {
  readonly id: string;
  /** A text at the end of its last message, and nowhere else. */
  readonly lastWord: string;
}

/** About how often each is put into a message, one in so many. */
const rareEvery = 10_000;
export const rareWord = 'chrysoberyl';

/** Of a short history, so that its times are the same on every day. */
const latestStart = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;

/** @param home made where it is missing; no app may be using it */
export async function seedChats(home: string, chats: readonly SeedChat[]): Promise<readonly SeededChat[]> {
  await mkdir(home, { recursive: true });
  const total = chats.reduce((sum, { messages }) => sum + messages, 0);
  // A minute apart, and none in the future.
  const start = Math.min(latestStart, Date.now() - total * minuteMs);
  const { storage } = openStorage(home, start);
  try {
    const random = createRandom(7);
    const count = { messages: 0, start };
    const seeded = storage.transaction(() => chats.map((chat) => seedChat(storage, chat, random, count)));
    // As a person's own chats are: else the app would do it while it is measured.
    while (storage.upkeep.indexSome());
    return seeded;
  } finally {
    storage.close();
  }
}

function seedChat(
  storage: Storage,
  {
    messages,
    title,
    model = 'sandbox/firehose',
    settings = {},
    length = 'short',
    hasManyParts = false,
  }: SeedChat,
  random: Random,
  count: { messages: number; readonly start: number },
): SeededChat {
  const id = randomUUID();
  const lastWord = `end-${id}`;
  const at = (): number => count.start + count.messages * minuteMs;
  storage.conversations.create({
    id,
    createdAt: at(),
    model,
    settings,
    title: title ?? `Conversation about the ${random.below(1_000_000)}th gauge`,
  });
  let parentId: string | null = null;
  for (let index = 0; index < messages; index += 1) {
    count.messages += 1;
    const isReply = index % 2 === 1;
    const text = isReply ? replyText(random, index, length) : questionText(random, length);
    const idempotencyKey = isReply ? keyOf(length) : null;
    const ends = [rareOf(count.messages), index === messages - 1 ? `\n\n${lastWord}` : ''];
    const messageId = randomUUID();
    const whole = [text, ...ends].join('');
    storage.messages.insert({
      id: messageId,
      conversationId: id,
      parentId,
      role: isReply ? 'assistant' : 'user',
      parts: partsOf(whole, isReply, hasManyParts),
      status: 'complete',
      model: isReply ? model : null,
      createdAt: at(),
      profileId: SANDBOX_PROFILE_ID,
      idempotencyKey,
    });
    if (isReply) charge(storage, { conversationId: id, messageId, model, idempotencyKey, at: at() });
    parentId = messageId;
  }
  storage.conversations.setLeaf(id, parentId, at());
  return { id, lastWord };
}

const partsOf = (text: string, isReply: boolean, hasMany: boolean): readonly WrittenPart[] =>
  isReply && hasMany ? manyParts(text) : ownParts(text);

/** As a reply with tools and a search has them. */
function manyParts(text: string): readonly WrittenPart[] {
  const call = { id: 'call_1', type: 'function', function: { name: 'level', arguments: '{"gauge": 7}' } };
  const source = { type: 'url_citation', url_citation: { url: 'https://river.test/a', title: 'Gauges' } };
  const parts = [
    { type: 'reasoning', text: 'The gauge is above the weir, so its level comes first.' },
    { type: 'text', text: 'Two gauges say so.' },
    ...[1, 2].map(() => ({ type: 'toolCall', raw: call }) as const),
    ...[1, 2].map(() => ({ type: 'citation', raw: source }) as const),
    { type: 'text', text },
  ] as const;
  return parts.map((part, at) => ({ ...part, number: at + 1 }));
}

const rareOf = (message: number): string => (message % rareEvery === 0 ? ` ${rareWord}` : '');

const keyOf = (length: SeedLength): string | null => (length === 'long' ? randomUUID() : null);

/** How many further blocks a text of each length has at most. */
const further = { short: { question: 0, reply: 2 }, long: { question: 3, reply: 9 } } as const;

const questionText = (random: Random, length: SeedLength): string =>
  [`What does gauge ${random.below(5_000)} say about the water?`]
    .concat(length === 'short' ? [] : blocks(random, 0, random.below(further[length].question + 1)))
    .join('\n\n');

const replyText = (random: Random, index: number, length: SeedLength): string =>
  blocks(random, index, 1 + random.below(further[length].reply + 1)).join('\n\n');

const blocks = (random: Random, index: number, count: number): string[] =>
  Array.from({ length: count }, () => randomBlock(random, index));

interface Charge {
  readonly conversationId: string;
  readonly messageId: string;
  readonly model: string;
  readonly idempotencyKey: string | null;
  readonly at: number;
}

function charge(storage: Storage, { at, ...subject }: Charge): void {
  storage.ledger.append({
    ...subject,
    at,
    profileId: SANDBOX_PROFILE_ID,
    unit: 'credits',
    jobId: null,
    operation: 'chat.completions.create',
    used: microsOf(0.0012),
    remaining: microsOf(900),
    outcome: 'answered',
    statusCode: 200,
    requestId: subject.idempotencyKey === null ? null : `req_${subject.idempotencyKey.slice(0, 8)}`,
    totalMs: 800,
    isCheckpoint: true,
  });
}
