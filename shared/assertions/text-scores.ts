/** Figures that tell how near two texts are. */

/** Longer texts would take seconds to compare letter by letter. */
const mostCharacters = 5_000;

/**
 * The fewest letters to insert, delete or replace to make one text the other (Levenshtein 1966, with two rows at a time);
 * `null` where a text is too long for it. Letters are UTF-16 units, as promptfoo counts them.
 */
export function editDistance(one: string, other: string): number | null {
  if (Math.max(one.length, other.length) > mostCharacters) return null;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + Number(one[row - 1] !== other[at - 1]);
      line.push(Math.min(replaced, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}

/** A precision of nothing would make the whole score nothing. */
const smallest = 1e-7;
const runLengths = [1, 2, 3, 4];

/**
 * BLEU of a reply against references, 0 to 1: runs of one to four words that both have (Papineni et al. 2002,
 * https://doi.org/10.3115/1073083.1073135). As in promptfoo, lengths that the reply is too short for are left out.
 */
export function bleu(reply: string, references: readonly string[]): number {
  if (reply.trim() === '') return 0;
  const said = wordsOf(reply.toLowerCase());
  const wanted = references.map((reference) => wordsOf(reference.toLowerCase()));
  const usable = runLengths.filter((length) => length <= said.length);
  const logs = usable.map((length) => Math.log(precision(said, wanted, length) || smallest));
  const nearest = nearestLength(said.length, wanted);
  const penalty = said.length > nearest ? 1 : Math.exp(1 - nearest / said.length);
  return penalty * Math.exp(logs.reduce((sum, log) => sum + log / logs.length, 0));
}

/** Of the runs of this many words of a reply, the share that one reference has; each counts as often as it has it. */
function precision(said: readonly string[], wanted: readonly (readonly string[])[], length: number): number {
  const mine = countRuns(said, length);
  const shared = wanted.map((words) => sharedCount(mine, countRuns(words, length)));
  return Math.max(...shared) / (said.length - length + 1);
}

const nearestLength = (length: number, wanted: readonly (readonly string[])[]): number =>
  wanted
    .map((words) => words.length)
    .reduce((best, one) => {
      const [near, far] = [Math.abs(one - length), Math.abs(best - length)];
      return near < far || (near === far && one < best) ? one : best;
    });

/**
 * GLEU of a reply against references, 0 to 1: the lesser of precision and recall over all runs of one to four words (Wu
 * et al. 2016, https://arxiv.org/abs/1609.08144). Full stops at the end of words are left out, as in promptfoo.
 */
export function gleu(reply: string, references: readonly string[]): number {
  const said = withoutStops(reply);
  if (said.length === 0) return 0;
  return Math.max(...references.map((reference) => gleuOf(said, withoutStops(reference))));
}

function gleuOf(said: readonly string[], wanted: readonly string[]): number {
  const sum = (of: (length: number) => number) => runLengths.reduce((total, one) => total + of(one), 0);
  const shared = sum((length) => sharedCount(countRuns(said, length), countRuns(wanted, length)));
  const most = Math.max(...[said, wanted].map((words) => sum((one) => Math.max(0, words.length - one + 1))));
  return most === 0 ? 0 : shared / most;
}

function withoutStops(text: string): readonly string[] {
  const words = wordsOf(text.toLowerCase()).map((word) => word.replace(/(?<!\.)\.+$/, ''));
  return words.some((word) => word !== '') ? words : [];
}

/** How many runs two texts share; each counts as often as both have it. */
export function sharedCount(mine: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [run, count] of mine) shared += Math.min(count, theirs.get(run) ?? 0);
  return shared;
}

export function countRuns(words: readonly string[], length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at += 1) {
    const run = words.slice(at, at + length).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

export const wordCount = (text: string): number => (text.trim() === '' ? 0 : wordsOf(text).length);
