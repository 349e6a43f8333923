/** A part of a sound, decoded and encoded again: as players play it, to the sample. */
import {
  type AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferTarget,
  type InputAudioTrack,
  Output,
  type OutputFormat,
  Quality,
} from 'mediabunny';
import type { SoundTarget } from './sound';

interface SoundPart {
  /** Seconds of the decoded stream; `null` for its end. */
  readonly from: number;
  readonly to: number | null;
}

interface Encoding extends SoundTarget {
  readonly format: OutputFormat;
  readonly onProgress: (share: number) => void;
}

/** Decoders need what comes before: in the middle of an MP3, frames use bytes of those before them. */
const WARM_UP_SECONDS = 0.5;

/** @throws Error with words for a person where it can't be decoded */
export async function encodedPart(
  sound: InputAudioTrack,
  part: SoundPart,
  { format, codec, transform, onProgress }: Encoding,
): Promise<Blob> {
  if (!(await sound.canDecode()))
    throw new Error('This sound can’t be decoded here. Convert it in another app first.');
  const output = new Output({ format, target: new BufferTarget() });
  const source = new AudioSampleSource({ codec, quality: new Quality('high'), transform });
  output.addAudioTrack(source);
  await output.start();
  const { from, to = null } = part;
  const end = to ?? (await sound.computeDuration());
  for await (const sample of new AudioSampleSink(sound).samples(from - WARM_UP_SECONDS, to ?? undefined)) {
    const cut = cutTo(sample, { from, to });
    if (cut === null) continue;
    onProgress(Math.min(1, (cut.timestamp + cut.duration - from) / Math.max(0.001, end - from)));
    cut.setTimestamp(cut.timestamp - from);
    await source.add(cut);
    cut.close();
  }
  source.close();
  await output.finalize();
  const { buffer } = output.target;
  if (buffer === null) throw new Error('Nothing was written.');
  return new Blob([buffer], { type: (await output.getMimeType()).split(';')[0] ?? '' });
}

/** What of a sample is in the part; `null` where nothing is. The one that is given is closed or returned. */
function cutTo(sample: AudioSample, { from, to }: SoundPart): AudioSample | null {
  const frameAt = (seconds: number) => Math.round((seconds - sample.timestamp) * sample.sampleRate);
  const first = Math.max(0, frameAt(from));
  const last = to === null ? sample.numberOfFrames : Math.min(sample.numberOfFrames, frameAt(to));
  if (first === 0 && last === sample.numberOfFrames) return sample;
  const cut = first < last ? sample.trim(first, last) : null;
  sample.close();
  return cut;
}
