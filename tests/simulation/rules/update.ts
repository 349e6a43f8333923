/** Rule 4 for updates: before a new version opens the database, a whole copy of it lies beside it, or it does not start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { type Run, violate } from '../run-state';
import { homeOf, versionOf } from '../world/app';

interface VersionRecord {
  readonly version: string;
  readonly backupId: string | null;
}

/** After each start that succeeded. */
export function checkUpdate(run: Run): void {
  const { world } = run;
  if (run.startedVersion === world.updates) return;
  const isFirst = run.startedVersion === null;
  run.startedVersion = world.updates;
  const home = homeOf(world);
  const record = JSON.parse(readFileSync(join(home, 'gatehouse.version.json'), 'utf8')) as VersionRecord;
  if (record.version !== versionOf(world))
    violate(run, 'kept', `version ${versionOf(world)} runs, and ${record.version} is on record`);
  for (const name of copiesIn(home)) checkCopy(run, join(home, 'backups', name));
  // A database that is damaged can't be copied; it is repaired, and kept as it was.
  if (isFirst || run.damage !== null || run.hasLostRows) return;
  const copy = join(home, 'backups', `gatehouse-${record.backupId}.db`);
  if (record.backupId === null || !existsSync(copy))
    violate(run, 'kept', `version ${record.version} opened the database without a copy of it`);
  else checkHolds(run, copy);
}

const copiesIn = (home: string): readonly string[] =>
  readdirSync(join(home, 'backups')).filter((name) => /^gatehouse-before-update-.*\.db$/.test(name));

function checkCopy(run: Run, path: string): void {
  const [found] = readCopy<{ quick_check: string }>(path, 'PRAGMA quick_check(1)');
  if (found?.quick_check !== 'ok')
    violate(
      run,
      'kept',
      `a copy made before an update is not whole: ${found?.quick_check ?? 'nothing reads'}`,
    );
}

/** All that was typed before the update is in the copy. */
function checkHolds(run: Run, path: string): void {
  const { memory } = run;
  const rows = readCopy<{ id: string }>(path, 'SELECT id FROM messages UNION SELECT id FROM queued_messages');
  const ids = new Set(rows.map(({ id }) => id));
  for (const { id, text, conversationId } of memory.messages.values())
    if (!ids.has(id) && !memory.removed.has(id) && !memory.removed.has(conversationId))
      violate(run, 'kept', `the copy made before an update lacks “${text}”`);
}

function readCopy<Row>(path: string, sql: string): Row[] {
  const database = new Libsql(path, { readonly: true });
  try {
    return database.prepare(sql).all([]) as Row[];
  } catch {
    return [];
  } finally {
    database.close();
  }
}
