/** A text as captions show it: sentence by sentence, and of a long one a part at a time. */

/** Of a caption: two lines of most players. A sign of Chinese, Japanese or Korean is as wide as two letters. */
const mostCells = 120;
/** From here on a caption ends at a comma, rather than later within a clause. */
const enoughCells = 60;

/** @returns the sentences, without line breaks; a long one in several pieces */
export function captionTexts(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) =>
    cells(sentence) > mostCells ? piecesOf(sentence) : [sentence],
  );
}

/**
 * What ends with a full stop and doesn’t end a sentence: titles, single letters of names, and what is usually followed by
 * a name or a number. Those that often end a sentence, such as “etc.”, are left out.
 */
const abbreviation =
  /(?:^|[\s("'“‘«„])(?:\p{Lu}|Mr|Mrs|Ms|Mx|Dr|Drs|Prof|St|Ste|Mt|Ft|Gen|Col|Capt|Cpt|Lt|Sgt|Maj|Cmdr|Rev|Hon|Pres|Gov|Sen|Rep|Messrs|No|Nos|Nr|Fig|Vol|Eq|Ch|pp?|vs|cf|ca|approx|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|bzw|Hr|Hrn|Fr|Mme|Mlle|Sra?|Dra?)\.$/u;

function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    if (abbreviation.test(segment.trimEnd()) && !/[\n\r\u2028\u2029]\s*$/.test(segment)) continue;
    sentences.push(open);
    open = '';
  }
  return [...sentences, open].map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '');
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
/** Combining signs have no width of their own. */
const cells = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (wide.test(sign) ? 2 : /\p{M}/u.test(sign) ? 0 : 1), 0);

const clauseEnd = /[,;:،؛、，；：–—)\]”»]\s*$/u;

/** Between words, best behind a comma. */
function piecesOf(sentence: string): string[] {
  const words = wordsOf(sentence);
  const pieces: string[] = [];
  let piece = '';
  for (const word of words) {
    if (piece !== '' && cells(piece + word.trimEnd()) > mostCells) {
      pieces.push(piece);
      piece = '';
    }
    piece += word;
    if (clauseEnd.test(piece) && cells(piece) >= enoughCells) {
      pieces.push(piece);
      piece = '';
    }
  }
  return [...pieces, piece].map((one) => one.trim()).filter((one) => one !== '');
}

/** By blanks; what has none for long, such as Chinese or Thai, by its words, each with the signs behind it. */
const wordsOf = (sentence: string): readonly string[] =>
  sentence
    .split(/(?<=\s)/u)
    .flatMap((chunk) => (cells(chunk) <= enoughCells ? [chunk] : wordsWithoutBlanks(chunk)));

const opening = /^[("'“‘«„「『（¿¡]$/u;

function wordsWithoutBlanks(chunk: string): readonly string[] {
  const words: string[] = [];
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment, isWordLike } of segmenter.segment(chunk)) {
    const last = words.at(-1);
    const goesOn = opening.test(last?.at(-1) ?? '') || !(isWordLike || opening.test(segment));
    if (last !== undefined && goesOn) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}
