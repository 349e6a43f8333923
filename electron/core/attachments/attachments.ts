import type { AddedAttachment } from '../../../shared/attachments';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { LocatedFile } from '../library/library';
import type { SavedImage } from '../ports/attachments';
import type { Ports } from '../ports/ports';

/** An attached image that was never sent and is in no draft is deleted after this time. */
const UNUSED_MS = 30 * 24 * 3_600_000;

export type Attachments = ReturnType<typeof createAttachments>;

/** Images to be sent. Each is one file, stored as long as anything uses it. */
export function createAttachments({ storage, attachments: files, files: media, clock }: Ports) {
  const keep = ({ removed, ...image }: SavedImage, name: string): AddedAttachment => {
    storage.attachments.put(image, clock.now());
    return { ...image, name, ...(removed && { removed }) };
  };
  return {
    async add({ name, base64 }: CheckedInput<'attachments.add'>): Promise<AddedAttachment> {
      return keep(await files.save(Buffer.from(base64, 'base64'), name), name);
    },
    async addFromLibrary({ mediaId }: CheckedInput<'attachments.addFromLibrary'>): Promise<AddedAttachment> {
      const item = storage.media.get(mediaId);
      const place = storage.media.place(mediaId);
      if (!item || !place) {
        throw new AppError({ code: 'not_found', message: 'This image is no longer in the library.' });
      }
      return keep(await files.saveCopy(media.pathOf(place), item.fileName), item.fileName);
    },
    /** The file to serve for an id, `null` where there is none. */
    locate(id: string, part: 'file' | 'thumbnail'): LocatedFile | null {
      const image = storage.attachments.get(id);
      if (!image) return null;
      const { contentType, hasThumbnail } = image;
      const fileName = `image.${contentType.slice('image/'.length)}`;
      if (part === 'file') return { path: files.pathOf(id), contentType, fileName };
      return hasThumbnail ? { path: files.thumbnailPath(id), contentType: 'image/webp', fileName } : null;
    },
    /** Deletes what nothing uses any more. Called when the app opens, since undo ends with the session. */
    async purge(): Promise<void> {
      storage.attachments.takeUnused(clock.now() - UNUSED_MS, files.remove);
    },
  };
}
