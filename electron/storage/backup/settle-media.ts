/** Results in a restored backup: their files are not part of it, so the database it replaces knows where they are. */
import type { Database, SqlValue } from '../db/driver';

interface Place {
  readonly id: string;
  readonly folder: string;
  readonly file_name: string;
  readonly is_missing: number;
  readonly has_thumbnail: number;
  readonly removed_at: number | null;
}

/**
 * Takes over where each file is, and every result that came since the backup: it was paid for, and its file is still
 * there. A result that one of the two has in the library is in the library.
 *
 * @param present the database that the backup replaces
 */
export function settleMedia(restored: Database, present: Database): void {
  const known = new Set(restored.all<{ id: string }>('SELECT id FROM media').map(({ id }) => id));
  const copyRow = rowCopier(restored, present);
  const places =
    'SELECT id, folder, file_name, is_missing, has_thumbnail, removed_at FROM media ORDER BY seq';
  for (const place of present.all<Place>(places)) {
    if (known.has(place.id)) takePlace(restored, place);
    else copyRow(place.id);
  }
}

/** A row that is as it was isn't written: the search index would read it again. */
function takePlace(restored: Database, { id, ...place }: Place): void {
  const values = [place.folder, place.file_name, place.is_missing, place.has_thumbnail, place.removed_at];
  restored.run(
    `UPDATE media SET folder = ?, file_name = ?, is_missing = ?, has_thumbnail = ?,
       removed_at = CASE WHEN removed_at IS NULL THEN NULL ELSE ? END
     WHERE id = ? AND (folder, file_name, is_missing, has_thumbnail, removed_at) IS NOT (?, ?, ?, ?, ?)`,
    ...[...values, id, ...values],
  );
}

function rowCopier(restored: Database, present: Database): (id: string) => void {
  const columnsOf = (database: Database) =>
    database.all<{ name: string }>('PRAGMA table_info(media)').map(({ name }) => name);
  const known = new Set(columnsOf(restored));
  const columns = columnsOf(present).filter((name) => name !== 'seq' && known.has(name));
  const list = columns.map((name) => `"${name}"`).join(', ');
  const marks = columns.map(() => '?').join(', ');
  return (id) => {
    const row = present.get<Record<string, SqlValue>>(`SELECT ${list} FROM media WHERE id = ?`, id) ?? {};
    const values = columns.map((name) => row[name] ?? null);
    restored.run(`INSERT INTO media (${list}) VALUES (${marks}) ON CONFLICT DO NOTHING`, ...values);
  };
}
