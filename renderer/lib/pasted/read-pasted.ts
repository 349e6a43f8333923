/** What a person copies from a gateway's documentation or from a project, read as the fields of a profile. */
import { namedValues } from './named-values';
import { pairValues } from './pair-values';
import { nothing, type Pasted } from './pasted';
import { isAddress, readAddress } from './read-address';
import { isCurl, readCurl } from './read-curl';

/** A longer text is something else. */
const mostCharacters = 100_000;

/** `null` where the text is none of the forms. Takes time in proportion to the length of the text. */
export function readPasted(text: string): Pasted | null {
  if (text.length > mostCharacters) return null;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (isCurl(trimmed)) return readCurl(trimmed);
  if (isAddress(trimmed)) return { ...nothing, from: 'address', ...readAddress(trimmed) };
  return pairValues(namedValues(trimmed));
}
