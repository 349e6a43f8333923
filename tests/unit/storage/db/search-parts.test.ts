/** A search finds what a message says beside its text, and says in which part. */
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { openStorage } from '../../../../electron/storage/storage';
import type { WrittenPart } from '../../../../shared/chat/written-parts';
import { tempFolder } from '../../../support/temp-folder';

type Storage = ReturnType<typeof openStorage>['storage'];

let folder: string;
let storage: Storage;

beforeEach(() => {
  folder = tempFolder();
  storage = openStorage(folder, 0).storage;
  return () => storage.close();
});

type PartOf<One> = One extends WrittenPart ? Omit<One, 'number'> : never;

function addChat(to: Storage, parts: readonly PartOf<WrittenPart>[]): void {
  to.conversations.create({ id: 'c', title: 'Any', createdAt: 1, model: 'm', settings: {} });
  to.messages.insert({
    ...{ id: 'm1', conversationId: 'c', parentId: null, role: 'assistant', status: 'complete' },
    parts: parts.map((part, at) => ({ ...part, number: at + 1 })) as readonly WrittenPart[],
    ...{ model: 'm', createdAt: 1, profileId: 'p', idempotencyKey: null },
  });
}

const found = (query: string, at = storage) =>
  at.conversations.search(query, 10, 'messages').map(({ part, snippet }) => ({
    part: part?.type ?? null,
    marked: snippet
      .split('\u0002')
      .flatMap((piece, index) => (index === 0 ? [] : [piece.split('\u0003')[0]])),
  }));

const call = (args: string) =>
  ({
    type: 'toolCall',
    raw: { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: args } },
  }) as const;
const result = (content: unknown) =>
  ({ type: 'toolResult', raw: { tool_call_id: 'call_1', name: 'get_weather', content } }) as const;
const url_citation = { url: 'https://river.test/gauges', title: 'Level of the weir' };

test.each([
  ['reasoning', { type: 'reasoning', text: '先考虑部署方案' }, '部署', ['部署']],
  ['refusal', { type: 'refusal', text: 'I can’t help with lockpicking' }, 'lockpick', ['lockpicking']],
  ['toolCall', call('{"city":"Oslo"}'), 'get_weather', ['get_weather']],
  ['toolCall', call('{"city":"Oslo"}'), 'oslo', ['Oslo']],
  ['toolCall', call('{"city":"\\u5317\\u4eac\\u5e02"}'), '北京', ['北京']],
  ['toolCall', call('{"city":"\\u5317\\u4eac'), '北京', ['北京']],
  ['toolCall', call('{"code":"first\\nsecond"}'), 'second', ['second']],
  ['toolResult', result('{"degrees": 3, "sky": "overcast"}'), 'overcast', ['overcast']],
  ['toolResult', result([{ type: 'text', text: 'overcast' }]), 'overcast', ['overcast']],
  ['citation', { type: 'citation', raw: { type: 'url_citation', url_citation } }, 'weir', ['weir']],
] as const)('in a %s: %j, by %j', (type, part, query, marked) => {
  addChat(storage, [{ type: 'text', text: 'Here you are' }, part as PartOf<WrittenPart>]);
  expect(found(query)).toEqual([{ part: type, marked }]);
  expect(found('here')).toEqual([{ part: null, marked: ['Here'] }]);
});

test('of several words, the part that has most of them is shown', () => {
  addChat(storage, [
    { type: 'reasoning', text: 'Snow is likely' },
    { type: 'text', text: 'Oslo is cold' },
    result('Oslo: snow'),
  ]);
  expect(found('oslo snow')).toEqual([{ part: 'toolResult', marked: ['Oslo', 'snow'] }]);
});

test('signatures and encoded data are not in the index', () => {
  const data = `${'QUJDREVG'.repeat(60)}`;
  addChat(storage, [
    { type: 'text', text: 'Here' },
    { type: 'thinking', raw: { signature: 'zebra' } },
    result(`{"image": "data:image/png;base64,${data}", "name": "zinnia"}`),
  ]);
  expect([found('zebra'), found(data.slice(0, 20)), found('zinnia').length]).toEqual([[], [], 1]);
});

test('what a tool answered before is not found any more', () => {
  addChat(storage, [result('overcast')]);
  expect(found('overcast')).toHaveLength(1);
  storage.messages.setParts('m1', [{ ...result('sunny'), number: 1 }]);
  expect([found('overcast'), found('sunny').length]).toEqual([[], 1]);
});

test('a database of the version before is found in whole, in steps that each take little', () => {
  const old = tempFolder();
  const database = openDatabase(`${old}/gatehouse.db`);
  migrate(database, migrations.slice(0, 48));
  database.exec(
    `INSERT INTO conversations (id, title, created_at, updated_at, settings) VALUES ('c', 'Old', 1, 1, '{}')`,
  );
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO messages (seq, id, conversation_id, role, status, created_at)
      SELECT i, 'm' || i, 'c', 'assistant', 'complete', i FROM n`);
  database.exec(`INSERT INTO message_parts (message_seq, number, position, type, content)
    SELECT seq, 1, 1, 'text', 'plain' FROM message_rows`);
  database.exec(`INSERT INTO message_parts (message_seq, number, position, type, content)
    SELECT seq, 2, 2, 'reasoning', '今天部署' FROM message_rows WHERE seq % 50 = 1`);
  // As it was indexed by the version before.
  database.exec("INSERT INTO messages_words (rowid, text) SELECT seq, 'plain' FROM message_rows");
  database.exec('DELETE FROM messages_unindexed');
  database.close();
  const { storage: opened } = openStorage(old, 0);
  expect(found('部署', opened)).toHaveLength(0);
  let steps = 0;
  while (opened.upkeep.indexSome()) steps += 1;
  // Three that look for such messages, and one or more that take in those of each.
  expect(steps).toBeGreaterThanOrEqual(4);
  expect(steps).toBeLessThan(20);
  expect(opened.conversations.search('部署', 1_000, 'messages')).toHaveLength(100);
  expect(opened.conversations.search('plain', 10_000, 'messages')).toHaveLength(5_000);
  opened.close();
});
