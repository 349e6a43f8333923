/** Dimensions and duration of a file, for the library's rows. */
import { type ByteSource, budgeted, inBlocks, type ReadBudget, withSource } from '../bytes';
import { imageSize } from './image-size';
import type { MediaDescription } from './media-description';
import { describeMp4 } from './mp4/describe';
import { describeWav } from './wav/describe';
import { describeWebm } from './webm/describe';

const unknown: MediaDescription = { width: null, height: null, durationMs: null };
/** Enough for some hours of audio whose header states no duration: its frames are counted one by one. */
const budget: ReadBudget = { bytes: 1024 ** 3, reads: 2_000_000 };

type Describe = (source: ByteSource) => Promise<MediaDescription>;

/**
 * Video formats for which a library would read the index of all frames: a hostile one of a few bytes can declare
 * billions of them. The headers of the file are enough.
 */
const describers: Readonly<Record<string, Describe>> = {
  'audio/mp4': describeMp4,
  'video/mp4': describeMp4,
  'video/quicktime': describeMp4,
  'audio/webm': describeWebm,
  'video/webm': describeWebm,
  'audio/x-matroska': describeWebm,
  'video/x-matroska': describeWebm,
  'audio/wav': describeWav,
};

/**
 * Reads headers, and frames where no header states a duration. Never throws: what a file states nowhere, states wrongly
 * or only after too long a search is `null`.
 * @param contentType as detected from the bytes
 */
export async function describeMedia(
  input: string | Uint8Array,
  contentType: string,
): Promise<MediaDescription> {
  try {
    return await withSource(input, (source) => describeSource(source, contentType));
  } catch {
    return unknown;
  }
}

async function describeSource(source: ByteSource, contentType: string): Promise<MediaDescription> {
  const bounded = budgeted(inBlocks(source), budget);
  if (contentType.startsWith('image/')) return { ...unknown, ...(await imageSize(bounded, contentType)) };
  const describe = describers[contentType];
  if (describe) return describe(bounded);
  // The library takes longer to load than everything else that startup needs from this folder.
  const { withContainer } = await import('./containers');
  const seconds = await withContainer(source, budget, (input) => input.computeDuration());
  return { ...unknown, durationMs: wholeMilliseconds(seconds) };
}

function wholeMilliseconds(seconds: number): number | null {
  const milliseconds = Math.round(seconds * 1000);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
