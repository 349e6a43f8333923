/** Ten times the history of the other suites: a million messages, a hundred thousand results, a million calls. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDatabaseTask } from '../../../electron/storage/backup/database-task';
import { openDatabase } from '../../../electron/storage/db/driver';
import { command } from '../../support/command';
import { type AppPage, openAppPage } from '../app-page';
import { type Figure, figure } from '../figure';
import { openPageOnce } from '../page-start';
import { type SeededChat, seedChats } from '../seed';
import { seedLedger } from '../seed-ledger';
import { seedLibrary } from '../seed-library';
import { median } from '../statistics';
import type { BenchContext, Suite } from '../suite';
import { openActivity } from './activity';
import { openChats } from './opening';
import { typeInPalette } from './palette';
import { searchChats } from './search';

/** The ledger holds a call for each reply too. */
const full = { chats: 20_000, messagesOfChat: 50, results: 100_000, calls: 500_000 };
const quick = { chats: 2_000, messagesOfChat: 50, results: 10_000, calls: 50_000 };
const openedChats = 5;
const starts = 3;
const fileName = 'gatehouse.db';

export const million: Suite = {
  name: 'million',
  async *measure(context) {
    const home = path.join(context.folder, 'home');
    const chats = await seed(context, home);
    yield* measureStart(context, home);
    const app = await openAppPage('web', home);
    try {
      yield* measureUse(context, app, chats);
      yield* measureBackup(app, home);
    } finally {
      await app.stop();
    }
    yield* measureCheck(home);
  },
};

async function seed({ isQuick, say }: BenchContext, home: string): Promise<readonly SeededChat[]> {
  const { chats, messagesOfChat, results, calls } = isQuick ? quick : full;
  const began = performance.now();
  const seeded = await seedChats(home, Array(chats).fill({ messages: messagesOfChat }));
  await seedLedger(home, { rows: calls, until: Date.now(), reportsBalance: true });
  await seedLibrary(home, results);
  say(`${chats * messagesOfChat} messages are made in ${Math.round((performance.now() - began) / 1_000)} s`);
  return seeded;
}

async function* measureStart({ folder }: BenchContext, home: string): AsyncGenerator<Figure> {
  const none = path.join(folder, 'none');
  for (const one of [none, home]) await openPageOnce(one);
  const taken = { full: [] as number[], none: [] as number[] };
  for (let round = 0; round < starts; round += 1) {
    taken.none.push(await startOnce(none));
    taken.full.push(await startOnce(home));
  }
  yield figure('million.start', median(taken.full), 'ms', {
    floor: median(taken.none),
    goal: { ratio: 1.1 },
  });
}

async function startOnce(home: string): Promise<number> {
  const { hostMs, pageMs } = await openPageOnce(home);
  return hostMs + pageMs;
}

async function* measureUse(
  context: BenchContext,
  { page }: AppPage,
  chats: readonly SeededChat[],
): AsyncGenerator<Figure> {
  // Spread over the whole history; the newest is what is shown between two.
  const every = Math.floor(chats.length / (openedChats + 1));
  const opened = Array.from({ length: openedChats }, (_, index) => chats[index * every] as SeededChat);
  const openings = await openChats(page, opened, chats.at(-1) as SeededChat);
  yield figure('million.open-chat', median(openings), 'ms', { goal: { value: 150 } });
  yield* searchChats(context, page, { name: 'million.search', goal: { value: 60 } });
  yield* typeInPalette(context, page, { name: 'million.palette', goal: { value: 60 } });
  yield figure('million.activity.open', median(await openActivity(context, page)), 'ms', {
    goal: { value: 500 },
  });
}

/** The daily backup, and how long the app takes to answer meanwhile. */
async function* measureBackup({ page }: AppPage, home: string): AsyncGenerator<Figure> {
  const began = performance.now();
  let longest = 0;
  await command(page, 'backups.create', {});
  for (let isRunning = true; isRunning; await sleep(20)) {
    const asked = performance.now();
    ({ isRunning } = await command(page, 'backups.list', {}));
    longest = Math.max(longest, performance.now() - asked);
  }
  yield figure('million.backup', (performance.now() - began) / 1_000, 's');
  yield figure('million.backup.answer.longest', longest, 'ms', { goal: { value: 50 } });
  yield* measureSize(home);
}

/** Of the whole database, beside the text of all messages. */
async function* measureSize(home: string): AsyncGenerator<Figure> {
  const file = path.join(home, fileName);
  const database = openDatabase(file, { readonly: true });
  const [row] = database.all<{ bytes: number }>(
    "SELECT sum(octet_length(content)) AS bytes FROM message_parts WHERE type = 'text'",
  );
  database.close();
  yield figure('million.database', (await stat(file)).size / 1e6, 'MB', {
    floor: (row?.bytes ?? 0) / 1e6,
    goal: { ratio: 2.5 },
  });
}

async function* measureCheck(home: string): AsyncGenerator<Figure> {
  const began = performance.now();
  const found = runDatabaseTask({ kind: 'check', path: path.join(home, fileName) });
  if (found !== 'sound') throw new Error(`The check found the database ${found}`);
  yield figure('million.check', (performance.now() - began) / 1_000, 's');
}
