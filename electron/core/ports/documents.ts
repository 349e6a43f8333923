/** Reads documents in a place that may die over one without the app. */
import type { Unread } from '../../../shared/media/documents';

export interface DocumentText {
  /** The text of each page that was read. */
  readonly texts: readonly string[];
  /** Of the whole document. */
  readonly pages: number;
  /** Its end, or a part of it, is left out. */
  readonly isCut: boolean;
}

export type Read<Answer> = Answer | { readonly unread: Unread };

export interface DocumentReader {
  /**
   * Never throws for what the bytes are.
   * @param most pages that are read; all within the bounds where left out
   */
  text(path: string, contentType: string, most?: number): Promise<Read<DocumentText>>;
  /** The first pages of a PDF as JPEG in base64; at most `documentLimits.drawnPages`. */
  images(path: string): Promise<Read<{ readonly images: readonly string[] }>>;
}
