/** What a person copies from a gateway's documentation or from a project, read as the fields of a profile. */
import { knownGatewayOfKey } from '../../../shared/gateways/gateways';
import { namedValues } from './named-values';
import { pairValues } from './pair-values';
import { nothing, type Pasted } from './pasted';
import { keyIn } from './placeholder';
import { isAddress, isKnownAddress, readAddress } from './read-address';
import { isCurl, readCurl } from './read-curl';
import { constantsIn, resolved } from './references';

/** A longer text is something else. */
const mostCharacters = 100_000;

/** `null` where the text is none of the forms. Takes time in proportion to the length of the text. */
export function readPasted(text: string): Pasted | null {
  if (text.length > mostCharacters) return null;
  const trimmed = withoutFence(text.trim());
  if (trimmed === '') return null;
  const command = commandIn(trimmed);
  if (command !== null) return readCurl(command);
  if (isAddress(trimmed) || isKnownAddress(trimmed))
    return { ...nothing, from: 'address', ...readAddress(trimmed) };
  return readKey(trimmed) ?? pairValues(namedValues(trimmed));
}

/** As a page in Markdown shows it, between its marks. */
const withoutFence = (text: string): string =>
  text.startsWith('```') && text.endsWith('```') && text.includes('\n')
    ? text.slice(text.indexOf('\n'), -3).trim()
    : text;

/** A cURL command, with what the lines before it export in the place of its variables; `null` for none. */
function commandIn(text: string): string | null {
  if (isCurl(text)) return text;
  const at = text.search(/^[ \t]{0,20}(?:\$ )?curl(?:\.exe)?\s/m);
  if (at < 1) return null;
  const { values, isEnv } = namedValues(text.slice(0, at));
  if (!isEnv || values.length === 0) return null;
  const constants = constantsIn(values.filter(({ value }) => !value.startsWith('$(')));
  return resolved(text.slice(at).trim(), constants);
}

/** A key alone, whose beginning tells the only service that it can be sent to. */
function readKey(text: string): Pasted | null {
  const key = keyIn(text);
  const gateway = key === null ? null : knownGatewayOfKey(key);
  if (key === null || gateway === null) return null;
  return { ...nothing, from: 'key', gateway: gateway.id, baseUrl: gateway.baseUrl, key };
}
