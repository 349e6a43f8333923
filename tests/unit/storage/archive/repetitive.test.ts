/** What repeats itself packs like a bomb: whatever the app exports it imports. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { ownParts } from '../../../../shared/chat/written-parts';
import { contents, digest, exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

let sandbox: TestSandbox;
let storage: Storage;
let source: TestCore;
let there: TestCore;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  source = await openTestCore({
    sandbox,
    wrapStorage: (opened) => {
      storage = opened;
      return opened;
    },
  });
  there = await openTestCore({ sandbox });
});
afterAll(async () => {
  await source.close();
  await there.close();
  await sandbox.close();
});

const now = Date.now();
/** Of rows whose difference would be megabytes long. */
const hash = (rows: unknown) => digest(Buffer.from(JSON.stringify(rows)));
const common = { profileId: 'sandbox', model: 'm', createdAt: now };

function addMessages() {
  const conversationId = randomUUID();
  const settings = { systemPrompt: '\u0001'.repeat(200_000) };
  storage.conversations.create({
    ...{ id: conversationId, title: 'T', model: 'm', settings },
    createdAt: now,
  });
  let parentId: string | null = null;
  for (let index = 0; index < 4; index += 1) {
    const id = randomUUID();
    storage.messages.insert({
      ...{ id, conversationId, parentId, role: 'user', status: 'complete' },
      parts: ownParts('a'.repeat(1_000_000)),
      ...{ ...common, model: null, profileId: null, idempotencyKey: null },
    });
    parentId = id;
    storage.conversations.setLeaf(conversationId, id, now);
  }
}

/** As an earlier version stored them: up to the 8 MB of a call. */
function addJob() {
  const destination = { folder: source.home, fileNameTemplate: '{prompt}' };
  storage.jobs.insert({
    ...{ ...common, id: randomUUID(), modality: 'image', prompt: 'A boat', parameters: {}, destination },
    ...{ extra: { style: 'x'.repeat(1_200_000) }, owner: null, status: 'failed', isForeign: false },
    ...{ remoteId: null, parts: [{ start: 0, end: 6, idempotencyKey: randomUUID() }] },
  });
}

function addBatch() {
  const id = randomUUID();
  const rows = Array.from({ length: 10_000 }, () => ({ values: ['b'.repeat(400)], key: randomUUID() }));
  storage.batches.insert({
    ...{ ...common, id, name: 'Equal rows', modality: 'image', template: '{{word}}', columns: ['word'] },
    ...{ rows, settings: {}, parameters: {}, extra: { style: 'x'.repeat(1_200_000) } },
  });
  storage.batches.moveRows(id, 'waiting', 'stopped');
  storage.batches.update(id, { status: 'stopped', finishedAt: now });
  storage.batches.count(id);
}

const presetId = randomUUID();

async function addDefaults(): Promise<void> {
  const content = { modality: 'image' as const, model: null, parameters: {}, extra: { quality: 'high' } };
  await source.tell('presets.create', { id: presetId, name: 'Planted', content });
  await source.tell('presets.setDefault', { tab: 'image', id: presetId });
  const { id } = await source.tell('profiles.create', { name: 'Other', baseUrl: 'https://other.example/v1' });
  await source.tell('profiles.activate', { id });
}

test('long messages, long extra parameters and 10,000 equal rows travel whole, and nothing becomes a default', async () => {
  addMessages();
  addJob();
  addBatch();
  await addDefaults();
  const bytes = await exportAll(source);
  expect(bytes.length).toBeLessThan(1_500_000);
  expect(await importAll(there, bytes)).toMatchObject({ state: 'completed', error: null });
  const [before, after] = [contents(source.home), contents(there.home)];
  for (const table of ['conversations', 'messages', 'jobs', 'batches', 'batch_rows'])
    expect(`${table} ${hash(after[table])}`).toBe(`${table} ${hash(before[table])}`);
  const { presets, activeProfileId, profiles } = await there.tell('app.snapshot', {});
  expect(presets).toMatchObject([{ id: presetId, name: 'Planted', isDefault: false }]);
  expect(profiles.map(({ name }) => name)).toContain('Other');
  expect(activeProfileId).toBe('sandbox');
});
