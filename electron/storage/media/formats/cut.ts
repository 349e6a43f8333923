/** Whether a file ends before its content does: what arrived incomplete, and was stored as it came. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { cutByHeader } from './cut-by-header';
import { endOfImage } from './jpeg/embed';
import { isCutMp3 } from './mp3/rows';
import { isCutMp4 } from './mp4/boxes';
import { isCutOgg } from './ogg/pages';
import { isCutPng } from './png/embed';
import { isUnknownLength } from './riff';
import { sniffBytes, sniffMedia } from './sniff';
import { elementAt } from './webm/ebml';

type IsCut = (source: ByteSource) => Promise<boolean>;

const byType: Readonly<Record<string, IsCut>> = {
  ...cutByHeader,
  'image/png': isCutPng,
  'image/jpeg': async (source) => (await endOfImage(source)) === null,
  'image/webp': isCutRiff,
  'image/avif': isCutMp4,
  'image/heic': isCutMp4,
  'audio/wav': isCutRiff,
  'video/x-msvideo': isCutRiff,
  'audio/mpeg': isCutMp3,
  'audio/ogg': isCutOgg,
  'video/ogg': isCutOgg,
  'audio/mp4': isCutMp4,
  'video/mp4': isCutMp4,
  'video/quicktime': isCutMp4,
  'audio/webm': isCutWebm,
  'video/webm': isCutWebm,
  'audio/x-matroska': isCutWebm,
  'video/x-matroska': isCutWebm,
};

/** `false` also where the format does not tell, or the file is of another. */
export async function isCutFile(source: ByteSource, contentType: string): Promise<boolean> {
  const found = sniffMedia(await source.read(0, sniffBytes))?.contentType;
  return (
    found !== undefined &&
    containerOf(found) === containerOf(contentType) &&
    ((await byType[contentType]?.(source)) ?? false)
  );
}

/** Shorter than its own header says; one that was streamed says nothing. */
async function isCutRiff(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8);
  const stated = head.length < 8 ? 0 : viewOf(head).getUint32(4, true);
  // Some programs count the padding, which the file may lack.
  return asciiAt(head, 0, 4) === 'RIFF' && !isUnknownLength(stated) && stated + 8 > source.size + 1;
}

async function isCutWebm(source: ByteSource): Promise<boolean> {
  const header = await elementAt(source, 0);
  const segment = header?.end ? await elementAt(source, header.end) : null;
  return segment === null || (segment.end !== null && segment.end > source.size);
}

/** Whether it is sound or video, a cut file may not tell any more. */
const containerOf = (contentType: string) => contentType.split('/').at(-1);
