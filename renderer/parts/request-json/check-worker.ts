/** Checks a request in a worker, so that no key waits for it. */
import { checkBody } from './body-check';
import type { BodyPart } from './body-schema';

addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string; part: BodyPart }>) => {
  const { id, text, part } = data;
  postMessage({ id, problem: checkBody(text, part) });
});
