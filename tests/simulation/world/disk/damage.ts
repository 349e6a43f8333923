/** Overwrites pages of the app's database, as a failing disk does. No process may have it open. */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { homeOf } from '../app';
import type { Random } from '../random';
import { letGoOfDatabases } from '../real';
import { hold, type World } from '../world';

export type DamagedPart = 'header' | 'table' | 'index' | 'search' | 'messages' | 'ledger';

const PAGE_BYTES = 4096;

const inSearch = "(name LIKE '%\\_words\\_data' ESCAPE '\\' OR name LIKE '%\\_words\\_idx' ESCAPE '\\')";
const tableLike = (name: string) =>
  `(name IN (SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '${name}%' AND name NOT LIKE '%\\_words%' ESCAPE '\\'))`;
const named: Readonly<Record<Exclude<DamagedPart, 'header'>, string>> = {
  messages: tableLike('message'),
  ledger: tableLike('ledger'),
  table: `(name IN (SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_words%' ESCAPE '\\'
    AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE '%WITHOUT ROWID%'))`,
  index: "(name IN (SELECT name FROM sqlite_schema WHERE type = 'index'))",
  search: inSearch,
};

/** @returns whether anything was damaged; a database that was closed as it should be is left alone */
export const damageDatabase = (world: World, part: DamagedPart, random: Random): Promise<boolean> =>
  hold(world, overwrite(world, part, random));

async function overwrite(world: World, part: DamagedPart, random: Random): Promise<boolean> {
  const home = homeOf(world);
  const path = join(home, 'gatehouse.db');
  if (!existsSync(path) || !existsSync(join(home, 'database-open'))) return false;
  const page = part === 'header' ? await leaveLog(path) : await pageOf(path, part, random);
  if (page === null) return false;
  const offset = (page - 1) * PAGE_BYTES;
  if (readFileSync(path).length < offset + PAGE_BYTES) return false;
  const bytes = random.chance(0.5) ? random.bytes(PAGE_BYTES) : new Uint8Array(PAGE_BYTES).fill(0xff);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, part === 'header' && random.chance(0.5) ? 100 : PAGE_BYTES, offset);
  closeSync(file);
  return true;
}

/**
 * A process that is killed leaves its log, with what it wrote last; here the library would move it into the file as it
 * lets go. Of the first page the log has no copy, so that nothing heals it.
 */
async function leaveLog(path: string): Promise<number> {
  await letGoOfDatabases();
  const database = new Libsql(path);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec('UPDATE settings SET value = value; UPDATE catalogues SET models = models');
  const left = [path, `${path}-wal`].map((name) => [name, readFileSync(name)] as const);
  database.close();
  await letGoOfDatabases();
  rmSync(`${path}-shm`, { force: true });
  for (const [name, bytes] of left) writeFileSync(name, bytes, { mode: 0o600 });
  return 1;
}

/** A page with rows or entries in it; everything of the log is in the file afterwards. */
async function pageOf(
  path: string,
  part: Exclude<DamagedPart, 'header'>,
  random: Random,
): Promise<number | null> {
  await letGoOfDatabases();
  const database = new Libsql(path);
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const found = database
      .prepare(
        `SELECT pageno FROM dbstat WHERE ${named[part]} AND pagetype = 'leaf' AND ncell > 0 ORDER BY name, path`,
      )
      .all([]) as { pageno: number }[];
    return found.length === 0 ? null : random.pick(found).pageno;
  } finally {
    database.close();
    await letGoOfDatabases();
  }
}
