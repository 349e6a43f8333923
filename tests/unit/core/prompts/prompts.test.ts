import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../electron/storage/db/driver';
import { createPromptStore } from '../../../../electron/storage/db/prompt-store';
import { systemClock } from '../../../../electron/system-clock';
import { openTestCore, type TestCore } from '../../../support/core';
import { openTestDatabase } from '../../../support/test-database';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

async function save(name: string, text = `Text of ${name}`, tags: string[] = []): Promise<string> {
  const id = randomUUID();
  await app.tell('prompts.save', { id, name, text, tags });
  return id;
}

const find = async (query: string, tag: string | null = null) =>
  (await app.tell('prompts.page', { query, tag, cursor: null, limit: 50 })).prompts.map(({ name }) => name);

test('a prompt is saved, changed under its id, reported by event, and still there after a restart', async () => {
  const id = await save('Summary', 'Sum up {{text:long}}', ['work', 'Work', ' daily ']);
  await app.tell('prompts.save', { id, name: 'Short summary', text: 'Sum up', tags: ['work'] });
  const told = app.events.flatMap((event) => (event.type === 'prompt.changed' ? [event.prompt] : []));
  expect(told.map(({ name, tags }) => [name, tags])).toEqual([
    ['Summary', ['work', 'daily']],
    ['Short summary', ['work']],
  ]);
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
  expect(await app.tell('prompts.get', { id })).toMatchObject({ name: 'Short summary', text: 'Sum up' });
});

test('words are found in name, tags and text, also incomplete; a name that starts with them comes first', async () => {
  await save('Translate', 'into {{language}}', ['café']);
  await save('Note', 'to be translated later');
  expect(await find('transl')).toEqual(['Translate', 'Note']);
  expect(await find('cafe')).toEqual(['Translate']);
  expect(await find('langu into')).toEqual(['Translate']);
  expect(await find('"quoted* OR')).toEqual([]);
  expect(await find('{{')).toEqual([]);
  expect(await find('')).toEqual(['Note', 'Translate']);
});

test('a tag filters the library, in any case, and is counted', async () => {
  await save('One', 'x', ['Mail']);
  await save('Two', 'x', ['mail', 'code']);
  await save('Three', 'x');
  expect((await find('', 'MAIL')).sort()).toEqual(['One', 'Two']);
  expect(await app.tell('prompts.tags', {})).toEqual([
    { tag: 'code', prompts: 1 },
    { tag: expect.stringMatching(/^mail$/i), prompts: 2 },
  ]);
});

test('pages list all prompts once, with or without a search', async () => {
  for (let index = 0; index < 25; index += 1) await save(`Number ${index}`);
  for (const query of ['', 'numb']) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.tell<'prompts.page'>>> = await app.tell('prompts.page', {
        query,
        cursor,
        tag: null,
        limit: 10,
      });
      expect(page.total).toBe(25);
      seen.push(...page.prompts.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  }
});

test('a used prompt moves up and remembers its values', async () => {
  const id = await save('Old');
  await save('New');
  await app.tell('prompts.used', { id, values: { topic: 'bees' } });
  expect(await find('')).toEqual(['Old', 'New']);
  expect((await app.tell('prompts.get', { id })).lastValues).toEqual({ topic: 'bees' });
});

test('a used prompt moves up although another was saved at the same moment', async () => {
  await app.close();
  app = await openTestCore({ clock: { ...systemClock, now: () => 1_000_000 } });
  const id = await save('Old');
  await save('New');
  await app.tell('prompts.used', { id, values: {} });
  expect(await find('')).toEqual(['Old', 'New']);
});

test('a deleted prompt can be restored until the app is closed, then it is deleted with its index', async () => {
  const id = await save('Gone', 'marmalade', ['sweet']);
  await app.tell('prompts.remove', { id });
  expect(await find('marmalade')).toEqual([]);
  expect(await app.tell('prompts.tags', {})).toEqual([]);
  await app.tell('prompts.restore', { id });
  expect(await find('marmalade')).toEqual(['Gone']);
  await app.tell('prompts.remove', { id });
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox });
  expect((await app.refusal('prompts.restore', { id })).code).toBe('not_found');
});

test('a copy has a new name, and copying twice with one id makes one', async () => {
  const id = await save('Original', 'text', ['tag']);
  const newId = randomUUID();
  await app.tell('prompts.duplicate', { id, newId });
  await app.tell('prompts.duplicate', { id, newId });
  expect(await find('')).toEqual(['Original (copy)', 'Original']);
  expect((await app.tell('prompts.get', { id: newId })).tags).toEqual(['tag']);
});

test.each([
  ['prompts.save', { id: randomUUID(), name: 'x', text: '  ', tags: [] }, 'invalid_input'],
  ['prompts.save', { id: randomUUID(), name: ' ', text: 'x', tags: [] }, 'invalid_input'],
  ['prompts.get', { id: 'none' }, 'not_found'],
  ['prompts.duplicate', { id: 'none', newId: randomUUID() }, 'not_found'],
] as const)('%s of %j is refused as %s', async (name, input, code) => {
  expect((await app.refusal(name, input as never)).code).toBe(code);
});

test('neither a page nor a search reads the whole library to sort it', () => {
  const database = openTestDatabase();
  const plans: string[] = [];
  const watched: Database = {
    ...database,
    get: (sql, ...params) => database.get(sql, ...params),
    all<Row>(sql: string, ...params: readonly never[]) {
      const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params);
      plans.push(...steps.map(({ detail }) => detail));
      return database.all<Row>(sql, ...params);
    },
  };
  createPromptStore(watched).page({ query: '', tag: null, cursor: null, limit: 10 });
  expect(plans.join('\n')).toContain('prompts_by_recency');
  expect(plans.join('\n')).not.toContain('TEMP B-TREE');
  database.close();
});
