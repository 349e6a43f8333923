import type { LucideIcon } from 'lucide-react';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaItem } from '../../../shared/media';

/** What a search leads to. */
export interface Hit {
  /** Tells it from every other hit, and names it among those used lately. */
  readonly key: string;
  readonly icon: LucideIcon;
  /** A result, whose small picture is shown instead of the icon. */
  readonly item?: MediaItem;
  readonly label: string;
  /** Where it stands, or what it is. */
  readonly detail?: string;
  /** Text around the words, which stand between U+0002 and U+0003; shown instead of the detail. */
  readonly snippet?: string;
  /** Id of the command whose keys do the same. */
  readonly command?: string;
  /** Goes there or does it; the palette has closed before. */
  readonly run: () => void;
}

export interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
  /** Why this source could not answer. */
  readonly error?: AppErrorData;
}

/** A source of hits: those at hand answer at once, the others ask the core. */
export interface Source {
  readonly title: string;
  /** Typed first, it leaves this source alone. */
  readonly prefix: string;
  readonly find: (words: string, limit: number) => readonly Hit[] | Promise<Group>;
}
