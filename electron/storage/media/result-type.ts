/** What a result is: bytes that were paid for are a file, whatever they are; a page or an error message is none. */
import { AppError } from '../../../shared/errors';
import { isKeptAnswer, keptAnswers } from '../../../shared/media/kept-answer';
import { type PcmFormat, readPcmFormat } from '../../../shared/media/pcm';
import { asciiAt } from './bytes';
import { type MediaType, sniffMedia } from './formats/sniff';

export interface ResultType extends MediaType {
  /** Of raw samples, which are saved as WAV. */
  readonly pcm?: PcmFormat;
}

const WAV: MediaType = { kind: 'audio', contentType: 'audio/wav', extension: 'wav' };
const UNKNOWN: MediaType = { kind: 'file', contentType: 'application/octet-stream', extension: 'bin' };

/**
 * @param head the first bytes
 * @param declared the type in the reply, with its parameters
 * @throws AppError `malformed_response` where this is no result
 */
export function resultType(head: Uint8Array, declared: string | null): ResultType {
  if (head.length === 0) throw malformed('The result is empty.');
  const known = sniffMedia(head);
  const pcm = readPcmFormat(declared);
  if (pcm !== null && !isSurely(known) && !isText(head)) return { ...WAV, pcm };
  if (known !== null) return known;
  const named = declaredFile(declared);
  if (isText(head) && named === null) throw malformed(notAResult(head));
  if (/json|html|xml|^text\//.test(declared ?? '') && named === null)
    throw malformed(`The server sent something that isn’t the ${declared?.split(';')[0]} it says it is.`);
  return named ?? UNKNOWN;
}

/** Few samples look like a sound container; any look like the short marks of other formats. */
const isSurely = (known: MediaType | null): boolean =>
  known !== null && (known.kind === 'audio' || /mp4|webm|matroska|quicktime/.test(known.contentType));

/** Types that their bytes don't show, and the extension of each. */
const files: Readonly<Record<string, string>> = {
  'model/obj': 'obj',
  'model/stl': 'stl',
  'model/gltf+json': 'gltf',
  'model/mtl': 'mtl',
  'model/vnd.usd': 'usd',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'application/x-subrip': 'srt',
};

/** Raw samples that wait without a header, with their type: only it says what they are. */
const SAMPLES = /^samples((?:[0-9a-f]{2})+)$/;
/** A file name has 255 bytes on every usual disk. */
const LONGEST_TYPE = 100;

/** The extension of raw samples that can't become a WAV file yet. */
export const samplesExtension = (declared: string): string =>
  `samples${Buffer.from(declared).subarray(0, LONGEST_TYPE).toString('hex')}`;

/** The type of such a file by its name, which is all that is left of the declaration once it is saved. */
export function declaredTypeFor(fileName: string): string | null {
  const extension = /\.(\w+)$/.exec(fileName)?.[1] ?? '';
  const samples = SAMPLES.exec(extension)?.[1];
  if (samples !== undefined) return Buffer.from(samples, 'hex').toString();
  const answer = Object.entries(keptAnswers).find(([, type]) => type.extension === extension)?.[0];
  return answer ?? Object.keys(files).find((type) => files[type] === extension) ?? null;
}

function declaredFile(declared: string | null): MediaType | null {
  if (isKeptAnswer(declared)) return { kind: 'file', ...keptAnswers[declared] };
  const contentType = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  const extension = Object.hasOwn(files, contentType) ? files[contentType] : undefined;
  return extension === undefined ? null : { kind: 'file', contentType, extension };
}

const LOOKED_AT = 4_096;

/** Whether the bytes are words: valid UTF-8 without control characters. */
export function isText(head: Uint8Array): boolean {
  const start = head.subarray(0, LOOKED_AT);
  if (
    start.some(
      (byte) => (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) || byte === 0x7f,
    )
  )
    return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function notAResult(head: Uint8Array): string {
  const start = asciiAt(head, 0, 512)
    .replace(/^(\xef\xbb\xbf)?\s+/, '')
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script|title)/.test(start))
    return 'The server sent a web page instead of the result, such as an error or sign-in page.';
  if (/^[[{]/.test(start)) return 'The server sent a message (JSON) instead of the result.';
  if (/^<(\?xml|error)/.test(start)) return 'The server sent a document (XML) instead of the result.';
  return 'The server sent text instead of the result.';
}

const malformed = (message: string) => new AppError({ code: 'malformed_response', message });
