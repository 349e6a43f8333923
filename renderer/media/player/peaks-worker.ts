/** Entry of the worker that decodes audio for waveforms; it is ended where a file keeps it busy. */
import { type Peaks, streamPeaks } from './stream-peaks';

export type PeaksRequest = Blob;
export type PeaksAnswer = Peaks;

self.addEventListener('message', async ({ data }: MessageEvent<PeaksRequest>) => {
  const answer: PeaksAnswer = await streamPeaks(data);
  self.postMessage(answer);
});
