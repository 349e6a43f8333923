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
  const isForeign = url.hostname.includes('xn--') || url.username !== '' || directionMarksIn(text);
  const promised = promisedHost(withoutDirectionMarks(text));
  const misleads = promised !== null && !isSameSite(promised, url.hostname);
  return isForeign || misleads ? url.host : null;
}

const directionMarksIn = (text: string) => withoutDirectionMarks(text) !== text;

/** The host in a text that looks like an address. */
function promisedHost(text: string): string | null {
  const found = /(?:^|[\s(<"'])(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=$|[\s/:?#)>"',.!])/iu.exec(
    text,
  );
  const host = found?.[1];
  if (host === undefined) return null;
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host;
}

const bare = (host: string) => host.replace(/^www\./, '');
const isSameSite = (one: string, other: string) =>
  bare(one) === bare(other) || bare(other).endsWith(`.${bare(one)}`);
