/** What a person copies from a gateway's documentation or from a project, read as the fields of a profile. */
import { knownGatewayOfKey } from '../../../shared/gateways/gateways';
import { modelIn } from './model-in';
import { namedValues } from './named-values';
import { pairValues } from './pair-values';
import { nothing, type Pasted, type PastedChoices } from './pasted';
import { keyIn } from './placeholder';
import { isAddress, isKnownAddress, readAddress } from './read-address';
import { isCurl, readCurl } from './read-curl';
import { constantsIn, resolved } from './references';
import { bareWord, headerOption, tidy } from './tidy';

/** A longer text is something else. */
const mostCharacters = 100_000;

/** `null` where the text is none of the forms. Takes time in proportion to the length of the text. */
export function readPasted(text: string): Pasted | null {
  if (text.length > mostCharacters) return null;
  const whole = headerOption(tidy(text));
  const pasted = whole === '' ? null : readTidy(whole);
  return pasted && { ...pasted, model: modelIn(whole) };
}

function readTidy(whole: string): Pasted | null {
  const trimmed = bareWord(whole);
  const command = commandIn(trimmed);
  if (command !== null) return readCurl(command);
  if (isAddress(trimmed) || isKnownAddress(trimmed))
    return { ...nothing, from: 'address', ...readAddress(trimmed) };
  return readKey(trimmed) ?? besideEachOther(trimmed) ?? pairValues(namedValues(whole));
}

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

/** Nothing but an address and a key, in either order, as a person notes them or sends them to another. */
function besideEachOther(text: string): Pasted | null {
  const words = text.split(/\s+/, 3).map(bareWord);
  const address = words.find((word) => isAddress(word) || isKnownAddress(word));
  const key = keyIn(words.find((word) => word !== address) ?? '');
  if (words.length !== 2 || address === undefined || key === null || !isLikeKey(key)) return null;
  const read = readAddress(address);
  const choices = choicesOf(read.baseUrl, key);
  if (choices !== null) return { ...nothing, from: 'snippet', choices };
  return { ...nothing, from: 'snippet', ...read, key };
}

/** A key of a known service beside the address of another host: only the person knows that it is meant for it. */
function choicesOf(baseUrl: string | null, key: string): PastedChoices | null {
  const owner = knownGatewayOfKey(key);
  if (owner?.baseUrl == null || baseUrl === null) return null;
  if ([hostOf(owner.baseUrl), ...owner.otherHosts].includes(hostOf(baseUrl))) return null;
  return {
    addresses: [
      { name: 'Pasted address', value: baseUrl },
      { name: owner.name, value: owner.baseUrl },
    ],
    keys: [{ name: `${owner.name} key`, value: key }],
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

/** Longer than words are, and not made of letters alone. */
const isLikeKey = (word: string): boolean => word.length >= 16 && /\d/.test(word) && /[A-Za-z]/.test(word);
