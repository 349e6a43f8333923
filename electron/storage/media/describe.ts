/** Size and length of a file, for the library's rows. */
import type { InputVideoTrack } from 'mediabunny';
import { type ByteSource, budgeted, type ReadBudget, withSource } from './bytes';
import { withContainer } from './containers';
import { imageSize } from './image-size';

export interface MediaDescription {
  /** Pixels; `null` for sound or where the file does not tell. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

const unknown: MediaDescription = { width: null, height: null, durationMs: null };
const budget: ReadBudget = { bytes: 1024 ** 3, reads: 2_000_000, milliseconds: 3_000 };

/**
 * Reads headers, and frames where a length stands nowhere. Never throws: what a file does not tell, tells wrongly or
 * only after too long a search is `null`.
 * @param contentType as the bytes told it
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
  if (contentType.startsWith('image/'))
    return { ...unknown, ...(await imageSize(budgeted(source, budget), contentType)) };
  return withContainer(source, budget, async (input) => {
    const video = await input.getPrimaryVideoTrack();
    const durationMs = await input
      .computeDuration()
      .then(wholeMilliseconds)
      .catch(() => null);
    return { ...unknown, ...(video && (await videoSize(video))), durationMs };
  });
}

async function videoSize(video: InputVideoTrack): Promise<{ width: number; height: number } | null> {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()].map(Math.round);
  return width && height && width > 0 && height > 0 ? { width, height } : null;
}

function wholeMilliseconds(seconds: number): number | null {
  const milliseconds = Math.round(seconds * 1000);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
