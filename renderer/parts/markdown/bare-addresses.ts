/**
 * Where an address in the middle of a text ends. The renderer takes all up to the next blank for one, also the marks and
 * the words that follow without a blank in Chinese and Japanese, or the stars that end a bold passage.
 */
import { fencedCode, inlineCode } from './math-marks';

const link = '!?\\[(?:[^\\[\\]\\n]|\\[[^\\]\\n]*\\])*\\](?:\\([^)\\n]*\\)|\\[[^\\]\\n]*\\]|:[^\\n]*)';
const inBrackets = '<[^>\\n]*>';
const address = '(?<![\\p{Script=Latin}\\p{N}/@.])((?:https?:\\/\\/|www\\.)[^\\s<>]+)';

const parts = new RegExp([fencedCode, inlineCode, link, inBrackets, address].join('|'), 'giu');

/** Marks of other scripts, quotes, signs of direction, and the marks of bold and struck text: addresses contain no such marks. */
const end =
  /[\u3000-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d-\uff65“”‘’«»‹›…—،؛؟۔\u0589\u0964\u0965\u1362\u17d4\u104b\u200e\u200f\u2066-\u2069]|\*\*|~~|`/u;

/** The text with such addresses in angle brackets, which end them where the reader sees their end. */
export function withAddressEnds(text: string): string {
  if (!/:\/\/|www\./i.test(text)) return text;
  let written = '';
  let from = 0;
  parts.lastIndex = 0;
  for (let found = parts.exec(text); found !== null; found = parts.exec(text)) {
    const own = found[3] === undefined ? null : endedAddress(found[3]);
    if (own === null) continue;
    // The bracketed address; another one may follow without a blank.
    const bracketed = own.includes('://') ? `<${own}>` : `[${own}](http://${own})`;
    const begin = found.index + found[0].length - (found[3]?.length ?? 0);
    written += text.slice(from, begin) + bracketed;
    from = begin + own.length;
    parts.lastIndex = from;
  }
  return written + text.slice(from);
}

/** A name of a host in Latin letters, with words of a script without blanks right behind it. */
const hostAlone =
  /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])/iu;

/** `null` where the renderer finds the end itself. */
function endedAddress(taken: string): string | null {
  const at = hostAlone.exec(taken)?.[0].length ?? taken.search(end);
  if (at < 0) return null;
  const own = withoutLastMarks(taken.slice(0, at));
  return /^(?:https?:\/\/|www\.)[^/?#]+/i.test(own) ? own : null;
}

const lastMarks = new Set('?!.,:;*_~\'"');

/** As the renderer does it: a full stop ends the sentence, and a bracket belongs to it only with its other half. */
function withoutLastMarks(address: string): string {
  let open = count(address, '(') - count(address, ')');
  let length = address.length;
  for (; length > 0; length -= 1) {
    const last = address.charAt(length - 1);
    if (last === ')' && open < 0) open += 1;
    else if (!lastMarks.has(last)) break;
  }
  return address.slice(0, length);
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
