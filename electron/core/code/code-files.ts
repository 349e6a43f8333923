/** The files of a request that is shown as code: each is read from beside it, under a plain name. */
import type { CodeFile } from '../../../shared/code/code-request';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { InputRef, JobInput } from '../../../shared/run/inputs';
import type { Ports } from '../ports/ports';

/** Stands for the file in a body. */
export const markerOf = (id: string): string => `attachment:${id}`;

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

/** The file that a use names; none where it is no longer stored. */
export const keptFile =
  ({ files }: Ports['storage']) =>
  ({ id, name, way }: FileRef): readonly StoredFile[] => {
    const file = files.get(id);
    return file ? [{ ...file, name, ...(way && { way }) }] : [];
  };

export const keptInput =
  (storage: Ports['storage']) =>
  (input: InputRef): readonly JobInput[] =>
    keptFile(storage)(input).map((file) => ({ ...input, file }));
