/** Entry of the thread, or of the process, that makes thumbnails. */
import { parentPort } from 'node:worker_threads';
import { makeThumbnail } from './thumbnail';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnailer';

const onRequest =
  (reply: (message: ThumbnailReply) => void) =>
  async ({ source, destination }: ThumbnailRequest): Promise<void> =>
    reply(await answer(source, destination));

parentPort?.on(
  'message',
  onRequest((message) => parentPort?.postMessage(message)),
);
if (parentPort === null)
  process.on(
    'message',
    onRequest((message) => void process.send?.(message)),
  );

async function answer(source: string, destination: string): Promise<ThumbnailReply> {
  try {
    return { size: await makeThumbnail(source, destination) };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : String(error) };
  }
}
