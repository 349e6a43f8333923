/** The messages between the gateway and its media threads. */
import type { AudioFormat, ImageFormat, ImageStyle, PixelSize } from './formats';
import type { EditKind } from './models';

/** One image; the result is the bytes of its file. */
export interface ImageTask extends PixelSize {
  readonly kind: 'image';
  readonly style: ImageStyle;
  readonly prompt: string;
  /** Any whole number. */
  readonly seed: number;
  readonly format: ImageFormat;
}

/** One image made from others; the result is the bytes of its file. */
export interface EditTask extends PixelSize {
  readonly kind: 'edit';
  readonly edit: EditKind;
  readonly prompt: string;
  /** Any whole number. */
  readonly seed: number;
  readonly format: ImageFormat;
  /** Files that were looked at before, at least one. */
  readonly pictures: readonly Uint8Array[];
  /** Transparent where the picture changes; of the picture's size. */
  readonly mask: Uint8Array | null;
  /** How much of the picture may change, 0 to 1; `null` for what the model does by itself. */
  readonly strength: number | null;
}

/** One text spoken; the result is the bytes of its file. */
export interface SpeechTask {
  readonly kind: 'speech';
  /** ASCII, as `toSpokenText` makes it. */
  readonly text: string;
  readonly voice: string;
  /** 0.25 to 4. */
  readonly speed: number;
  readonly format: AudioFormat;
}

/** One video; it is written to a file, so the result is empty. */
export interface VideoTask extends PixelSize {
  readonly kind: 'video';
  readonly prompt: string;
  /** Any whole number. */
  readonly seed: number;
  /** Seconds. */
  readonly duration: number;
  readonly framesPerSecond: number;
  /** Files of pictures that the video begins and ends with. */
  readonly firstFrame?: string;
  readonly lastFrame?: string;
  /** File of a video whose frames are given another light. */
  readonly video?: string;
  /** Where the video is written; it is complete only when the task has succeeded. */
  readonly path: string;
}

/** Whether a video can be read; the result is empty. */
export interface WatchTask {
  readonly kind: 'watch';
  /** Of its file. */
  readonly bytes: Uint8Array;
}

/** The name of the error of a video that can't be read. */
export const UNREADABLE_VIDEO = 'UnreadableVideoError';

/** One image described; the result is a `Sight` as JSON. */
export interface LookTask {
  readonly kind: 'look';
  /** Of its file. */
  readonly bytes: Uint8Array;
}

export type MediaTask = ImageTask | EditTask | SpeechTask | VideoTask | LookTask | WatchTask;

/** To a media thread. */
export type MediaOrder =
  | { readonly type: 'run'; readonly id: number; readonly task: MediaTask }
  | { readonly type: 'cancel'; readonly id: number };

/** From a media thread; each task ends with exactly one `done` or `failed`. */
export type MediaReport =
  | { readonly type: 'progress'; readonly id: number; readonly share: number }
  | { readonly type: 'done'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly id: number; readonly name: string; readonly message: string };

/** `name` of the error where a speech is longer than `MAX_SPEECH_SECONDS`. */
export const SPEECH_TOO_LONG = 'SpeechTooLongError';
