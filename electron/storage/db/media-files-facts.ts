/** What the database keeps of the bytes of a result's file. */
import type { MediaFacts, MediaPart } from '../../../shared/media/media';
import type { SavedFile } from '../../core/ports/media-files';
import type { Database } from './driver';
import { readJson } from './json-column';
import { type FileFacts, factsVersion, type MediaRow } from './media-row';

/** The row names another file from now on. */
export function replaceFile(database: Database, id: string, { kind, contentType, ...file }: SavedFile): void {
  const { part } = storedFacts(database, id);
  database.run(
    `UPDATE media SET kind = ?, content_type = ?, folder = ?, file_name = ?, bytes = ?, width = ?, height = ?,
       duration_ms = ?, file_facts = ?, is_missing = 0, has_thumbnail = 0, likeness = NULL WHERE id = ?`,
    ...[kind, contentType, file.folder, file.fileName, file.bytes, file.width, file.height],
    ...[file.durationMs, factsText(file, part), id],
  );
}

export function factsText(media: MediaFacts, part: MediaPart | undefined): string {
  const { sampleRate, channels, frameRate, frames, videoCodec, audioCodec, isCut, undecoded } = media;
  const facts: FileFacts = {
    version: factsVersion,
    ...(sampleRate !== undefined && { sampleRate }),
    ...(channels !== undefined && { channels }),
    ...(frameRate !== undefined && { frameRate }),
    ...(frames !== undefined && { frames }),
    ...(videoCodec !== undefined && { videoCodec }),
    ...(audioCodec !== undefined && { audioCodec }),
    ...(isCut === true && { isCut }),
    ...(undecoded !== undefined && { undecoded }),
    ...(part !== undefined && { part }),
  };
  return JSON.stringify(facts);
}

export const storedFacts = (database: Database, id: string): FileFacts => {
  const row = database.get<Pick<MediaRow, 'file_facts'>>('SELECT file_facts FROM media WHERE id = ?', id);
  return readJson<FileFacts>(row?.file_facts ?? '{}', {});
};
