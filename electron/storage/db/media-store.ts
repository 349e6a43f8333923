import type { MediaPage } from '../../../shared/media';
import type { MediaFilter, MediaPlace, MediaStore, NewMedia } from '../../core/ports/jobs';
import type { Database, SqlValue } from './driver';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { searchWords } from './search-words';

/** What the app knows of each result; the files belong to `media/`. Prompts are found by a full-text index. */
export function createMediaStore(database: Database): MediaStore {
  return {
    insert: (media) => insert(database, media),
    get(id) {
      const row = database.get<MediaRow>(`SELECT ${mediaColumns} FROM media m WHERE m.id = ?`, id);
      return row && toMediaItem(row);
    },
    place: (id) =>
      database.get<MediaPlace>('SELECT folder, file_name AS fileName FROM media WHERE id = ?', id),
    isPlaceTaken: ({ folder, fileName }, id = '') =>
      database.get(
        `SELECT 1 FROM media
           WHERE file_name = ? COLLATE NOCASE AND folder = ? AND id <> ? AND removed_at IS NULL`,
        ...[fileName, folder, id],
      ) !== undefined,
    page: (filter, cursor, limit) => page(database, filter, cursor, limit),
    models: () =>
      database
        .all<{ model: string }>('SELECT DISTINCT model FROM media WHERE removed_at IS NULL ORDER BY model')
        .map(({ model }) => model),
    positionsOf: (jobId) =>
      database
        .all<{ position: number }>('SELECT position FROM media WHERE job_id = ?', jobId)
        .map(({ position }) => position),
    update: (id, patch) => update(database, id, patch),
    setRemoved(ids, at) {
      for (const id of ids) database.run('UPDATE media SET removed_at = ? WHERE id = ?', at, id);
    },
    removedBefore: (at) =>
      database
        .all<{ id: string }>('SELECT id FROM media WHERE removed_at IS NOT NULL AND removed_at <= ?', at)
        .map(({ id }) => id),
    isRemoved: (id) =>
      database.get('SELECT 1 FROM media WHERE id = ? AND removed_at IS NOT NULL', id) !== undefined,
    forget(id) {
      database.run('DELETE FROM media WHERE id = ? AND removed_at IS NOT NULL', id);
    },
  };
}

function insert(database: Database, { origin, ...media }: NewMedia): void {
  database.run(
    `INSERT INTO media (id, job_id, position, kind, modality, content_type, folder, file_name, bytes, width, height,
       duration_ms, model, prompt, parameters, extra, created_at, revised_prompt, seed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[media.id, origin.jobId, media.position, media.kind, origin.modality, media.contentType],
    ...[media.folder, media.fileName, media.bytes, media.width, media.height, media.durationMs],
    ...[
      origin.model,
      origin.prompt,
      JSON.stringify(origin.parameters),
      JSON.stringify(origin.extra),
      origin.createdAt,
      origin.revisedPrompt ?? null,
      origin.seed ?? null,
    ],
  );
}

function update(database: Database, id: string, patch: Parameters<MediaStore['update']>[1]): void {
  const set = (column: string, value: SqlValue) =>
    database.run(`UPDATE media SET ${column} = ? WHERE id = ?`, value, id);
  if (patch.isStarred !== undefined) set('is_starred', Number(patch.isStarred));
  if (patch.isMissing !== undefined) set('is_missing', Number(patch.isMissing));
  if (patch.hasThumbnail !== undefined) set('has_thumbnail', Number(patch.hasThumbnail));
  if (patch.fileName !== undefined) set('file_name', patch.fileName);
}

function page(database: Database, filter: MediaFilter, cursor: string | null, limit: number): MediaPage {
  const conditions = conditionsOf(filter);
  const where = ['m.removed_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const params = conditions.map(({ value }) => value);
  const before = Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0;
  const rows = database.all<MediaRow>(
    `SELECT ${mediaColumns} FROM media m WHERE ${where} AND m.seq < ? ORDER BY m.seq DESC LIMIT ?`,
    ...[...params, before, limit + 1],
  );
  const total = database.get<{ total: number }>(
    `SELECT count(*) AS total FROM media m WHERE ${where}`,
    ...params,
  )?.total;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toMediaItem),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
    total: total ?? 0,
  };
}

function conditionsOf(filter: MediaFilter): { sql: string; value: SqlValue }[] {
  const { kind, model, from, to, starred, query } = filter;
  const words = searchWords(query ?? '');
  const conditions: { sql: string; value: SqlValue | undefined }[] = [
    { sql: 'm.kind = ?', value: kind },
    { sql: 'm.model = ?', value: model },
    { sql: 'm.created_at >= ?', value: from },
    { sql: 'm.created_at <= ?', value: to },
    { sql: 'm.is_starred = ?', value: starred === undefined ? undefined : Number(starred) },
    {
      sql: 'm.seq IN (SELECT rowid FROM media_text WHERE media_text MATCH ?)',
      value: words === '' ? undefined : words,
    },
  ];
  return conditions.filter((one): one is { sql: string; value: SqlValue } => one.value !== undefined);
}
