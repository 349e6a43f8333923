/** Damages real database files, as a failing disk does. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { openDatabase, releaseClosedDatabases } from '../../electron/storage/db/driver';

const PAGE_BYTES = 4096;

/** Fills pages with garbage; the first page is number 1. */
export function damagePages(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+');
  for (const page of pages) {
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  }
  closeSync(file);
}

/** The leaf pages of a table or an index, in order. Everything is moved from the log into the file before. */
export async function leafPagesOf(path: string, name: string): Promise<readonly number[]> {
  await releaseClosedDatabases();
  const database = openDatabase(path);
  database.exec('PRAGMA journal_mode=DELETE');
  const pages = database.all<{ pageno: number }>(
    "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
    name,
  );
  database.close();
  await releaseClosedDatabases();
  return pages.map(({ pageno }) => pageno);
}
