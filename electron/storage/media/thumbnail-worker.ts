/** Entry of the thread that makes thumbnails. */
import { parentPort } from 'node:worker_threads';
import { makeThumbnail } from './thumbnail';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnailer';

parentPort?.on('message', async ({ source, destination }: ThumbnailRequest) => {
  parentPort?.postMessage(await answer(source, destination));
});

async function answer(source: string, destination: string): Promise<ThumbnailReply> {
  try {
    return { size: await makeThumbnail(source, destination) };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : String(error) };
  }
}
