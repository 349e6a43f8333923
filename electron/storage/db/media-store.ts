import type { MediaFacts, MediaPart } from '../../../shared/media';
import type { MediaPlace } from '../../core/ports/media-files';
import type { MediaStore, NewMedia } from '../../core/ports/media-store';
import type { Database, SqlValue } from './driver';
import { readJson } from './json-column';
import { mediaPage } from './media-page';
import { type FileFacts, factsVersion, type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { trashPage } from './trash-page';

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
    positionsOf: (jobId) =>
      database
        .all<{ position: number }>('SELECT position FROM media WHERE job_id = ?', jobId)
        .map(({ position }) => position),
    update: (id, patch) => update(database, id, patch),
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

function factsText(media: MediaFacts, part: MediaPart | undefined): string {
  const { sampleRate, channels, frameRate, videoCodec, audioCodec, isCut, undecoded } = media;
  const facts: FileFacts = {
    version: factsVersion,
    ...(sampleRate !== undefined && { sampleRate }),
    ...(channels !== undefined && { channels }),
    ...(frameRate !== undefined && { frameRate }),
    ...(videoCodec !== undefined && { videoCodec }),
    ...(audioCodec !== undefined && { audioCodec }),
    ...(isCut === true && { isCut }),
    ...(undecoded !== undefined && { undecoded }),
    ...(part !== undefined && { part }),
  };
  return JSON.stringify(facts);
}

const undecodedOf = ({ undecoded }: FileFacts): MediaFacts => (undecoded === undefined ? {} : { undecoded });

const storedFacts = (database: Database, id: string): FileFacts => {
  const row = database.get<Pick<MediaRow, 'file_facts'>>('SELECT file_facts FROM media WHERE id = ?', id);
  return readJson<FileFacts>(row?.file_facts ?? '{}', {});
};

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
}
