/** Data of earlier days, stored through the app's own storage. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Storage } from '../../electron/core/ports/storage';
import { releaseClosedDatabases } from '../../electron/storage/db/driver';
import { openStorage } from '../../electron/storage/storage';
import { ownParts } from '../../shared/chat/written-parts';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { microsOf } from './money';

const dayMs = 86_400_000;

export interface EarlierCall {
  readonly model: string;
  /** Credits. */
  readonly used: number;
}

export interface Earlier {
  /** What was paid yesterday. */
  readonly yesterday: readonly EarlierCall[];
  /** A question and its answer, a week ago. */
  readonly lastWeek: { readonly question: string; readonly answer: string; readonly model: string };
}

/** @param home created if it is missing; no app may be using it */
export async function liveEarlier(home: string, { yesterday, lastWeek }: Earlier): Promise<void> {
  await mkdir(home, { recursive: true });
  const { storage } = openStorage(home, Date.now());
  try {
    for (const call of yesterday) pay(storage, call, Date.now() - dayMs);
    talk(storage, lastWeek, Date.now() - 7 * dayMs);
  } finally {
    storage.close();
    // Otherwise its files are closed whenever the closed statements are collected: beside the app that uses them by then.
    await releaseClosedDatabases();
  }
}

/** No balance: the account of the embedded gateway has no such charge. */
function pay(storage: Storage, { model, used }: EarlierCall, at: number): void {
  storage.ledger.append({
    at,
    profileId: SANDBOX_PROFILE_ID,
    unit: 'credits',
    operation: 'chat.completions.create',
    model,
    used: microsOf(used),
    remaining: null,
    outcome: 'answered',
    statusCode: 200,
    totalMs: 800,
    requestId: `req_${randomUUID()}`,
    idempotencyKey: randomUUID(),
    isCheckpoint: false,
    conversationId: null,
    messageId: null,
    jobId: null,
  });
}

function talk(storage: Storage, { question, answer, model }: Earlier['lastWeek'], at: number): void {
  const conversationId = randomUUID();
  const [askedId, repliedId] = [randomUUID(), randomUUID()];
  const kept = { conversationId, status: 'complete', createdAt: at, profileId: SANDBOX_PROFILE_ID } as const;
  storage.conversations.create({ id: conversationId, createdAt: at, model, settings: {}, title: question });
  storage.messages.insert({
    ...kept,
    id: askedId,
    parentId: null,
    role: 'user',
    parts: ownParts(question),
    model: null,
    idempotencyKey: null,
  });
  storage.messages.insert({
    ...kept,
    id: repliedId,
    parentId: askedId,
    role: 'assistant',
    parts: ownParts(answer),
    model,
    idempotencyKey: null,
  });
  storage.conversations.setLeaf(conversationId, repliedId, at);
}
