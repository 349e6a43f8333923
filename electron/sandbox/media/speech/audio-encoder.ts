/** Takes samples piece by piece; `finish` gives the whole file. */
export interface AudioEncoder {
  push(samples: Float32Array): void;
  finish(): Uint8Array;
  /** Gives its memory back, finished or not. */
  close?(): void;
}
