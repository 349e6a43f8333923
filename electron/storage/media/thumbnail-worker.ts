/** Entry of the process that decodes images: for thumbnails, and to turn photos upright. */
import { endAbove } from './memory-limit';
import { makeThumbnail } from './thumbnail';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnailer';
import { writeUpright } from './upright';

/** What Electron gives a process that it starts. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: ThumbnailRequest }) => void): void;
}

const electronPort = (process as { parentPort?: ParentPort }).parentPort;

function reply(message: ThumbnailReply): void {
  if (electronPort !== undefined) electronPort.postMessage(message);
  else process.send?.(message);
}

const onRequest = async (request: ThumbnailRequest): Promise<void> => reply(await answer(request));

endAbove();
if (electronPort !== undefined) electronPort.on('message', ({ data }) => void onRequest(data));
else process.on('message', onRequest);

async function answer({ task, source, destination }: ThumbnailRequest): Promise<ThumbnailReply> {
  try {
    const work = task === 'upright' ? writeUpright : makeThumbnail;
    return { size: await work(source, destination) };
  } catch (error) {
    return { size: null, message: error instanceof Error ? error.message : String(error) };
  }
}
