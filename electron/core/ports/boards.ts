/** The tables of boards. */
import type { Board } from '../../../shared/media/boards';
import type { MediaItem } from '../../../shared/media/media';

export interface BoardStore {
  list(): readonly Board[];
  get(id: string): Board | undefined;
  put(id: string, name: string, now: number): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
  add(id: string, mediaIds: readonly string[], now: number): void;
  take(id: string, mediaIds: readonly string[]): void;
  /** How many of these results are on each board. */
  countsOf(mediaIds: readonly string[]): readonly { readonly id: string; readonly count: number }[];
  /** Those in the library, in the order in which they came to the board. */
  items(id: string): readonly MediaItem[];
}
