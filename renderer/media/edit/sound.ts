/** How a sound is decoded for a new file: from where to where it is heard, and as which samples it loses nothing. */
import type { AudioCodec, InputAudioTrack } from 'mediabunny';
import { gaplessOf } from '../../../shared/media/mp3-frame';
import type { SourceFile } from './edit-request';
import { bytesOfTag, DECODER_DELAY } from './mp3-frames';

export interface HeardStretch {
  /** Seconds of the decoded stream. */
  readonly begin: number;
  /** `null` where all of it is heard, or nothing says otherwise. */
  readonly end: number | null;
}

const [TAG_HEAD, FRAME_HEAD] = [10, 512];

/** Encoders that compress with loss add silence at the ends of a sound. Players leave that out, decoders hand it over. */
export async function heardOf({ file, seconds }: SourceFile, sound: InputAudioTrack): Promise<HeardStretch> {
  const codec = await sound.getCodec();
  if (codec === 'mp3') return (await heardOfMp3(file, sound)) ?? { begin: 0, end: null };
  return { begin: 0, end: isLossless(codec) || seconds <= 0 ? null : seconds };
}

async function heardOfMp3(file: Blob, sound: InputAudioTrack): Promise<HeardStretch | null> {
  const read = async (from: number, count: number) =>
    new Uint8Array(await file.slice(from, from + count).arrayBuffer());
  const ends = gaplessOf(await read(bytesOfTag(await read(0, TAG_HEAD)), FRAME_HEAD));
  if (ends === null) return null;
  const rate = await sound.getSampleRate();
  return {
    begin: (ends.delay + DECODER_DELAY) / rate,
    end: (await sound.computeDuration()) - (ends.padding - DECODER_DELAY) / rate,
  };
}

/** What a sound is encoded as. */
export interface SoundTarget {
  readonly codec: AudioCodec;
  readonly transform: { readonly sampleRate?: number; readonly numberOfChannels?: number };
}

const kept: readonly AudioCodec[] = ['pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32', 'pcm-f64', 'pcm-u8'];

const isLossless = (codec: string | null): boolean => codec === 'flac' || codec?.startsWith('pcm') === true;

/** As it is in the file where WAV has that, else as deep: 16 bits for what was compressed with loss. */
export async function samplesOf(sound: InputAudioTrack): Promise<AudioCodec> {
  const codec = await sound.getCodec();
  const same = kept.find((one) => codec === one || codec === `${one}be`);
  if (same !== undefined) return same;
  return codec === 'flac' && flacBits(await sound.getDecoderConfig()) > 16 ? 'pcm-s24' : 'pcm-s16';
}

/** Of `fLaC` and the block that describes the stream. */
function flacBits(config: AudioDecoderConfig | null): number {
  const given = config?.description;
  if (given === undefined) return 16;
  const bytes = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given as ArrayBuffer);
  const [high = 0, low = 0] = bytes.subarray(20, 22);
  return (((high & 1) << 4) | (low >> 4)) + 1;
}

/** Opus has one rate, and browsers encode at most two channels of it. */
export const asOpus = async (sound: InputAudioTrack): Promise<SoundTarget> => ({
  codec: 'opus',
  transform: { sampleRate: 48_000, numberOfChannels: Math.min(2, await sound.getNumberOfChannels()) },
});

export const asSamples = async (sound: InputAudioTrack): Promise<SoundTarget> => ({
  codec: await samplesOf(sound),
  transform: {},
});

/** What loses nothing of any of them. */
export async function asBestOf(sounds: readonly InputAudioTrack[]): Promise<SoundTarget> {
  const codecs = await Promise.all(sounds.map(samplesOf));
  const most = async (of: (sound: InputAudioTrack) => Promise<number>) =>
    Math.max(...(await Promise.all(sounds.map(of))));
  return {
    codec:
      (['pcm-f64', 'pcm-f32', 'pcm-s32', 'pcm-s24'] as const).find((one) => codecs.includes(one)) ??
      'pcm-s16',
    transform: {
      sampleRate: await most((sound) => sound.getSampleRate()),
      numberOfChannels: await most((sound) => sound.getNumberOfChannels()),
    },
  };
}
