import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { dayName, localDays } from '../../../../electron/storage/db/ledger-sums';
import { tempFolder } from '../../../support/temp-folder';

const zoneBefore = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

function daysOf(database: Database, times: readonly number[]): readonly string[] {
  database.exec('CREATE TABLE moments (at INTEGER)');
  database.transaction(() => {
    for (const at of times) database.run('INSERT INTO moments VALUES (?)', at);
  });
  const { sql, params } = localDays(Math.min(...times), Math.max(...times));
  return database
    .all<{ day: number }>(`SELECT ${sql} AS day FROM moments ORDER BY rowid`, ...params)
    .map(({ day }) => dayName(day));
}

test('a day ends at local midnight on both sides of every clock change', () => {
  const times = Array.from({ length: 3 * 366 * 8 }, (_, index) => Date.UTC(2025, 0, 1) + index * 10_800_000);
  const edges = [
    ...['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'],
    ...['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
  ].map((time) => Date.parse(time));
  const all = [...times, ...edges];
  const database = openDatabase(`${tempFolder()}/days.db`);
  const days = daysOf(database, all);
  database.close();
  expect(days.slice(-8)).toEqual([
    ...['2026-03-28', '2026-03-29', '2026-03-29', '2026-03-30'],
    ...['2026-10-24', '2026-10-25', '2026-10-25', '2026-10-26'],
  ]);
  const swedish = new Intl.DateTimeFormat('sv');
  expect(days).toEqual(all.map((at) => swedish.format(at)));
});

test('a single moment has its day', () => {
  const database = openDatabase(`${tempFolder()}/days.db`);
  expect(daysOf(database, [Date.parse('2026-07-01T22:30:00Z')])).toEqual(['2026-07-02']);
  database.close();
});
