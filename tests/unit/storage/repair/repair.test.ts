/** Real databases with pages that a failing disk has spoiled, and what is left of them at the next start. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewExperiment } from '../../../../electron/core/ports/experiments';
import { repairNotice } from '../../../../electron/start-notices';
import { openDatabase, releaseClosedDatabases } from '../../../../electron/storage/db/driver';
import { lastEnd } from '../../../../electron/storage/db/end-mark';
import { openStorage, startStorage } from '../../../../electron/storage/storage';
import { ownParts } from '../../../../shared/chat/written-parts';
import { damagePages, leafPagesOf } from '../../../support/damage';
import { tempFolder } from '../../../support/temp-folder';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const ASIDE = 'gatehouse.unreadable-2026-01-02T03-04-05-000Z.db';

async function open(folder: string) {
  const opened = await startStorage(folder, NOW);
  onTestFinished(() => opened.storage.close());
  return opened;
}

const CHATS = 40;
const MESSAGES = 400;

/** 40 chats of 10 messages of 1 kB each, closed. */
async function filledFolder(): Promise<{ folder: string; path: string }> {
  const folder = tempFolder();
  const { storage } = openStorage(folder, 0);
  storage.transaction(() => {
    for (let chat = 0; chat < CHATS; chat += 1) {
      const conversationId = `c${chat}`;
      storage.conversations.create({
        id: conversationId,
        title: `Chat ${chat}`,
        createdAt: chat,
        model: 'm',
        settings: {},
      });
      for (let index = 0; index < MESSAGES / CHATS; index += 1) {
        const id = `${conversationId}-${index}`;
        storage.messages.insert({
          id,
          conversationId,
          parentId: index === 0 ? null : `${conversationId}-${index - 1}`,
          ...{
            role: 'user',
            parts: ownParts(`needle${chat}n${index} ${'x'.repeat(1_000)}`),
            status: 'complete',
            model: null,
          },
          profileId: null,
          idempotencyKey: null,
          createdAt: index,
        });
        storage.conversations.setLeaf(conversationId, id);
      }
    }
  });
  storage.close();
  await releaseClosedDatabases();
  return { folder, path: join(folder, 'gatehouse.db') };
}

/** A draft of one variant: a cell for each name. */
const experiment = (id: string, names: readonly string[]): NewExperiment => ({
  ...{
    id,
    title: id,
    modality: 'chat',
    createdAt: 0,
    repeats: 1,
    assertions: [],
    threshold: null,
    budget: null,
  },
  variants: [
    {
      ...{ modality: 'chat', settings: {}, label: '', profileId: 'p', model: 'm' },
      ...{ template: 'About {{name}}', promptVersion: null },
    },
  ],
  cases: names.map((name) => ({
    ...{
      variables: { name },
      attachments: [],
      inputs: [],
      assertions: [],
      threshold: null,
      tags: [],
      note: '',
    },
  })),
});

describe('a database that is damaged', () => {
  test('beyond reading is set aside whole, and an empty one is started', async () => {
    const folder = tempFolder();
    const garbage = 'this is not a database '.repeat(500);
    writeFileSync(join(folder, 'gatehouse.db'), garbage);
    const { storage, repair } = await open(folder);
    expect(repair).toEqual({ kind: 'recovered', setAside: join(folder, ASIDE), tables: [] });
    expect(readFileSync(join(folder, ASIDE), 'utf8')).toBe(garbage);
    expect(storage.conversations.page(null, 10).conversations).toEqual([]);
  });

  test('in some pages of what messages say keeps all others, and states how many are lost', async () => {
    const { folder, path } = await filledFolder();
    const pages = await leafPagesOf(path, 'message_parts');
    damagePages(path, pages.slice(20, 25));
    const first = await startStorage(folder, NOW);
    expect(() => first.storage.messages.tree('c6')).toThrow(/damaged/);
    first.storage.close();
    expect(lastEnd(folder)).toBe('damaged');
    const { storage, repair } = await open(folder);
    if (repair?.kind !== 'recovered') throw new Error('nothing was recovered');
    const parts = repair.tables.find(({ name }) => name === 'message_parts');
    const all = Array.from({ length: CHATS }, (_, chat) => storage.messages.tree(`c${chat}`)).flat();
    expect(all).toHaveLength(MESSAGES);
    const kept = all.filter(({ text }) => text !== '');
    expect(kept).toHaveLength(parts?.kept ?? 0);
    expect(parts?.lost).toBe(MESSAGES - kept.length);
    expect(kept.length).toBeGreaterThan(MESSAGES - 30);
    expect(kept.length).toBeLessThan(MESSAGES);
    expect(storage.conversations.page(null, 100).conversations).toHaveLength(CHATS);
    expect(existsSync(join(folder, ASIDE))).toBe(true);
    expect(lastEnd(folder)).toBe('unclean');
    expect(repairNotice(repair).message).toMatch(
      new RegExp(
        `Recovered: 40 chats, ${MESSAGES} messages\\. Lost: ${MESSAGES - kept.length} parts of messages\\.`,
      ),
    );
  });

  test('in its chats shows their messages in recovered chats, each branch complete', async () => {
    const { folder, path } = await filledFolder();
    damagePages(path, (await leafPagesOf(path, 'conversations')).slice(0, 1));
    const first = await startStorage(folder, NOW);
    expect(() => first.storage.conversations.page(null, 100)).toThrow(/damaged/);
    first.storage.close();
    const { storage } = await open(folder);
    const { conversations } = storage.conversations.page(null, 100);
    expect(conversations).toHaveLength(CHATS);
    expect(conversations.some(({ title }) => title === 'Recovered chat')).toBe(true);
    for (const { id, leafId } of conversations) {
      expect(storage.messages.pathEndingIn(id, leafId ?? '', 100).messages).toHaveLength(MESSAGES / CHATS);
    }
  });

  test('in its search index alone gets a new index, and is not replaced', async () => {
    const { folder, path } = await filledFolder();
    const filled = openStorage(folder, 0).storage;
    expect(filled.conversations.search('needle3n4', 5, 'messages')).toHaveLength(1);
    filled.close();
    const pages = await leafPagesOf(path, 'messages_words_data');
    const database = openDatabase(path);
    database.exec('UPDATE messages_words_data SET block = zeroblob(length(block)) WHERE id > 10');
    database.close();
    expect(pages.length).toBeGreaterThan(1);
    const first = await startStorage(folder, NOW);
    expect(() => first.storage.conversations.search('needle3n4', 5, 'messages')).toThrow(/damaged/);
    first.storage.close();
    const { storage, repair } = await open(folder);
    expect(repair).toEqual({ kind: 'rebuilt' });
    expect(storage.conversations.search('needle3n4', 5, 'messages')).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.includes('unreadable'))).toEqual([]);
  });

  test('in its experiments leaves none of their rows to the next one', async () => {
    const { folder, path } = await filledFolder();
    const first = openStorage(folder, 0).storage;
    first.experiments.insert(experiment('lost', ['a', 'b', 'c']));
    expect(first.experiments.cells('lost', 0, 10)).toHaveLength(3);
    first.close();
    damagePages(path, await leafPagesOf(path, 'experiments'));
    const met = await startStorage(folder, NOW);
    expect(() => met.storage.experiments.page(null, null, 10)).toThrow(/damaged/);
    met.storage.close();
    const { storage, repair } = await open(folder);
    expect(repair?.kind).toBe('recovered');
    storage.experiments.insert(experiment('new', ['d']));
    expect(storage.experiments.cases('new', 0, 10).map(({ variables }) => variables)).toEqual([
      { name: 'd' },
    ]);
    expect(storage.experiments.cells('new', 0, 10)).toHaveLength(1);
  });

  test('in its schema stops no start', async () => {
    const { folder, path } = await filledFolder();
    const file = readFileSync(path);
    file.fill(0xff, 100, 4096);
    writeFileSync(path, file);
    const { repair } = await open(folder);
    expect(repair).toMatchObject({ kind: 'recovered' });
    expect(existsSync(join(folder, ASIDE))).toBe(true);
  });
});

test('a clean end is distinguished from an unclean one', async () => {
  const folder = tempFolder();
  const first = openStorage(folder, 0);
  expect([first.lastEnd, lastEnd(folder)]).toEqual(['clean', 'unclean']);
  first.storage.close();
  expect(lastEnd(folder)).toBe('clean');
});

test('a mark that can’t be removed does not keep the storage from closing', () => {
  const folder = tempFolder();
  const { storage } = openStorage(folder, 0);
  rmSync(join(folder, 'database-open'));
  mkdirSync(join(folder, 'database-open', 'in the way'), { recursive: true });
  storage.close();
  // The folder is free again.
  openStorage(folder, 0).storage.close();
});
