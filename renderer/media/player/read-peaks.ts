import type { PeaksAnswer, PeaksRequest } from './peaks-worker';
import PeaksWorker from './peaks-worker?worker';
import type { Peaks } from './stream-peaks';

/** Half an hour takes some seconds. A broken file can keep a decoder searching for ever. */
const longestMs = 60_000;

/** Decodes a file on a thread of its own, which ends with it. */
export function readPeaks(file: Blob): Promise<Peaks> {
  const worker = new PeaksWorker({ name: 'waveform' });
  return new Promise<Peaks>((resolve) => {
    const fail = () => resolve({ refusal: 'unreadable' });
    const timer = setTimeout(fail, longestMs);
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<PeaksAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    });
    const request: PeaksRequest = file;
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
