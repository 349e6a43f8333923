/**
 * The formats the gateway makes, as far as the thread that answers requests needs them. No native code is loaded here.
 */

export type ImageStyle = 'aurora' | 'isometric' | 'poster';
export type ImageFormat = 'png' | 'webp' | 'jpeg';
export type AudioFormat = 'mp3' | 'wav' | 'ogg';

export const imageTypes: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
};

/** The actual content of a file of each format. */
export const audioTypes: Readonly<Record<AudioFormat, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
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
