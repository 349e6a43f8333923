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

/**
 * BLEU of a reply against one reference, 0 to 1: runs of one to four words that both have (Papineni et al. 2002,
 * https://doi.org/10.3115/1073083.1073135). The penalty for short replies is the one that promptfoo computes, so that
 * scores are the same there.
 */
export function bleu(reply: string, reference: string): number {
  const said = wordsOf(reply.toLowerCase());
  const wanted = wordsOf(reference.toLowerCase());
  const logs = [1, 2, 3, 4].map((length) => Math.log(sharedRuns(said, wanted, length) || smallest));
  const penalty = said.length > wanted.length ? 1 : Math.exp(1 - said.length / wanted.length);
  return penalty * Math.exp(logs.reduce((sum, log) => sum + log / logs.length, 0));
}

/** Of the runs of this many words of a reply, the share that the reference has; each counts as often as it has it. */
function sharedRuns(said: readonly string[], wanted: readonly string[], length: number): number {
  const [mine, theirs] = [countRuns(said, length), countRuns(wanted, length)];
  const all = Math.max(0, said.length - length + 1);
  let shared = 0;
  for (const [run, count] of mine) shared += Math.min(count, theirs.get(run) ?? 0);
  return all === 0 ? 0 : shared / all;
}

function countRuns(words: readonly string[], length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at += 1) {
    const run = words.slice(at, at + length).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

export const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);
