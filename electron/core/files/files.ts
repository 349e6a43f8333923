import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { AddedFile } from '../../../shared/media/files';
import type { LocatedFile } from '../library/library';
import type { Ports } from '../ports/ports';
import type { NewFile } from '../ports/stored-files';

/** An attached file that was never sent and is in no draft is deleted after this time. */
const UNUSED_MS = 30 * 24 * 3_600_000;

export type Files = ReturnType<typeof createFiles>;

/** Files to be sent. Each is there once, stored as long as anything uses it. */
export function createFiles({ storage, storedFiles, files: media, clock }: Ports) {
  const keep = (
    { removed, convertedFrom, ...saved }: NewFile,
    name: string,
    from?: AddedFile['from'],
  ): AddedFile => {
    const file = { ...saved, ...(from && { from }) };
    storage.files.put(file, clock.now());
    return { ...file, name, ...(removed && { removed }), ...(convertedFrom && { convertedFrom }) };
  };
  return {
    async add({ name, base64 }: CheckedInput<'attachments.add'>): Promise<AddedFile> {
      return keep(await storedFiles.save(Buffer.from(base64, 'base64'), name), name);
    },
    async addFromLibrary({ mediaId }: CheckedInput<'attachments.addFromLibrary'>): Promise<AddedFile> {
      const item = storage.media.get(mediaId);
      const place = storage.media.place(mediaId);
      if (!item || !place) {
        throw new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });
      }
      const saved = await storedFiles.saveCopy(media.pathOf(place), item.fileName);
      return keep(saved, item.fileName, { jobId: item.origin.jobId, mediaId });
    },
    /** The file to serve for an id, `null` where there is none. */
    locate(id: string, part: 'file' | 'thumbnail'): LocatedFile | null {
      const file = storage.files.get(id);
      if (!file) return null;
      const { kind, contentType, hasThumbnail } = file;
      const fileName = kind === 'file' ? kind : `${kind}.${contentType.slice(kind.length + 1)}`;
      if (part === 'file') return { path: storedFiles.pathOf(id), contentType, fileName };
      return hasThumbnail
        ? { path: storedFiles.thumbnailPath(id), contentType: 'image/webp', fileName }
        : null;
    },
    /** Deletes what nothing uses any more. Called when the app opens, since undo ends with the session. */
    async purge(): Promise<void> {
      storage.files.takeUnused(clock.now() - UNUSED_MS, storedFiles.remove);
    },
  };
}
