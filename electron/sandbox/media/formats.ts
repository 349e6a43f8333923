/**
 * The formats the gateway makes, as far as the thread that answers requests needs them. No native code is loaded here.
 */

export type ImageStyle = 'aurora' | 'isometric' | 'poster';
export type ImageFormat = 'png' | 'webp' | 'jpeg';
/** `ogg` is Vorbis; the others are OpenAI’s names. */
export const audioFormats = ['mp3', 'opus', 'flac', 'wav', 'pcm', 'ogg'] as const;
export type AudioFormat = (typeof audioFormats)[number];

export const imageTypes: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
};

/** Samples a second of `pcm`, as OpenAI has it. */
export const PCM_RATE = 24_000;

/** The actual content of a file of each format. */
export const audioTypes: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg; codecs=opus',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: `audio/pcm; rate=${PCM_RATE}`,
  ogg: 'audio/ogg; codecs=vorbis',
};

export const VIDEO_TYPE = 'video/webm';

/** Pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Four thousand letters of prose take a quarter of an hour at the slowest; as many digits take over an hour. */
export const MAX_SPEECH_SECONDS = 30 * 60;
