/** An image file taken apart, without what is not needed to show it. */
import type { RemovedMetadata } from '../../../../shared/media/files';

/** `head` comes first in the file, `color` says what the numbers of the pixels mean. */
export interface ImagePart {
  readonly role: 'head' | 'color' | 'data';
  readonly bytes: Uint8Array;
}

/** What a part is kept as, or what is removed with it. */
export type Verdict = ImagePart['role'] | RemovedMetadata;

export interface ImageParts {
  readonly parts: readonly ImagePart[];
  /** `null` where the file holds nothing to remove. */
  readonly removed: RemovedMetadata | null;
  /** How the stored pixels are to be turned, 1 to 8 as EXIF counts; 1 is upright. */
  readonly orientation: number;
  /** Whether its pixels are red, green and blue, so that the color profile fits a file encoded again. */
  readonly isRgb: boolean;
}

/** Collects the parts while a file is read. */
export class PartList {
  readonly parts: ImagePart[] = [];
  orientation = 1;
  isRgb = true;
  #removed: RemovedMetadata | null = null;

  keep(role: ImagePart['role'], bytes: Uint8Array): void {
    this.parts.push({ role, bytes });
  }

  drop(what: RemovedMetadata): void {
    if (this.#removed !== 'photo') this.#removed = what;
  }

  /** Keeps or drops it. */
  take(verdict: Verdict, bytes: Uint8Array): void {
    if (verdict === 'photo' || verdict === 'text') this.drop(verdict);
    else this.keep(verdict, bytes);
  }

  /** The first one counts, as for those who show the image. */
  turn(orientation: number): void {
    if (this.orientation === 1) this.orientation = orientation;
  }

  done(): ImageParts {
    return {
      parts: this.parts,
      removed: this.#removed,
      orientation: this.orientation,
      isRgb: this.isRgb,
    };
  }
}
