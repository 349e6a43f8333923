/** What the database takes beside a bare table of the same messages, and what its most frequent questions take. */
import path from 'node:path';
import { createConversationStore } from '../../../electron/storage/db/conversation-store';
import { type Database, openDatabase } from '../../../electron/storage/db/driver';
import { createMessageStore } from '../../../electron/storage/db/message-store';
import { indexSome } from '../../../electron/storage/db/search-index';
import { writeBareMessages } from '../bare-messages';
import { type Figure, figure } from '../figure';
import { type SeededChat, type SeedLength, seedChats } from '../seed';
import { median } from '../statistics';
import type { BenchContext, Suite } from '../suite';

const full = { chats: 2_000, messagesOfChat: 50 };
const quick = { chats: 200, messagesOfChat: 50 };
const rounds = 15;

export const database: Suite = {
  name: 'database',
  async *measure(context) {
    for (const length of ['short', 'long'] as const) yield* measureLength(context, length);
  },
};

async function* measureLength({ folder, isQuick, say }: BenchContext, length: SeedLength) {
  const { chats, messagesOfChat } = isQuick ? quick : full;
  const home = path.join(folder, length);
  const seeded = await seedChats(home, Array(chats).fill({ messages: messagesOfChat, length }));
  const app = openDatabase(path.join(home, 'gatehouse.db'));
  try {
    while (indexSome(app));
    const bareFile = path.join(folder, `bare-${length}.db`);
    writeBareMessages(app, bareFile);
    const bare = openDatabase(bareFile);
    const [bytes, floor] = [bytesOf(app), bytesOf(bare)];
    bare.close();
    yield figure(`database.${length}`, bytes / 1e6, 'MB', { floor: floor / 1e6, goal: { ratio: 1.6 } });
    for (const [name, table] of largestOf(app)) say(`${length}: ${name} ${(table / 1e6).toFixed(2)} MB`);
    yield* measureQuestions(app, length, seeded);
  } finally {
    app.close();
  }
}

/** Of the pages in use; free ones are filled again. */
const bytesOf = (one: Database): number =>
  one.get<{ bytes: number }>(
    `SELECT (page_count - freelist_count) * page_size AS bytes
     FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
  )?.bytes ?? 0;

const largestOf = (one: Database): readonly (readonly [string, number])[] =>
  one
    .all<{ name: string; bytes: number }>(
      'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 12',
    )
    .map(({ name, bytes }) => [name, bytes] as const);

/** Spread over the whole history. */
function* measureQuestions(app: Database, length: string, seeded: readonly SeededChat[]): Generator<Figure> {
  const conversations = createConversationStore(app);
  const messages = createMessageStore(app);
  const every = Math.floor(seeded.length / rounds);
  const timed = (name: string, ask: (id: string) => unknown): Figure => {
    const taken = Array.from({ length: rounds }, (_, round) => {
      const { id } = seeded[round * every] as SeededChat;
      const began = performance.now();
      ask(id);
      return performance.now() - began;
    });
    return figure(`database.${length}.${name}`, median(taken), 'ms');
  };
  yield timed('open-chat', (id) => {
    const leaf = conversations.get(id)?.leafId ?? '';
    return messages.pathEndingIn(id, leaf, 50);
  });
  yield timed('list', () => conversations.page(null, 50));
  yield timed('tree', (id) => messages.tree(id));
  yield timed('search', () => conversations.search('reservoir pressure', 30, 'messages'));
}
