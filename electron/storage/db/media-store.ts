import { EDITED_HERE } from '../../../shared/media/edits';
import type { MediaFacts, MediaPage, TrashPage } from '../../../shared/media/media';
import type { MediaPlace } from '../../core/ports/media-files';
import type { MediaFilter, MediaStore, NewMedia } from '../../core/ports/media-store';
import type { Database, SqlValue } from './driver';
import { factsText, replaceFile, storedFacts } from './media-files-facts';
import {
  costOfResult,
  type FileFacts,
  factsVersion,
  type MediaRow,
  mediaColumns,
  toMediaItem,
} from './media-row';
import { catchUp, searchWords } from './search-index';

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
        'SELECT id, likeness, color FROM media WHERE likeness IS NOT NULL AND removed_at IS NULL ORDER BY seq',
      ),
    sameShaped: () => database.all(SAME_SHAPED),
    unlooked: (limit) => unlooked(database, limit),
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
      `SELECT id FROM media WHERE likeness IS NULL AND has_thumbnail = 1 AND removed_at IS NULL
         AND is_missing = 0 ORDER BY seq DESC LIMIT ?`,
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

interface Condition {
  readonly sql: string;
  readonly value: SqlValue;
}

/**
 * The newest results that fit the filter, and how many there are.
 *
 * @param cursor `nextCursor` of the page before; `null` for the first
 */
function mediaPage(database: Database, filter: MediaFilter, cursor: string | null, limit: number): MediaPage {
  const words = searchWords(filter.query ?? '');
  if (words !== '') catchUp(database, 'media');
  const conditions = conditionsOf(filter);
  const before = { sql: 'm.seq < ?', value: Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0 };
  const { sql, params } = matching(words, [...conditions, before]);
  // In the order of the table that is read first, so that the reading ends with the page.
  const order = words === '' ? 'm.seq' : 'media_words.rowid';
  const rows = database.all<MediaRow>(
    `SELECT ${mediaColumns} ${sql} ORDER BY ${order} DESC LIMIT ?`,
    ...[...params, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toMediaItem),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
    total: countOf(database, words, conditions),
  };
}

/** Where there are words, the index is read first, and of the results only those that it names. */
function matching(words: string, conditions: readonly Condition[]) {
  const from =
    words === ''
      ? 'media m'
      : 'media_words CROSS JOIN media m ON m.seq = media_words.rowid AND media_words MATCH ?';
  const where = ['m.removed_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.map(({ value }) => value);
  return { sql: `FROM ${from} WHERE ${where}`, params: words === '' ? values : [words, ...values] };
}

function countOf(database: Database, words: string, conditions: readonly Condition[]): number {
  const count = (sql: string, params: readonly SqlValue[]) =>
    database.get<{ total: number }>(`SELECT count(*) AS total ${sql}`, ...params)?.total ?? 0;
  if (words === '' || conditions.length > 0) {
    const { sql, params } = matching(words, conditions);
    return count(sql, params);
  }
  // The index alone counts many matches in a fifth of the time. It has the deleted results too; they are few, so
  // they are read first: the plus stops SQLite from looking them up by `seq`.
  const matches = 'FROM media_words WHERE media_words MATCH ?';
  const removed = `FROM media WHERE removed_at IS NOT NULL AND +seq IN (SELECT rowid ${matches})`;
  return count(matches, [words]) - count(removed, [words]);
}

/** A damaged list has none. */
const TAGS = "iif(json_valid(m.tags), m.tags, '[]')";

const IS_FOREIGN = 'EXISTS (SELECT 1 FROM jobs j WHERE j.id = m.job_id AND j.is_foreign = 1)';
const ORIGIN = `CASE ? WHEN 'made' THEN EXISTS (SELECT 1 FROM job_inputs i WHERE i.job_id = m.job_id)
  WHEN 'used' THEN EXISTS (SELECT 1 FROM job_inputs i WHERE i.from_job_id = m.job_id AND i.from_media_id = m.id)
  WHEN 'edited' THEN m.model = '${EDITED_HERE}'
  WHEN 'imported' THEN ${IS_FOREIGN}
  ELSE m.model <> '${EDITED_HERE}' AND NOT ${IS_FOREIGN} END`;

const SETTINGS = "json_each(iif(json_valid(m.parameters), m.parameters, '{}'))";

/** Texts and seeds tell results apart rather than put them together. */
const SETTINGS_IN_USE = `SELECT s.key AS name, CAST(s.value AS TEXT) AS value, count(*) AS count FROM media m, ${SETTINGS} s
  WHERE m.removed_at IS NULL AND s.key NOT IN ('seed', 'style', 'negativePrompt', 'instructions')
    AND s.key NOT LIKE 'voice:%' AND s.key NOT LIKE 'voice#%' AND length(s.value) <= 100
  GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 200`;

function conditionsOf(filter: MediaFilter): readonly Condition[] {
  const { kind, model, from, to, starred } = filter;
  const conditions: readonly { sql: string; value: SqlValue | undefined }[] = [
    { sql: 'm.kind = ?', value: kind },
    { sql: 'm.model = ?', value: model },
    { sql: 'm.created_at >= ?', value: from },
    { sql: 'm.created_at <= ?', value: to },
    { sql: 'm.is_starred = ?', value: starred === undefined ? undefined : Number(starred) },
    { sql: 'm.rating >= ?', value: filter.rating },
    { sql: `EXISTS (SELECT 1 FROM json_each(${TAGS}) WHERE value = ?)`, value: filter.tag },
    { sql: 'm.color = ?', value: filter.color },
    { sql: ORIGIN, value: filter.origin },
    {
      sql: `m.seq IN (SELECT x.media_seq FROM board_media x JOIN boards b ON b.seq = x.board_seq
        WHERE b.id = ? AND b.removed_at IS NULL)`,
      value: filter.board,
    },
    {
      sql: `EXISTS (SELECT 1 FROM ${SETTINGS} WHERE key || '=' || value = ?)`,
      value: filter.setting && `${filter.setting.name}=${filter.setting.value}`,
    },
    ...costConditions(filter.cost),
    {
      sql: 'm.id IN (SELECT value FROM json_each(?))',
      value: filter.ids === undefined ? undefined : JSON.stringify(filter.ids),
    },
  ];
  return conditions.filter((one): one is Condition => one.value !== undefined);
}

const costConditions = (cost: MediaFilter['cost']) =>
  cost === undefined
    ? []
    : [
        { sql: `${costOfResult(cost.unit)} >= ?`, value: cost.from ?? 0 },
        { sql: `${costOfResult(cost.unit)} <= ?`, value: cost.to },
      ];

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
