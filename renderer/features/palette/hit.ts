import type { LucideIcon } from 'lucide-react';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaItem } from '../../../shared/media/media';

/** A search result. */
export interface Hit {
  /** Identifies it, and names it among the recent ones. */
  readonly key: string;
  readonly icon: LucideIcon;
  /** A result, whose small picture is shown instead of the icon. */
  readonly item?: MediaItem;
  readonly label: string;
  /** Its place or kind. */
  readonly detail?: string;
  /** Text around the matches, which are enclosed in U+0002 and U+0003; shown instead of the detail. */
  readonly snippet?: string;
  /** Id of the command with the same keys. */
  readonly command?: string;
  /** Opens or runs it; the palette has closed before. */
  readonly run: () => void;
}

export interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
  /** Why this source failed. */
  readonly error?: AppErrorData;
}

/** A source of results: local ones answer at once, the others query the core. */
export interface Source {
  readonly title: string;
  /** Typed first, it searches this source alone. */
  readonly prefix: string;
  readonly find: (words: string, limit: number) => readonly Hit[] | Promise<Group>;
}
