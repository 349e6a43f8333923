/** What the worker of light editing is asked for, and answers. */

/** MP3 only of a part of an MP3, which is not encoded again. */
export type SoundFormat = 'mp3' | 'wav' | 'ogg';
export type FilmFormat = 'webm' | 'mp4';
export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** In seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export type EditRequest =
  | ({ readonly operation: 'trim' | 'convert'; readonly format: SoundFormat | FilmFormat } & Stretch)
  | { readonly operation: 'still'; readonly at: number }
  | { readonly operation: 'contactSheet'; readonly columns: number; readonly rows: number }
  | ({ readonly operation: 'gif'; readonly width: number; readonly framesPerSecond: number } & Stretch)
  | { readonly operation: 'join' }
  | ({ readonly operation: 'adjust'; readonly format: PictureFormat } & Adjustment);

/** In pixels of the picture as it is seen; first cut, then turned, then scaled. */
export interface Adjustment {
  readonly left: number;
  readonly top: number;
  readonly cutWidth: number;
  readonly cutHeight: number;
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  readonly turn: number;
  readonly width: number;
}

/** A file, and how many seconds of it players play; zero where that is not known. */
export interface SourceFile {
  readonly file: Blob;
  readonly seconds: number;
}

export interface EditOrder extends SourceFile {
  /** What follows it, where several are joined. */
  readonly others: readonly SourceFile[];
  readonly request: EditRequest;
}

export type EditReport =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string };
