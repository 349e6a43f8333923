import type { CodeFile } from '../../../shared/code/code-request';
import type { StoredFile } from '../../../shared/files';
import { withFiles } from '../modalities/message-content';
import type { ContentOf } from '../modalities/sent-history';

const markerOf = (id: string): string => `attachment:${id}`;

/** Each file once, in the order of the request. */
export function codeFilesOf(files: readonly StoredFile[]): readonly CodeFile[] {
  const unique = [...new Map(files.map((file) => [file.id, file])).values()];
  return unique.map(({ id, kind, contentType, name }, index) => ({
    marker: markerOf(id),
    fileName: `${kind}-${index + 1}.${extensionOf(contentType)}`,
    contentType,
    attachmentId: id,
    name,
    ...(kind === 'audio' && { isBare: true }),
  }));
}

/** Extensions that are not the subtype of the media type. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'video/quicktime': 'mov',
  'text/plain': 'txt',
};

const extensionOf = (contentType: string): string =>
  extensions[contentType] ?? /\/(?:x-)?(\w{1,5})$/.exec(contentType)?.[1] ?? 'bin';

/** What is sent of a message, with a marker in place of the bytes of each file. */
export const withMarkers = (files: readonly StoredFile[]): ContentOf =>
  withFiles(new Map(files.map(({ id }) => [id, markerOf(id)])));
