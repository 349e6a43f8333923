/** Entry of the thread, or of the process, that makes thumbnails. */
import { parentPort } from 'node:worker_threads';
import { makeThumbnail } from './thumbnail';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnailer';

const reply = (message: ThumbnailReply): unknown =>
  parentPort === null ? process.send?.(message) : parentPort.postMessage(message);

const onRequest = async ({ source, destination }: ThumbnailRequest): Promise<void> => {
  reply(await answer(source, destination));
};

if (parentPort === null) process.on('message', onRequest);
else parentPort.on('message', onRequest);

async function answer(source: string, destination: string): Promise<ThumbnailReply> {
  try {
    return { size: await makeThumbnail(source, destination) };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : String(error) };
  }
}
