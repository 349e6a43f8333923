import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { openStorage } from '../../../../electron/storage/storage';
import { ownParts } from '../../../../shared/chat/written-parts';
import { tempFolder } from '../../../support/temp-folder';

type Storage = ReturnType<typeof openStorage>['storage'];

let storage: Storage;
let count = 0;

beforeEach(() => {
  storage = openStorage(tempFolder(), 0).storage;
  return () => storage.close();
});

function addChat(title: string, ...texts: readonly string[]): string {
  count += 1;
  const id = `c${count}`;
  storage.conversations.create({ id, title, createdAt: count, model: 'm', settings: {} });
  for (const [index, text] of texts.entries())
    storage.messages.insert({
      ...{ id: `${id}-${index}`, conversationId: id, parentId: null, role: 'user', status: 'complete' },
      parts: ownParts(text),
      ...{ model: 'm', createdAt: count, profileId: 'p', idempotencyKey: null },
    });
  return id;
}

const messagesFound = (query: string) =>
  storage.conversations.search(query, 10, 'messages').map(({ conversationId, snippet }) => ({
    conversationId,
    marked: snippet
      .split('\u0002')
      .slice(1)
      .map((part) => part.split('\u0003')[0]),
  }));

const titlesFound = (query: string) =>
  storage.conversations.search(query, 10, 'titles').map(({ conversationId }) => conversationId);

describe('a word in a message is found, and marked alone', () => {
  test.each([
    ['今天讨论了部署方案', '部署', '部署'],
    ['今天讨论了部署方案', '今天讨论', '今天讨论'],
    ['重跑my-job后归零', 'job', 'job'],
    ['重跑my-job后归零', 'my-job', 'my-job'],
    ['重跑my-job后归零', 'job后', 'job后'],
    ['病院は機能していない', '機能', '機能'],
    ['データベースをコピーする', 'ベース', 'ベース'],
    ['ภาษาไทยเขียนติดกันค้นหายาก', 'ค้นหา', 'ค้นหา'],
    ['서울특별시에서만났다', '특별시', '특별시'],
    ['ភាសាខ្មែរសរសេរជាប់គ្នា', 'សរសេរ', 'សរសេរ'],
    ['Он сказал Привет всем', 'привет', 'Привет'],
    ['Die Übung ist aus', 'ubung', 'Übung'],
    ['Die Übung ist aus', 'übung', 'Übung'],
    ['A résumé, please', 'resume', 'résumé'],
    ['A résumé, please'.normalize('NFD'), 'résumé', 'résumé'.normalize('NFD')],
    ['Η Αθήνα είναι ωραία', 'αθηνα', 'Αθήνα'],
    ['Ο δρόμος', 'ΔΡΟΜΟΣ', 'δρόμος'],
    ['Die Straße nach Ærøskøbing', 'strasse', 'Straße'],
    ['Die Straße nach Ærøskøbing', 'aeroskobing', 'Ærøskøbing'],
    ['ＡＢＣ株式会社', 'abc', 'ＡＢＣ'],
    ['מִלָּה בעברית', 'מלה', 'מִלָּה'],
    ['a soft\u00adhyphen', 'softhyphen', 'soft\u00adhyphen'],
    ['open my_module.py now', 'my_module', 'my_module'],
    ['open my_module.py now', 'modul', 'module'],
    ['an emoji 👩‍🔬 and words', 'words', 'words'],
  ])('%j: %j', (text, query, marked) => {
    const id = addChat('Any', text, 'Something else');
    expect(messagesFound(query)).toEqual([{ conversationId: id, marked: [marked] }]);
  });

  test.each([
    ['今天讨论了部署方案', '署部'],
    ['今天讨论了部署方案', '天了'],
    ['a prejob here', 'job'],
    ['서울특별시', '별서'],
  ])('and nothing else: %j has no %j', (text, query) => {
    addChat('Any', text);
    expect(messagesFound(query)).toEqual([]);
  });

  test('however far down a long text', () => {
    addChat('Any', `${'前置き。'.repeat(30_000)}部署${'あ'.repeat(500)}`);
    expect(messagesFound('部署')[0]?.marked).toEqual(['部署']);
  });

  test('and several words where they are close to each other', () => {
    addChat('Any', 'The deployment of my job failed twice');
    expect(messagesFound('job deploy')[0]?.marked).toEqual(['deployment', 'job']);
  });
});

test.each([
  ['Übung macht den Meister', 'übung'],
  ['Übung macht den Meister', 'UBUNG'],
  ['ПРИВЕТ, мир', 'привет'],
  ['Αθήνα', 'αθηνα'],
  ['Mon résumé'.normalize('NFD'), 'résumé'],
  ['今天讨论了部署方案', '部署'],
  ['Meister der Übung', 'ubung meister'],
  ['100 % of it', '%'],
  ['Why don’t they stop', "don't stop"],
  ["Why don't they stop", 'don’t'],
  ['The word “part” of it', '"part"'],
])('a title is folded as messages are: %j has %j', (title, query) => {
  const id = addChat(title);
  addChat('Other');
  expect(titlesFound(query)).toEqual([id]);
});

test('a new title is found, and the old one is not', () => {
  const id = addChat('Änderung');
  expect(titlesFound('anderung')).toEqual([id]);
  storage.conversations.rename(id, 'Übung', true);
  expect([titlesFound('anderung'), titlesFound('ubung')]).toEqual([[], [id]]);
});

test('what a text said before is not found any more', () => {
  const folder = tempFolder();
  const { storage: opened } = openStorage(folder, 0);
  opened.prompts.put({ id: 'p', name: 'A prompt', text: 'first words', tags: [] }, 1);
  const found = (query: string) => opened.prompts.page({ query, tag: null, cursor: null, limit: 10 }).total;
  expect([found('first'), found('second')]).toEqual([1, 0]);
  opened.prompts.put({ id: 'p', name: 'A prompt', text: 'second words', tags: [] }, 2);
  expect([found('first'), found('second')]).toEqual([0, 1]);
  opened.close();
});

test('a database of the version before is found in whole, and step by step', () => {
  const folder = tempFolder();
  const database = openDatabase(`${folder}/gatehouse.db`);
  migrate(database, migrations.slice(0, 23));
  database.exec(
    `INSERT INTO conversations (id, title, created_at, updated_at, settings) VALUES ('c', 'Übung', 1, 1, '{}')`,
  );
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
    INSERT INTO messages (id, conversation_id, role, text, status, created_at)
      SELECT 'm' || i, 'c', 'user', '今天部署' || i, 'complete', i FROM n`);
  database.close();
  const { storage: opened } = openStorage(folder, 0);
  let steps = 0;
  while (opened.upkeep.indexSome()) steps += 1;
  expect(steps).toBeGreaterThan(4);
  expect(opened.conversations.search('部署', 1_000, 'messages')).toHaveLength(450);
  expect(opened.conversations.search('ubung', 10, 'titles')).toHaveLength(1);
  opened.close();
});
