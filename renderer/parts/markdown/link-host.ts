/** Characters that are not seen: direction marks, zero-width letters, soft hyphens, variation selectors, fillers. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes the characters that change the text direction, with which one name can look like another. */
export const withoutDirectionMarks = (text: string): string => text.replace(directionMarks, '');

/**
 * The host that a link should show beside its text; `null` where the text is not misleading.
 *
 * @param address normalized, with letters of other alphabets written as `xn--…`
 * @param text the link's text
 */
export function hostToShow(address: string, text: string): string | null {
  const url = new URL(address);
  if (url.protocol === 'mailto:') return null;
  const hides = url.hostname.includes('xn--') || url.username !== '' || directionMarksIn(text);
  const misleads = promisedHosts(text).some((promised) => !isSameSite(promised, url.hostname));
  return hides || misleads ? url.host : null;
}

const directionMarksIn = (text: string) => withoutDirectionMarks(text) !== text;

/** A text may be whole pages; a host is not looked for in the depth of one. */
const mostCharacters = 2_000;
/** Dots of other scripts, which address bars and readers take for one (UTS 46). */
const dots = /[\u3002\uff0e\uff61\u2024\u2219\u00b7\u0701\u0702]/gu;
const inName = '\\p{L}\\p{N}\\p{M}';
/** Wherever a name begins, and whatever quotes, brackets or signs are around it. */
const name = new RegExp(
  `(?:[${inName}](?:[${inName}_-]*[${inName}])?\\.)+(?:\\p{L}[${inName}-]*[${inName}])`,
  'giu',
);
/** Of four numbers, which is an address too. */
const numbers = /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}.])/gu;

/** Every host that the text, as it is read, appears to name. */
function promisedHosts(text: string): readonly string[] {
  const read = text.slice(0, mostCharacters).replace(unseen, '').normalize('NFKC').replace(dots, '.');
  return [...read.matchAll(name), ...read.matchAll(numbers)].map(([found]) => hostOf(found));
}

const hostOf = (found: string): string =>
  URL.canParse(`https://${found}`) ? new URL(`https://${found}`).hostname : found.toLowerCase();

const bare = (host: string) => host.replace(/^www\./, '').replace(/\.$/, '');
const isSameSite = (one: string, other: string) =>
  bare(one) === bare(other) || bare(other).endsWith(`.${bare(one)}`);
