import { embedOrigin } from './formats/embed-origin';
import { joinAudio } from './formats/join-audio';
import { readOrigin } from './formats/read-origin';
import type { MediaTools } from './media-tools';
import { zipFiles } from './zip';

/**
 * The libraries behind the media files.
 * @param makeThumbnail on a thread in the app, in the same process in a test.
 */
export function createMediaTools(
  makeThumbnail: (source: string, destination: string) => Promise<unknown>,
  upright?: MediaTools['upright'],
): MediaTools {
  return {
    embed: embedOrigin,
    readOrigin,
    join: joinAudio,
    zip: zipFiles,
    ...(upright && { upright }),
    thumbnail: async (source, destination) => {
      await makeThumbnail(source, destination);
      return true;
    },
  };
}
