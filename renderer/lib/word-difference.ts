/** Which words of a text are new and which are gone. */

export interface TextRun {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** More words than this on both sides are not compared one by one. */
const mostCells = 4_000_000;

/** Runs in the order in which they are read; those that stay and are new give the second text, to the letter. */
export function wordDifference(before: string, after: string): readonly TextRun[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return joined([
    run('same', from.slice(0, start).join('')),
    ...changesIn(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    run('same', from.slice(from.length - end).join('')),
  ]);
}

/** What changed between the beginning and the end that both have. */
function changesIn(from: readonly string[], to: readonly string[]): readonly TextRun[] {
  if (from.length * to.length > mostCells) return [run('gone', from.join('')), run('new', to.join(''))];
  const lengths = commonLengths(from, to);
  const width = to.length + 1;
  const runs: TextRun[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    const [one, other] = [from[row], to[column]];
    if (one !== undefined && one === other) {
      runs.push(run('same', one));
      row += 1;
      column += 1;
    } else if (
      other === undefined ||
      (one !== undefined && at(lengths, (row + 1) * width + column) >= at(lengths, row * width + column + 1))
    ) {
      runs.push(run('gone', one ?? ''));
      row += 1;
    } else {
      runs.push(run('new', other));
      column += 1;
    }
  }
  return runs;
}

const run = (kind: TextRun['kind'], text: string): TextRun => ({ kind, text });
const wordsOf = (text: string): readonly string[] =>
  text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
const at = (lengths: Uint32Array, index: number): number => lengths[index] ?? 0;

/** The length of the longest common sequence from each pair of places on. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint32Array {
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        from[row] === to[column]
          ? at(lengths, (row + 1) * width + column + 1) + 1
          : Math.max(at(lengths, (row + 1) * width + column), at(lengths, row * width + column + 1));
  return lengths;
}

/** Neighbors of one kind as one run. */
function joined(runs: readonly TextRun[]): readonly TextRun[] {
  const out: TextRun[] = [];
  for (const next of runs) {
    const last = out.at(-1);
    if (last?.kind === next.kind) out[out.length - 1] = run(last.kind, last.text + next.text);
    else if (next.text !== '') out.push(next);
  }
  return out;
}
