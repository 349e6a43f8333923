import type { Figure } from './figure';

export interface BenchContext {
  /** Fewer rounds and shorter streams. */
  readonly isQuick: boolean;
  /** Where CPU profiles go; `null` where none are wanted. */
  readonly profileFolder: string | null;
  /** `null` where there is none, or no screen for it. */
  readonly electron: string | null;
  /** A folder of this suite's own, removed after it. */
  readonly folder: string;
  /** For the person who waits. */
  readonly say: (text: string) => void;
}

/** A group of figures that are measured together, each reported as soon as it is known. */
export interface Suite {
  readonly name: string;
  measure(context: BenchContext): AsyncIterable<Figure>;
}
