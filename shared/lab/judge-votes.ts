/** What a judge prefers, as votes: only where it prefers the same answer in both orders. */
import type { Judgement, Vote } from './experiment';

export type JudgeVote = Pick<Vote, 'caseId' | 'a' | 'b' | 'choice'>;

/** Requests about the same answers belong together, whatever their order; the best of several beats each other one. */
export function judgeVotes(judgements: readonly Judgement[]): readonly JudgeVote[] {
  const groups = new Map<string, Judgement[]>();
  for (const one of judgements) {
    if (one.prefers === undefined || one.isOutdated) continue;
    const name = `${one.type} ${one.model} ${one.cells.toSorted((a, b) => a - b).join(' ')}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()].flatMap(votesOf);
}

function votesOf([one, other, ...further]: readonly Judgement[]): readonly JudgeVote[] {
  if (one?.prefers === undefined || other === undefined || further.length > 0) return [];
  if (one.prefers !== other.prefers) return [];
  const { caseId, cells, prefers } = one;
  const [first, second] = cells;
  if (prefers === 'tie')
    return first === undefined || second === undefined
      ? []
      : [{ caseId, a: first, b: second, choice: 'tie' }];
  const beaten = cells.filter((cell) => cell !== prefers);
  return beaten.map((cell) => ({ caseId, a: prefers, b: cell, choice: 'a' }));
}
