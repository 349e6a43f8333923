/** An archive comes in as a whole or not at all, and leaves what was here before alone. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PLANTED } from '../archives/foreign';
import { type Parts, rowsOf } from '../archives/parts';
import type { Import } from '../person/memory';
import { type Run, violate } from '../run-state';
import { homeOf, mediaOf } from '../world/app';
import { type Rows, readDatabase } from './database';
import { checkImportedLines } from './lines';
import { filesBelow } from './secrets';

/** What a person finds again by its id. */
const tables = ['conversations', 'messages', 'jobs', 'media', 'batches', 'comparisons'] as const;

export const idsIn = (parts: Parts): Import['ids'] =>
  new Map(tables.map((table) => [table, rowsOf(parts, table).map(({ id }) => String(id))]));

const shown: Readonly<Partial<Record<string, string>>> = {
  conversations: 'removed_at IS NULL',
  messages: `removed_at IS NULL AND EXISTS
    (SELECT 1 FROM conversations c WHERE c.id = conversation_id AND c.removed_at IS NULL)`,
};

/** @param where which of its rows are counted */
function count({ all }: Rows, { ids }: Import, where: (table: string) => string) {
  let [here, missing] = [0, 0];
  for (const [table, wanted] of ids) {
    const found = new Set(
      all<{ id: string }>(`SELECT id FROM ${table} WHERE ${where(table)}`).map(({ id }) => id),
    );
    here += wanted.filter((id) => found.has(id)).length;
    missing += wanted.filter((id) => !found.has(id)).length;
  }
  return { here, missing };
}

/** What comes from elsewhere is offered, and begins nothing by itself. */
function checkNoDefault(run: Run, { all }: Rows): void {
  const planted = all('SELECT id FROM presets WHERE name = ? AND is_default = 1', PLANTED);
  if (planted.length > 0)
    violate(run, 'archive', 'a preset of an archive is what the next image starts with');
}

/** Right after its end is reported. */
export function checkEndedImport(run: Run, one: Import): void {
  if (one.state !== 'completed' && one.state !== 'undone') return;
  if (one.state === 'completed') checkImportedLines(run, one);
  readDatabase(run, (rows) => {
    checkNoDefault(run, rows);
    const { here, missing } = count(rows, one, (table) => shown[table] ?? '1');
    if (one.state === 'undone' && here > 0)
      violate(run, 'archive', `an import (${one.kind}) failed and left ${here} rows on show`);
    if (one.state === 'completed' && missing > 0 && run.memory.removed.size === 0)
      violate(run, 'archive', `an import (${one.kind}) is done and ${missing} of its rows are not here`);
  });
}

/** After a start: what was cut off came in as a whole or not at all. */
export function checkCutImports(run: Run): void {
  for (const one of run.memory.imports.filter(({ state }) => state === 'cut')) {
    readDatabase(run, (rows) => {
      const { here, missing } = count(rows, one, (table) => shown[table] ?? '1');
      if (here > 0 && missing > 0)
        violate(
          run,
          'archive',
          `an import (${one.kind}) was cut off and left ${here} rows of ${here + missing}`,
        );
      one.state = here > 0 ? 'completed' : 'undone';
    });
  }
}

/** At the end, after a start in a world in which everything works. */
export function checkUndoneImports(run: Run): void {
  const undone = run.memory.imports.filter(({ state }) => state === 'undone');
  const files = filesBelow(mediaOf(run.world)).filter((path) => !basename(path).startsWith('.gatehouse-'));
  const bytes = undone.length === 0 ? [] : files.map((path) => readFileSync(path));
  for (const one of undone) {
    readDatabase(run, (rows) => {
      const { here } = count(rows, one, () => '1');
      if (here > 0)
        violate(run, 'archive', `an import (${one.kind}) was undone and ${here} rows of it are left`);
    });
    if (bytes.some((file) => one.marks.some((mark) => file.includes(mark))))
      violate(run, 'archive', `an import (${one.kind}) was undone and left a file`);
  }
}

/** At the end: the results of an archive that came in are there, unless somebody deleted one. */
export function checkImportedFiles(run: Run): void {
  const { imports, removed, goneFiles } = run.memory;
  const marks = imports.filter(({ state }) => state === 'completed').flatMap((one) => one.marks);
  if (marks.length === 0 || removed.size + goneFiles.size > 0 || run.hasLostRows) return;
  const files = filesBelow(run.world.folder).filter((path) => !path.endsWith('.zip'));
  const bytes = files.map((path) => readFileSync(path));
  const lost = marks.filter((mark) => bytes.every((file) => !file.includes(mark)));
  if (lost.length > 0) violate(run, 'kept', `${lost.length} results of an import that came in are gone`);
}

/** Files that the person keeps in the media folder, which no archive and no row may claim. */
export function checkOwnFiles(run: Run): void {
  const { ownFiles } = run.world;
  const database = join(homeOf(run.world), 'gatehouse.db');
  for (const [path, bytes] of ownFiles) {
    const name = path.slice(run.world.folder.length);
    if (!existsSync(path)) violate(run, 'kept', `the person’s own file ${name} is gone`);
    else if (!readFileSync(path).equals(bytes))
      violate(run, 'kept', `the person’s own file ${name} was changed`);
  }
  readDatabase(run, ({ all }) => {
    const places = all<{ folder: string; name: string }>('SELECT folder, file_name AS name FROM media');
    for (const { folder, name } of places) {
      const path = join(folder, name);
      if (ownFiles.has(path) || ownFiles.has(name) || path === database)
        violate(run, 'archive', `the library lists ${basename(path)}, which the app did not make`);
    }
  });
}
