/** Entry of the process that decodes images: for thumbnails, to turn photos upright, and to convert what models don't take. */

import type { ImageFit } from '../../../shared/run/image-fit';
import { endAbove } from './decoder-end';
import { isOfDisk } from './disk-error';
import { fitImage } from './fitted-images';
import { convertImage, writeShown, writeUpright } from './rewritten-images';
import { makeThumbnail } from './thumbnail';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnailer';

/** What Electron gives a process that it starts. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: ThumbnailRequest }) => void): void;
}

const work = {
  thumbnail: makeThumbnail,
  upright: writeUpright,
  convert: convertImage,
  show: writeShown,
  fit: fitImage,
} as const;

const electronPort = (process as { parentPort?: ParentPort }).parentPort;

function reply(message: ThumbnailReply): void {
  if (electronPort !== undefined) electronPort.postMessage(message);
  else process.send?.(message);
}

const onRequest = async (request: ThumbnailRequest): Promise<void> => reply(await answer(request));

endAbove();
if (electronPort !== undefined) electronPort.on('message', ({ data }) => void onRequest(data));
else process.on('message', onRequest);

async function answer({ task, source, destination, fit }: ThumbnailRequest): Promise<ThumbnailReply> {
  try {
    return { size: await work[task](source, destination, fit as ImageFit) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { size: null, message, ...(isOfDisk(error) && { disk: error.data }) };
  }
}
