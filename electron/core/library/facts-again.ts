import type { MediaItem } from '../../../shared/media';
import type { MediaPlace } from '../ports/media-files';
import type { Ports } from '../ports/ports';

/**
 * Reads what an earlier version did not read from a file, such as the size of a photo as it is seen. An image that is
 * seen otherwise than it was taken for gets a new thumbnail.
 * @returns whether anything is known now that was not
 */
export async function readFactsAgain(
  { storage: { media }, files }: Pick<Ports, 'storage' | 'files'>,
  id: string,
  { item, place }: { readonly item: MediaItem; readonly place: MediaPlace },
): Promise<boolean> {
  const read = await files.describe(place, item.contentType);
  const { width, height, durationMs } = item;
  const isSized = read.width !== null && read.height !== null;
  const size = isSized ? { width: read.width, height: read.height } : { width, height };
  media.describe(id, { ...read, ...size, durationMs: read.durationMs ?? durationMs });
  // Earlier versions took an animated image of a video model for a video, which nothing could play.
  const wasVideo = item.kind === 'video' && item.contentType.startsWith('image/');
  if (wasVideo) media.update(id, { kind: 'image' });
  const wasTurned = size.width !== width || size.height !== height;
  if (wasVideo || (item.hasThumbnail && wasTurned)) media.update(id, await files.makeThumbnail(id, place));
  return JSON.stringify(media.get(id)) !== JSON.stringify(item);
}
