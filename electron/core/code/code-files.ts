import type { CodeFile } from '../../../shared/code/code-request';
import type { StoredFile } from '../../../shared/files';
import { withImages } from '../modalities/chat-request';
import type { ContentOf } from '../modalities/sent-history';

const markerOf = (id: string): string => `attachment:${id}`;

/** Each image once, in the order of the request. */
export function codeFilesOf(images: readonly StoredFile[]): readonly CodeFile[] {
  const unique = [...new Map(images.map((image) => [image.id, image])).values()];
  return unique.map(({ id, contentType, name }, index) => ({
    marker: markerOf(id),
    fileName: `image-${index + 1}.${contentType.slice('image/'.length).replace('jpeg', 'jpg')}`,
    contentType,
    attachmentId: id,
    name,
  }));
}

/** What is sent of a message, with a marker in place of each image's data URL. */
export const withMarkers = (images: readonly StoredFile[]): ContentOf =>
  withImages(new Map(images.map(({ id }) => [id, markerOf(id)])));
