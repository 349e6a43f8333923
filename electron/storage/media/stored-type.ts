/** What a file that goes with a message is, by its bytes. */
import { type ByteSource, withSource } from './bytes';
import { oldDocument, zippedDocument } from './document-type';
import { type MediaType, sniffBytes, sniffMedia } from './formats/sniff';
import { refineType } from './formats/sniff-file';
import { isEncodedText } from './later-formats';
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
    if (known === null) return (await oldDocument(source, head)) ?? (await textType(source, head));
    const type = await refineType(source, known);
    if (type.kind === 'image' && !sentImages.includes(type.contentType)) return { ...type, kind: 'file' };
    return type.contentType === 'application/zip' ? ((await zippedDocument(source, head)) ?? type) : type;
  });

const plainText: MediaType = { kind: 'file', contentType: 'text/plain', extension: 'txt' };
const richText: MediaType = { kind: 'file', contentType: 'application/rtf', extension: 'rtf' };
const unknown: MediaType = { kind: 'file', contentType: 'application/octet-stream', extension: 'bin' };

/** Text in any encoding; one in UTF-8 is known by its beginning, any other is read whole. */
async function textType(source: ByteSource, head: Uint8Array): Promise<MediaType> {
  if (isText(head))
    return /^\{\\rtf/.test(Buffer.from(head.subarray(0, 5)).toString('latin1')) ? richText : plainText;
  return (await isEncodedText(await source.read(0, MOST_TEXT_BYTES))) ? plainText : unknown;
}

/** As much as a file that is attached may have. */
const MOST_TEXT_BYTES = 32 * 1024 * 1024;
