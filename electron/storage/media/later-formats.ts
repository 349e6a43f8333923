/**
 * What reads and writes inside files. That is a twelfth of all code of the core, and no window needs it to appear, so it
 * is read with the first file, or by `electron/later-code.ts`.
 */

import type { Look } from '../../../shared/media/order';
import { type MediaDescription, unknownMedia } from './formats/media-description';
import type { MediaTools } from './tools';

const origins = () => import('./formats/origin');
const claims = () => import('./formats/claims/read-claims');
const joining = () => import('./formats/join-audio');
const describing = () => import('./formats/describe');
const containers = () => import('./formats/containers');
const senses = () => import('./formats/seen-and-heard');
const digests = () => import('./formats/content-digest');
const zips = () => import('./zip');
const encodings = () => import('../../../shared/text/decode-text');

/** Each reads a part of it. */
export const formatParts = [
  origins,
  claims,
  joining,
  describing,
  containers,
  senses,
  digests,
  zips,
  encodings,
] as const;

const laterTools: Omit<MediaTools, 'thumbnail' | 'upright'> = {
  embed: async (...file) => (await origins()).embedOrigin(...file),
  readOrigin: async (bytes) => (await origins()).readOrigin(bytes),
  readClaims: async (bytes) => (await claims()).readClaims(bytes),
  join: async (...parts) => (await joining()).joinAudio(...parts),
  zip: async (...files) => (await zips()).zipFiles(...files),
  zipPage: async (...files) => (await zips()).zipPage(...files),
};

/**
 * The libraries behind the media files.
 * @param makeThumbnail on a thread in the app, in the same process in a test.
 */
export function createMediaTools(
  makeThumbnail: (source: string, destination: string) => Promise<{ readonly look?: Look } | undefined>,
  { upright, show }: Pick<MediaTools, 'upright' | 'show'> = {},
): MediaTools {
  return {
    ...laterTools,
    ...(upright && { upright }),
    ...(show && { show }),
    thumbnail: async (source, destination) => (await makeThumbnail(source, destination)) ?? {},
  };
}

/** As `describeMedia`, which never throws: a result that was paid for is stored whatever is known of it. */
export async function describeFile(
  input: string | Uint8Array,
  contentType: string,
): Promise<MediaDescription> {
  const code = await describing().catch(() => null);
  return code === null ? unknownMedia : await code.describeMedia(input, contentType);
}

/** As `contentDigest`. */
export async function digestOfContent(path: string, contentType: string): Promise<string | null> {
  return await (await digests()).contentDigest(path, contentType);
}

/** As `seeAndHear`. */
export async function seenAndHeard(path: string, contentType: string) {
  return await (await senses()).seeAndHear(path, contentType);
}

/** Whether the bytes are text in any encoding. */
export async function isEncodedText(bytes: Uint8Array): Promise<boolean> {
  return (await encodings()).decodeText(bytes) !== null;
}
