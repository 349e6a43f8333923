/** The words of a refusal that has them where nobody else has. */
import { isRecord, type JsonRecord, plainName, textOrNull } from './json';

const DEEPEST = 6;
const MOST_VALUES = 300;
/** Of a program, of the request or for a machine. */
const NO_WORDS =
  /^(?:.*(?:trace|stack|url|uri|link|href|path|time|timestamp|date|id|ray|instance|object|model|version|docs?|documentation))$/;

/** The first text of several words, the nearest to the top; `null` where there is none within a few hundred values. */
export function anyWords(answer: JsonRecord): string | null {
  let level: readonly JsonRecord[] = [answer];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const entries = level.flatMap(Object.entries).slice(0, MOST_VALUES - seen);
    seen += entries.length;
    const words = entries.map(wordsOf).find((one) => one !== null);
    if (words !== undefined) return words;
    level = entries
      .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, 10) : [value]))
      .filter(isRecord);
  }
  return null;
}

function wordsOf([name, value]: readonly [string, unknown]): string | null {
  const [held] = [value].flat();
  const text = textOrNull(held)?.trim() ?? '';
  const isSentence = /\p{L}\S*\s+\S*\p{L}/u.test(text.slice(0, 1_000));
  return isSentence && !NO_WORDS.test(plainName(name)) ? text : null;
}
