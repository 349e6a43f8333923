import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../../renderer/features/lab/versions/changes';
import { scoreboardCsv, scoreboardOf, tagsOf } from '../../../../renderer/features/lab/votes/scores';
import { pairsToVote } from '../../../../renderer/features/lab/votes/vote-order';
import type { Cell, ExperimentCase, Judgement, Variant, Vote } from '../../../../shared/lab/experiment';
import { judgeVotes } from '../../../../shared/lab/judge-votes';

const caseOf = (id: number, tags: readonly string[] = []): ExperimentCase => ({
  id,
  variables: { word: `w${id}` },
  attachments: [],
  inputs: [],
  assertions: [],
  threshold: null,
  tags,
  note: '',
});
const variantOf = (id: number): Variant => ({
  id,
  modality: 'chat',
  settings: {},
  label: `v${id}`,
  profileId: 'one',
  model: 'm',
  template: 'Hi',
  promptVersion: null,
});
const cell = (caseId: number, variantId: number, more: Partial<Cell> = {}): Cell => ({
  id: 100 * caseId + variantId,
  caseId,
  variantId,
  repeat: 1,
  state: 'done',
  answer: 'x',
  ...more,
});
const vote = (a: number, b: number, choice: Vote['choice']): Vote => ({
  id: `${a}.${b}`,
  caseId: Math.floor(a / 100),
  a,
  b,
  choice,
  at: 0,
});

const cases = Array.from({ length: 40 }, (_, at) => caseOf(at + 1, at < 20 ? ['early'] : []));
const cells = cases.flatMap(({ id }) => [cell(id, 1), cell(id, 2), cell(id, 3)]);

describe('the order of votes', () => {
  it('has every pair of a case once, and none of different cases', () => {
    const pairs = pairsToVote(cases, cells, [], 7);
    expect(pairs).toHaveLength(40 * 3);
    expect(new Set(pairs.map(({ key }) => key)).size).toBe(120);
    expect(pairs.every(({ a, b }) => a.caseId === b.caseId && a.variantId !== b.variantId)).toBe(true);
  });

  it('is the same for one seed and another for the next, with sides that tell nothing', () => {
    const order = (seed: number) => pairsToVote(cases, cells, [], seed).map(({ a, b }) => `${a.id} ${b.id}`);
    expect(order(7)).toEqual(order(7));
    expect(order(7)).not.toEqual(order(8));
    const first = pairsToVote(cases, cells, [], 7).filter(({ a, b }) => a.variantId < b.variantId);
    expect(first.length).toBeGreaterThan(40);
    expect(first.length).toBeLessThan(80);
  });

  it('leaves out what was voted on, whichever side it was, what is excluded, and what has no answer', () => {
    const few = [
      cell(1, 1),
      cell(1, 2),
      cell(1, 3, { isExcluded: true }),
      cell(2, 1),
      cell(2, 2, { state: 'failed' }),
    ];
    expect(pairsToVote(cases, few, [], 1)).toHaveLength(1);
    expect(pairsToVote(cases, few, [vote(102, 101, 'tie')], 1)).toEqual([]);
  });
});

describe('the scoreboard', () => {
  const votes = cases.flatMap(({ id }) => [
    vote(100 * id + 1, 100 * id + 2, id % 4 === 0 ? 'b' : 'a'),
    vote(100 * id + 2, 100 * id + 3, id % 5 === 0 ? 'b' : 'a'),
  ]);
  const all = {
    variants: [variantOf(3), variantOf(2), variantOf(1)],
    cases,
    cells: new Map(cells.map((one) => [one.id, one])),
    votes,
    judgements: [],
  };

  it('ranks by votes, and by a tag those of its cases alone', () => {
    const board = scoreboardOf(all, null);
    expect(board.rows.map(({ variant }) => variant.id)).toEqual([1, 2, 3]);
    expect(board.votes).toBe(80);
    expect(scoreboardOf(all, 'early').votes).toBe(40);
    expect(tagsOf(cases)).toEqual(['early']);
  });

  it('counts a judge only where it prefers the same answer in both orders, and apart from a person', () => {
    const judgement = (
      id: number,
      shown: readonly number[],
      prefers: number | 'tie',
      more = {},
    ): Judgement => ({
      ...{ id, type: 'pairwise', caseId: 1, cells: shown, state: 'done', model: 'judge', prefers },
      ...more,
    });
    const [a = 0, b = 0, c = 0] = cells.filter(({ caseId }) => caseId === 1).map(({ id }) => id);
    const judgements = [
      ...[judgement(1, [a, b], a), judgement(2, [b, a], a)],
      // One that flips is no win, and one alone neither.
      ...[judgement(3, [a, c], a), judgement(4, [c, a], c), judgement(5, [b, c], b)],
      ...[judgement(6, [b, c], b, { isOutdated: true })],
    ];
    const board = scoreboardOf({ ...all, judgements }, null);
    expect(board.judgedVotes).toBe(1);
    expect(board.votes).toBe(80);
    expect(board.rows.map(({ judged }) => judged?.n ?? 0)).toEqual([1, 1, 0]);
    const best = { type: 'select-best' } as const;
    const all3 = [judgement(1, [a, b, c], c, best), judgement(2, [c, b, a], c, best)];
    expect(judgeVotes(all3).map((vote) => [vote.a, vote.b, vote.choice])).toEqual([
      [c, a, 'a'],
      [c, b, 'a'],
    ]);
    expect(judgeVotes([judgement(1, [a, b], 'tie'), judgement(2, [b, a], 'tie')])).toMatchObject([
      { choice: 'tie' },
    ]);
  });

  it('says nothing where no vote was given, and keeps the assertions apart', () => {
    const judged = {
      ...all,
      votes: [],
      cells: new Map([[101, cell(1, 1, { verdict: 'passed', score: 1 })]]),
    };
    const board = scoreboardOf(judged, null);
    expect(board.rows.every(({ strength }) => strength === null)).toBe(true);
    expect(board.rows.find(({ variant }) => variant.id === 1)?.summary.passed).toMatchObject({
      value: 1,
      n: 1,
    });
    expect(scoreboardCsv(board).split('\r\n')[1]).toBe('v1,m,,,,0,,,,0,1,1,1,0.20654931437723745,1,,,1,1');
  });
});

describe('two versions', () => {
  it('names what became worse first, and leaves out what was not judged', () => {
    const verdicts = [
      cell(1, 1, { verdict: 'failed' }),
      cell(1, 2, { verdict: 'passed' }),
      cell(2, 1, { verdict: 'passed' }),
      cell(2, 2, { verdict: 'failed' }),
      cell(3, 1, { verdict: 'passed' }),
      cell(3, 2, { verdict: 'passed' }),
      cell(4, 1, { verdict: 'passed' }),
    ];
    const changes = changesOf(cases, verdicts, 1, 2);
    expect(changes.map(({ case: one, change }) => `${one.id} ${change}`)).toEqual([
      '2 worse',
      '1 better',
      '3 same',
    ]);
  });
});
