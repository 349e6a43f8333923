/** What code says at its end. It runs beside the words that write it down and may have changed them: this is data from elsewhere. */
import { limits } from '../limits';
import { parseBoundedJson } from '../text/bounded-json';

/** `null` where it can't be read. */
export function readCodeEnd(content: string): Readonly<Record<string, unknown>> | null {
  try {
    const read = parseBoundedJson(content, { maxCharacters: limits.messageCharacters });
    return typeof read === 'object' ? (read as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}

export const unreadableEnd = 'it returned something that can’t be read.';
