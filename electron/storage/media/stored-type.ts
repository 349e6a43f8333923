/** What a file that goes with a message is, by its bytes. */
import { asciiAt, withSource } from './bytes';
import { type MediaType, sniffBytes, sniffMedia } from './formats/sniff';
import { refineType } from './formats/sniff-file';
import { isText } from './result-type';

/** Images that models take; any other is a file to them, and refused where a person attaches it as an image. */
export const sentImages: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Never throws for what the bytes are: unknown ones are a file as well.
 * @param input a path, or the bytes
 */
export const storedType = (input: string | Uint8Array): Promise<MediaType> =>
  withSource(input, async (source) => {
    const head = await source.read(0, sniffBytes);
    const known = sniffMedia(head);
    if (known === null) return isText(head) ? plainText : unknown;
    const type = await refineType(source, known);
    if (type.kind === 'image' && !sentImages.includes(type.contentType)) return { ...type, kind: 'file' };
    return type.contentType === 'application/zip' ? (document(head) ?? type) : type;
  });

const plainText: MediaType = { kind: 'file', contentType: 'text/plain', extension: 'txt' };
const unknown: MediaType = { kind: 'file', contentType: 'application/octet-stream', extension: 'bin' };

const openXml = 'application/vnd.openxmlformats-officedocument.';
/** Folders inside documents of Office Open XML (ECMA-376) with their media types. */
const officeTypes = {
  word: [`${openXml}wordprocessingml.document`, 'docx'],
  xl: [`${openXml}spreadsheetml.sheet`, 'xlsx'],
  ppt: [`${openXml}presentationml.presentation`, 'pptx'],
} as const;

/** The first entry of OpenDocument and EPUB files is their media type, uncompressed (ODF 1.3, part 2, 3.3). */
const STATED = /^PK.{28}mimetype(application\/[\w.+-]+)PK/s;
const extensions: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
};

/** Documents are zip files; `null` for one that is no document. */
function document(head: Uint8Array): MediaType | null {
  const start = asciiAt(head, 0, head.length);
  const stated = STATED.exec(start)?.[1] ?? '';
  if (Object.hasOwn(extensions, stated))
    return { kind: 'file', contentType: stated, extension: extensions[stated] ?? 'bin' };
  if (!start.includes('[Content_Types].xml')) return null;
  const folder = /PK.{28}(word|xl|ppt)\//s.exec(start)?.[1] as keyof typeof officeTypes | undefined;
  if (folder === undefined) return null;
  const [contentType, extension] = officeTypes[folder];
  return { kind: 'file', contentType, extension };
}
