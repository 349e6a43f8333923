export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
  setTimer(milliseconds: number, run: () => void): () => void;
  /** 0 to 1, for jitter. */
  random(): number;
}
