import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewMessage } from '../../../electron/core/ports/chat';
import type { LedgerEntry } from '../../../electron/core/ports/ledger';
import type { Storage } from '../../../electron/core/ports/storage';
import { openDatabase } from '../../../electron/storage/db/driver';
import { openStorage } from '../../../electron/storage/storage';
import { defaultSettings } from '../../../shared/app/settings';
import { ownParts } from '../../../shared/chat/written-parts';
import type { Amount } from '../../../shared/money/money';
import { tempFolder } from '../../support/temp-folder';

function open(folder: string, now = 0) {
  const opened = openStorage(folder, now);
  onTestFinished(() => opened.storage.close());
  return opened;
}

function addConversation(storage: Storage, id: string, createdAt = 1): void {
  storage.conversations.create({ id, title: id, createdAt, model: 'm', settings: {} });
}

function addMessage(
  storage: Storage,
  id: string,
  parentId: string | null,
  more: Partial<NewMessage> = {},
): void {
  storage.messages.insert({
    id,
    parentId,
    conversationId: 'c',
    role: 'user',
    parts: ownParts(id),
    status: 'complete',
    model: null,
    profileId: null,
    idempotencyKey: null,
    createdAt: 1,
    ...more,
  });
}

const entry: LedgerEntry = {
  ...{
    at: 1,
    profileId: 'p',
    unit: 'credits',
    operation: 'chat.completions.create',
    model: 'm',
    outcome: 'answered',
    statusCode: 200,
  },
  ...{
    used: 100_000 as Amount,
    remaining: 900_000 as Amount,
    requestId: 'r',
    idempotencyKey: null,
  },
  conversationId: 'c',
  messageId: 'a',
  jobId: null,
  isCheckpoint: false,
  totalMs: null,
};

describe('the database file', () => {
  test('stored data is there after closing and opening again', () => {
    const folder = tempFolder();
    const first = openStorage(folder, 0);
    addConversation(first.storage, 'c');
    first.storage.close();
    expect(open(folder).storage.conversations.get('c')?.title).toBe('c');
  });

  test('one of a newer version is left unchanged and refused, naming the version', () => {
    const folder = tempFolder();
    const newer = openDatabase(join(folder, 'gatehouse.db'));
    newer.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    expect(() => openStorage(folder, 0)).toThrow(/newer Gatehouse/);
    expect(readdirSync(folder).filter((name) => name.includes('unreadable'))).toEqual([]);
    expect(existsSync(join(folder, 'gatehouse.db'))).toBe(true);
  });

  test('a second opener of the same folder is refused while the first is open, and admitted afterwards', () => {
    const folder = tempFolder();
    const first = openStorage(folder, 0);
    expect(() => openStorage(folder, 0)).toThrow(/Another Gatehouse is using/);
    first.storage.close();
    expect(() => open(folder)).not.toThrow();
  });
});

describe('conversations', () => {
  test('pages list all of them once, newest first, also at equal times', () => {
    const { storage } = open(tempFolder());
    const ids = Array.from({ length: 25 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    ids.forEach((id, index) => {
      addConversation(storage, id, 1_000 + Math.floor(index / 5));
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = storage.conversations.page(cursor, 7);
      seen.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([...ids].sort().reverse());
  });

  test('deleting one deletes its messages, but the ledger keeps their cost', () => {
    const { storage } = open(tempFolder());
    addConversation(storage, 'c');
    addMessage(storage, 'a', null);
    storage.ledger.append(entry);
    storage.conversations.setRemoved('c', 5);
    expect(storage.conversations.get('c')).toBeUndefined();
    storage.conversations.purgeRemoved();
    expect(storage.messages.get('a')).toBeUndefined();
    expect(storage.ledger.totals({ profileId: 'p', unit: 'credits' }, 0).spent).toBe(100_000);
  });
});

describe('messages', () => {
  test('the path of a branch is returned oldest first, in pages, without the other branches', () => {
    const { storage } = open(tempFolder());
    addConversation(storage, 'c');
    addMessage(storage, 'u1', null);
    addMessage(storage, 'a1', 'u1', { role: 'assistant' });
    addMessage(storage, 'a1-again', 'u1', { role: 'assistant' });
    addMessage(storage, 'u2', 'a1-again');
    const whole = storage.messages.pathEndingIn('c', 'u2', 10);
    expect(whole.messages.map(({ id }) => id)).toEqual(['u1', 'a1-again', 'u2']);
    expect(whole.hasMore).toBe(false);
    const part = storage.messages.pathEndingIn('c', 'u2', 2);
    expect(part.messages.map(({ id }) => id)).toEqual(['a1-again', 'u2']);
    expect(part.hasMore).toBe(true);
    expect(storage.messages.get('a1')?.siblingIds).toEqual(['a1', 'a1-again']);
  });

  test('a branch is followed down to its newest leaf', () => {
    const { storage } = open(tempFolder());
    addConversation(storage, 'c');
    addMessage(storage, 'u1', null);
    addMessage(storage, 'a1', 'u1', { role: 'assistant' });
    addMessage(storage, 'u2', 'a1');
    addMessage(storage, 'u2-edited', 'a1');
    expect(storage.messages.newestLeafBelow('u1')).toBe('u2-edited');
    expect(storage.messages.newestLeafBelow('u2')).toBe('u2');
  });

  test('a path of 10,000 messages is read in pages without reading the rest', () => {
    const { storage } = open(tempFolder());
    addConversation(storage, 'c');
    storage.transaction(() => {
      for (let index = 0; index < 10_000; index += 1) {
        addMessage(storage, `m${index}`, index === 0 ? null : `m${index - 1}`);
      }
    });
    const page = storage.messages.pathEndingIn('c', 'm9999', 50);
    expect(page.messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, index) => `m${9_950 + index}`),
    );
    expect(storage.messages.newestLeafBelow('m0')).toBe('m9999');
  });
});

describe('the ledger', () => {
  test('rows can be neither changed nor deleted, whoever tries', () => {
    const folder = tempFolder();
    const { storage } = openStorage(folder, 0);
    storage.ledger.append(entry);
    storage.close();
    const database = openDatabase(join(folder, 'gatehouse.db'));
    onTestFinished(() => database.close());
    for (const ledger of ['ledger', 'ledger_rows']) {
      expect(() => database.run(`DELETE FROM ${ledger}`)).toThrow(/append-only/);
      expect(() => database.run(`UPDATE ${ledger} SET used = 0`)).toThrow(/append-only/);
    }
  });

  test('unknown charges are counted separately and never as zero; refusals cost nothing', () => {
    const { storage } = open(tempFolder());
    storage.ledger.append(entry);
    storage.ledger.append({ ...entry, used: null, remaining: null, outcome: 'unknown' });
    storage.ledger.append({ ...entry, used: null, remaining: null, outcome: 'refused' });
    const totals = storage.ledger.totals({ profileId: 'p', unit: 'credits' }, 0);
    expect(totals).toMatchObject({ spent: 100_000, unknownCalls: 1, remaining: 900_000 });
    expect(totals.lastCall?.amount).toBeNull();
  });

  test('profiles are kept separate, and a session counts from its start', () => {
    const { storage } = open(tempFolder());
    storage.ledger.append(entry);
    const start = storage.ledger.newestId();
    storage.ledger.append({ ...entry, profileId: 'other' });
    storage.ledger.append({ ...entry, used: 7 as Amount });
    expect(storage.ledger.totals({ profileId: 'p', unit: 'credits' }, start).spent).toBe(7);
  });
});

describe('settings', () => {
  test('an unreadable field falls back alone, and fields of a newer version stay', () => {
    const folder = tempFolder();
    const first = openStorage(folder, 0);
    first.storage.close();
    const database = openDatabase(join(folder, 'gatehouse.db'));
    const stored = JSON.stringify({ theme: 'dark', sendKey: 42, fromTheFuture: true });
    database.run("INSERT INTO settings (key, value) VALUES ('app', ?)", stored);
    database.close();
    const { storage } = openStorage(folder, 0);
    expect(storage.settings.load()).toEqual({ ...defaultSettings, theme: 'dark' });
    storage.settings.save({ ...storage.settings.load(), lowCredits: 5 });
    storage.close();
    const again = openDatabase(join(folder, 'gatehouse.db'));
    onTestFinished(() => again.close());
    expect(again.get<{ value: string }>('SELECT value FROM settings')?.value).toContain(
      '"fromTheFuture":true',
    );
  });
});

describe('conversations with an owner', () => {
  test('are not listed, and are found by id and by search', () => {
    const { storage } = open(tempFolder());
    addConversation(storage, 'c');
    const owner = { kind: 'batch', id: 'b' } as const;
    storage.conversations.create({
      id: 'owned',
      title: 'owned',
      createdAt: 2,
      model: 'm',
      settings: {},
      owner,
    });
    addMessage(storage, 'said', null, { conversationId: 'owned', parts: ownParts('a needle') });
    expect(storage.conversations.page(null, 10).conversations.map(({ id }) => id)).toEqual(['c']);
    expect(storage.conversations.get('owned')?.owner).toEqual(owner);
    expect(storage.conversations.get('c')?.owner).toBeNull();
    expect(storage.conversations.search('needle', 10).map(({ messageId }) => messageId)).toEqual(['said']);
  });

  test('are deleted and restored with their owner', () => {
    const { storage } = open(tempFolder());
    const owner = { kind: 'comparison', id: 'x' } as const;
    for (const id of ['one', 'other']) {
      storage.conversations.create({ id, title: id, createdAt: 1, model: null, settings: {}, owner });
    }
    storage.conversations.setRemovedOf(owner, 5);
    expect(storage.conversations.get('one')).toBeUndefined();
    storage.conversations.setRemovedOf(owner, null);
    expect(storage.conversations.get('other')?.title).toBe('other');
  });
});
