/** The model "relight-video": the frames of a given video in the light of the hour that the prompt names. */
import { readFile } from 'node:fs/promises';
import { type Context, drawCovering } from './art/drawing';
import { readScene } from './art/scene';
import { framesOfVideo, pictureOf } from './given-video';
import { lit } from './light';
import type { VideoTask } from './tasks';

/** Each moment shows the frame that the given video shows then; behind its end, the last one. */
export async function createRelighter(task: VideoTask, path: string) {
  const frames = await framesOfVideo(await readFile(path));
  const { hour } = readScene(task.prompt, task.seed);
  return async (context: Context, frame: number): Promise<void> => {
    // Times of a file are whole milliseconds.
    const at = frame / task.framesPerSecond + 0.0005;
    const shown = frames.findLast((one) => one.at <= at);
    if (shown === undefined) return;
    drawCovering(context, await pictureOf(shown), task);
    const pixels = context.getImageData(0, 0, task.width, task.height);
    lit(pixels.data, hour, 1);
    context.putImageData(pixels, 0, 0);
  };
}
