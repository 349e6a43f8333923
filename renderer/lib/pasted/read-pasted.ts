/** What a person copies from a gateway's documentation or from a project, read as the fields of a profile. */
import { knownGatewayOfKey } from '../../../shared/gateways/gateways';
import { namedValues } from './named-values';
import { pairValues } from './pair-values';
import { nothing, type Pasted } from './pasted';
import { keyIn } from './placeholder';
import { isAddress, isKnownAddress, readAddress } from './read-address';
import { isCurl, readCurl } from './read-curl';

/** A longer text is something else. */
const mostCharacters = 100_000;

/** `null` where the text is none of the forms. Takes time in proportion to the length of the text. */
export function readPasted(text: string): Pasted | null {
  if (text.length > mostCharacters) return null;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (isCurl(trimmed)) return readCurl(trimmed);
  if (isAddress(trimmed) || isKnownAddress(trimmed))
    return { ...nothing, from: 'address', ...readAddress(trimmed) };
  return readKey(trimmed) ?? pairValues(namedValues(trimmed));
}

/** A key alone, whose beginning tells the only service that it can be sent to. */
function readKey(text: string): Pasted | null {
  const key = keyIn(text);
  const gateway = key === null ? null : knownGatewayOfKey(key);
  if (key === null || gateway === null) return null;
  return { ...nothing, from: 'key', gateway: gateway.id, baseUrl: gateway.baseUrl, key };
}
