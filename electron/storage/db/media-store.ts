import type { MediaFacts, TrashPage } from '../../../shared/media/media';
import { likenessDigits } from '../../../shared/media/order';
import type { MediaPlace } from '../../core/ports/media-files';
import type { MediaStore, NewMedia } from '../../core/ports/media-store';
import type { Database, SqlValue } from './driver';
import { factsText, replaceFile, storedFacts } from './media-files-facts';
import { SETTINGS_IN_USE, TAGS } from './media-filter';
import { mediaPage } from './media-page';
import { type FileFacts, factsVersion, type MediaRow, mediaColumns, toMediaItem } from './media-row';

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
    page: (filter, cursor, limit) => mediaPage(database, filter, cursor, limit),
    models: () =>
      database
        .all<{ model: string }>('SELECT DISTINCT model FROM media WHERE removed_at IS NULL ORDER BY model')
        .map(({ model }) => model),
    settings: () => database.all(SETTINGS_IN_USE),
    positionsOf: (jobId) =>
      database
        .all<{ position: number }>('SELECT position FROM media WHERE job_id = ?', jobId)
        .map(({ position }) => position),
    positionOf: (id) =>
      database.get<{ position: number }>('SELECT position FROM media WHERE id = ?', id)?.position ?? 0,
    replaceFile: (id, file) => replaceFile(database, id, file),
    update: (id, patch) => update(database, id, patch),
    tags: () =>
      database.all(
        `SELECT t.value AS tag, count(*) AS count FROM media m, json_each(${TAGS}) t WHERE m.removed_at IS NULL
           GROUP BY t.value ORDER BY count(*) DESC, t.value LIMIT 1000`,
      ),
    looked: () =>
      database.all(
        `SELECT id, likeness, color, CAST(width AS REAL) / nullif(height, 0) AS ratio FROM media
           WHERE likeness IS NOT NULL AND removed_at IS NULL ORDER BY seq`,
      ),
    sameShaped: () => database.all(SAME_SHAPED),
    unlooked: (limit) => unlooked(database, limit),
    unseen: (limit) => unseen(database, limit),
    hasOldFacts: (id) => (storedFacts(database, id).version ?? 1) < factsVersion,
    describe(id, { width, height, durationMs, ...facts }) {
      const stored = storedFacts(database, id);
      database.run(
        'UPDATE media SET width = ?, height = ?, duration_ms = ?, file_facts = ? WHERE id = ?',
        ...[width, height, durationMs, factsText({ ...facts, ...undecodedOf(stored) }, stored.part), id],
      );
    },
    setRemoved(ids, at) {
      for (const id of ids) database.run('UPDATE media SET removed_at = ? WHERE id = ?', at, id);
    },
    trash: (cursor, limit) => trashPage(database, cursor, limit),
    removedBefore: (at) =>
      database
        .all<{ id: string }>('SELECT id FROM media WHERE removed_at IS NOT NULL AND removed_at <= ?', at)
        .map(({ id }) => id),
    isRemoved: (id) =>
      database.get('SELECT 1 FROM media WHERE id = ? AND removed_at IS NOT NULL', id) !== undefined,
    beginDeletion(id) {
      database.run('UPDATE media SET removed_at = 0 WHERE id = ? AND removed_at IS NOT NULL', id);
    },
    isBeingDeleted: (id) =>
      database.get('SELECT 1 FROM media WHERE id = ? AND removed_at = 0', id) !== undefined,
    forget(id) {
      database.run('DELETE FROM media WHERE id = ? AND removed_at IS NOT NULL', id);
    },
  };
}

/** Of images also how they look, since very many have one size. */
const SAME_SHAPED = `SELECT id, contentType, bytes, shape FROM (
    SELECT *, count(*) OVER (PARTITION BY shape) AS count FROM (
      SELECT id, content_type AS contentType, bytes, json_array(content_type, width, height, duration_ms,
          likeness, color, iif(kind = 'file', bytes, NULL)) AS shape
        FROM media WHERE removed_at IS NULL AND is_missing = 0 AND (kind <> 'image' OR likeness IS NOT NULL)))
  WHERE count > 1 ORDER BY shape, bytes`;

const unlooked = (database: Database, limit: number): readonly string[] =>
  database
    .all<{ id: string }>(
      `SELECT id FROM media WHERE kind = 'image' AND ifnull(length(likeness), 0) < ? AND has_thumbnail = 1
         AND removed_at IS NULL AND is_missing = 0 ORDER BY seq DESC LIMIT ?`,
      likenessDigits.all,
      limit,
    )
    .map(({ id }) => id);

const unseen = (database: Database, limit: number): readonly string[] =>
  database
    .all<{ id: string }>(
      `SELECT id FROM media WHERE kind = 'image' AND has_thumbnail = 0 AND removed_at IS NULL AND is_missing = 0
         AND json_extract(file_facts, '$.undecoded') IS NULL ORDER BY seq DESC LIMIT ?`,
      limit,
    )
    .map(({ id }) => id);

function insert(database: Database, { origin, ...media }: NewMedia): void {
  database.run(
    `INSERT INTO media (id, job_id, position, kind, modality, content_type, folder, file_name, bytes, width, height,
       duration_ms, model, prompt, parameters, extra, created_at, revised_prompt, seed, file_facts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      factsText(media, origin.part),
    ],
  );
}

const undecodedOf = ({ undecoded }: FileFacts): MediaFacts => (undecoded === undefined ? {} : { undecoded });

function update(database: Database, id: string, patch: Parameters<MediaStore['update']>[1]): void {
  const set = (column: string, value: SqlValue) =>
    database.run(`UPDATE media SET ${column} = ? WHERE id = ?`, value, id);
  if (patch.isStarred !== undefined) set('is_starred', Number(patch.isStarred));
  if (patch.isMissing !== undefined) set('is_missing', Number(patch.isMissing));
  if (patch.hasThumbnail !== undefined) set('has_thumbnail', Number(patch.hasThumbnail));
  if (patch.undecoded !== undefined)
    set('file_facts', JSON.stringify({ ...storedFacts(database, id), undecoded: patch.undecoded }));
  if (patch.kind !== undefined) set('kind', patch.kind);
  if (patch.fileName !== undefined) set('file_name', patch.fileName);
  if (patch.rating !== undefined) set('rating', patch.rating);
  if (patch.note !== undefined) set('note', patch.note);
  if (patch.tags !== undefined) set('tags', JSON.stringify(patch.tags));
  if (patch.look !== undefined) {
    set('likeness', patch.look.likeness);
    set('color', patch.look.color);
  }
}

type TrashRow = MediaRow & { readonly removedAt: number };

/**
 * The deleted results, without those that are being deleted for good (`removed_at` is 0), what was deleted last first; of those deleted at once, the newest first.
 *
 * @param cursor `nextCursor` of the page before; `null` for the first
 */
function trashPage(database: Database, cursor: string | null, limit: number): TrashPage {
  const [at, seq] = placeOf(cursor);
  const rows = database.all<TrashRow>(
    `SELECT ${mediaColumns}, m.removed_at AS removedAt FROM media m
     WHERE m.removed_at > 0 AND (m.removed_at, m.seq) < (?, ?)
     ORDER BY m.removed_at DESC, m.seq DESC LIMIT ?`,
    ...[at, seq, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const whole = database.get<{ total: number; bytes: number }>(
    'SELECT count(*) AS total, coalesce(sum(bytes), 0) AS bytes FROM media WHERE removed_at > 0',
  );
  return {
    trashed: shown.map((row) => ({ item: toMediaItem(row), removedAt: row.removedAt })),
    nextCursor: rows.length > limit && last ? `${last.removedAt}.${last.seq}` : null,
    total: whole?.total ?? 0,
    bytes: whole?.bytes ?? 0,
  };
}

/** From a text that any page could have sent: an invalid one means before everything. */
function placeOf(cursor: string | null): readonly [at: number, seq: number] {
  if (cursor === null) return [Number.MAX_SAFE_INTEGER, 0];
  const [at = 0, seq = 0] = cursor.split('.').map((part) => Number(part) || 0);
  return [at, seq];
}
