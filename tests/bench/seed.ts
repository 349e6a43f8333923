/** Fills a data folder through the app's own storage, as a person would in months. */

import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Storage } from '../../electron/core/ports/storage';
import { randomBlock } from '../../electron/sandbox/models/firehose';
import { createRandom, type Random } from '../../electron/sandbox/random';
import { openStorage } from '../../electron/storage/storage';
import { ownParts } from '../../shared/chat/written-parts';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import type { RunSettings } from '../../shared/run/chat-settings';
import { microsOf } from '../support/money';

export interface SeedChat {
  /** How many messages: a question and a reply in turn. */
  readonly messages: number;
  readonly title?: string;
  readonly model?: string;
  readonly settings?: RunSettings;
}

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
    return storage.transaction(() => chats.map((chat) => seedChat(storage, chat, random, count)));
  } finally {
    storage.close();
  }
}

function seedChat(
  storage: Storage,
  { messages, title, model = 'sandbox/firehose', settings = {} }: SeedChat,
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
    const text = isReply ? replyText(random, index) : questionText(random);
    const rare = count.messages % rareEvery === 0 ? ` ${rareWord}` : '';
    const messageId = randomUUID();
    storage.messages.insert({
      id: messageId,
      conversationId: id,
      parentId,
      role: isReply ? 'assistant' : 'user',
      parts: ownParts(`${text}${rare}${index === messages - 1 ? `\n\n${lastWord}` : ''}`),
      status: 'complete',
      model: isReply ? model : null,
      createdAt: at(),
      profileId: SANDBOX_PROFILE_ID,
      idempotencyKey: null,
    });
    if (isReply) charge(storage, { conversationId: id, messageId, model, at: at() });
    parentId = messageId;
  }
  storage.conversations.setLeaf(id, parentId, at());
  return { id, lastWord };
}

const questionText = (random: Random): string =>
  `What does gauge ${random.below(5_000)} say about the water?`;

const replyText = (random: Random, index: number): string =>
  Array.from({ length: 1 + random.below(3) }, () => randomBlock(random, index)).join('\n\n');

interface Charge {
  readonly conversationId: string;
  readonly messageId: string;
  readonly model: string;
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
    requestId: null,
    idempotencyKey: null,
    totalMs: 800,
    isCheckpoint: true,
  });
}
