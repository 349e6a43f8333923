/** Which files there are, each once, and who uses them beside the parts of messages. */
import type { FileWay } from '../../../shared/media/documents';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { FileRecord, MediaFacts } from '../../../shared/media/media';
import type { FileOwner, FileStore } from '../../core/ports/stored-files';
import type { Database } from './driver';
import { readJson } from './json-column';

export interface FileRow {
  readonly id: string;
  readonly kind: StoredFile['kind'];
  readonly content_type: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly facts: string;
  readonly has_thumbnail: number;
}

/** Of a file `f`. */
export const FILE_COLUMNS =
  'f.id, f.kind, f.content_type, f.bytes, f.width, f.height, f.facts, f.has_thumbnail';

/** Once used, a file is deleted when its last use is gone. */
export const MARK_USED = 'UPDATE files SET was_used = 1 WHERE id = ? AND was_used = 0';

interface UseRow extends FileRow {
  readonly name: string;
  readonly way: FileWay | null;
}

/** The uses of one owner as JSON, inside another query, for {@link toUsedFiles}; `owner` is an SQL expression. */
export const usesJson = (kind: FileOwner['kind'], owner: string): string =>
  `(SELECT json_group_array(json_object('name', u.name, 'way', u.way, ${jsonPairs}) ORDER BY u.position)
    FROM file_uses u JOIN files f ON f.seq = u.file_seq
    WHERE u.owner_kind = '${kind}' AND u.owner_id = ${owner})`;

const jsonPairs = FILE_COLUMNS.split(', ')
  .map((column) => `'${column.slice('f.'.length)}', ${column}`)
  .join(', ');

export const toUsedFiles = (uses: readonly UseRow[]): readonly StoredFile[] =>
  uses.map((use) => ({ ...toFile(use), name: use.name, ...(use.way && { way: use.way }) }));

/** A trigger removes the uses when a queued message or a chat is deleted. */
export function createFileStore(database: Database): FileStore {
  return {
    get(id) {
      const row = database.get<FileRow>(`SELECT ${FILE_COLUMNS} FROM files f WHERE f.id = ?`, id);
      return row && toFile(row);
    },
    put: (file, createdAt) => put(database, file, createdAt),
    setDocument: (id, document) =>
      void database.run(
        "UPDATE files SET facts = json_set(facts, '$.document', json(?)) WHERE id = ?",
        JSON.stringify(document),
        id,
      ),
    setUses: (owner, refs) => setUses(database, owner, refs),
    usesOf: (owner) => usesOf(database, owner),
    takeUnused: (addedBefore, release) => takeUnused(database, addedBefore, release),
  };
}

/** Where a file came from is noted once, also if it was known before. */
const FACTS_WITH_ORIGIN = `iif(files.facts ->> '$.from' IS NULL AND excluded.facts ->> '$.from' IS NOT NULL,
  json_set(files.facts, '$.from', json(excluded.facts -> '$.from')), files.facts)`;

function put(database: Database, file: FileRecord, createdAt: number): void {
  const { id, kind, contentType, bytes, width, height, durationMs, hasThumbnail, ...facts } = file;
  database.run(
    `INSERT INTO files (id, kind, content_type, bytes, width, height, facts, has_thumbnail, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET has_thumbnail = excluded.has_thumbnail,
         facts = ${FACTS_WITH_ORIGIN}`,
    ...[id, kind, contentType, bytes, width, height],
    JSON.stringify({ ...facts, ...(durationMs !== null && { durationMs }) }),
    ...[Number(hasThumbnail), createdAt],
  );
}

export function setUses(database: Database, { kind, id }: FileOwner, refs: readonly FileRef[]): void {
  database.transaction(() => {
    database.run('DELETE FROM file_uses WHERE owner_kind = ? AND owner_id = ?', kind, id);
    for (const [position, ref] of refs.entries()) {
      database.run(
        // A deleted file is left out: a draft may be older than its files.
        `INSERT INTO file_uses (owner_kind, owner_id, position, file_seq, name, way)
           SELECT ?, ?, ?, seq, ?, ? FROM files WHERE id = ?`,
        ...[kind, id, position, ref.name, ref.way ?? null, ref.id],
      );
      database.run(MARK_USED, ref.id);
    }
  });
}

function usesOf(database: Database, { kind, id }: FileOwner): readonly StoredFile[] {
  const row = database.get<{ uses: string }>(`SELECT ${usesJson(kind, '?')} AS uses`, id);
  return toUsedFiles(readJson<readonly UseRow[]>(row?.uses, []));
}

function takeUnused(database: Database, addedBefore: number, release: (id: string) => void): void {
  const rows = database.all<{ id: string }>(
    `SELECT id FROM files WHERE (was_used = 1 OR created_at < ?)
       AND NOT EXISTS (SELECT 1 FROM file_uses WHERE file_seq = files.seq)
       AND NOT EXISTS (SELECT 1 FROM message_parts WHERE file_seq = files.seq)
       AND NOT EXISTS (SELECT 1 FROM job_inputs WHERE file_seq = files.seq OR sent_file_seq = files.seq)
       AND NOT EXISTS (SELECT 1 FROM experiment_files WHERE file_seq = files.seq)`,
    addedBefore,
  );
  for (const { id } of rows) {
    database.transaction(() => {
      database.run('DELETE FROM files WHERE id = ?', id);
      release(id);
    });
  }
}

export const toFile = (row: FileRow): FileRecord => ({
  durationMs: null,
  ...readJson<FileFacts>(row.facts, {}),
  id: row.id,
  kind: row.kind,
  contentType: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  hasThumbnail: row.has_thumbnail === 1,
});

/** What the column of facts holds. */
type FileFacts = MediaFacts & Pick<FileRecord, 'from'> & { readonly durationMs?: number };
