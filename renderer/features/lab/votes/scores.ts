/** What votes say of variants, for one tag or all cases. */
import { csvText } from '../../../../shared/lab/csv';
import type { Cell, ExperimentCase, Judgement, Variant, Vote } from '../../../../shared/lab/experiment';
import { type JudgeVote, judgeVotes } from '../../../../shared/lab/judge-votes';
import { rank, type Strength } from '../../../../shared/lab/statistics/bradley-terry';
import { summarizeVariant, type VariantSummary } from '../../../../shared/lab/statistics/summary';
import { variantText } from '../grid/grid-layout';

export interface ScoreRow {
  readonly variant: Variant;
  /** From a person's votes; `null` where there are too few. */
  readonly strength: Strength | null;
  /** The same from what a judge prefers in both orders: never mixed with a person's votes. */
  readonly judged: Strength | null;
  /** From assertions, also those that a model judged. */
  readonly summary: VariantSummary;
}

export interface Scoreboard {
  /** Those that votes rank first come first. */
  readonly rows: readonly ScoreRow[];
  readonly votes: number;
  /** Comparisons in which a judge was sure. */
  readonly judgedVotes: number;
  readonly isSmoothed: boolean;
  readonly isSplit: boolean;
}

interface Scored {
  readonly variants: readonly Variant[];
  readonly cases: readonly ExperimentCase[];
  readonly cells: ReadonlyMap<number, Cell>;
  readonly votes: readonly Vote[];
  readonly judgements: readonly Judgement[];
}

/** @param tag counts only cases that have it; `null` counts all */
export function scoreboardOf(scored: Scored, tag: string | null): Scoreboard {
  const { variants, cases, cells, votes, judgements } = scored;
  const counted = new Set(cases.filter((one) => isTagged(one, tag)).map(({ id }) => id));
  const variantOf = (cellId: number): string => String(cells.get(cellId)?.variantId ?? '');
  const ballotsOf = (all: readonly JudgeVote[]) =>
    all
      .filter(({ caseId, a, b }) => counted.has(caseId) && cells.has(a) && cells.has(b))
      .map(({ a, b, choice }) => ({ a: variantOf(a), b: variantOf(b), choice }));
  const { strengths, n, isSmoothed, isSplit } = rank(ballotsOf(votes));
  const judge = rank(ballotsOf(judgeVotes(judgements)));
  const own = [...cells.values()].filter(({ caseId }) => counted.has(caseId));
  const rows = variants.map((variant) => ({
    variant,
    strength: strengths.find(({ id }) => id === String(variant.id)) ?? null,
    judged: judge.strengths.find(({ id }) => id === String(variant.id)) ?? null,
    summary: summarizeVariant(variant.id, own),
  }));
  const byVotes = (row: ScoreRow): number => (row.strength ?? row.judged)?.value ?? -Infinity;
  return {
    rows: rows.toSorted((one, other) => byVotes(other) - byVotes(one) || one.variant.id - other.variant.id),
    votes: n,
    judgedVotes: judge.n,
    isSmoothed,
    isSplit,
  };
}

/** Whether a case counts; `null` counts all. */
export const isTagged = ({ tags }: ExperimentCase, tag: string | null): boolean =>
  tag === null || tags.includes(tag);

/** Every tag of the cases, sorted. */
export const tagsOf = (cases: readonly ExperimentCase[]): readonly string[] =>
  [...new Set(cases.flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));

export function scoreboardCsv({ rows }: Scoreboard): string {
  const head = [
    ...['variant', 'model', 'win share', 'low', 'high', 'votes'],
    ...['judge win share', 'judge low', 'judge high', 'judge votes', 'passed', 'judged', 'mean score'],
    ...['passed low', 'passed high', 'score low', 'score high', 'score n', 'cases'],
  ];
  const figures = (strength: Strength | null) => [
    strength?.winShare ?? '',
    ...(strength?.winInterval ?? ['', '']),
    strength?.n ?? 0,
  ];
  const lines = rows.map(({ variant, strength, judged, summary }) => [
    variantText(variant),
    variant.model,
    ...figures(strength),
    ...figures(judged),
    summary.passed?.value ?? '',
    summary.passed?.n ?? 0,
    summary.score?.value ?? '',
    ...(summary.passed?.interval ?? ['', '']),
    ...(summary.score?.interval ?? ['', '']),
    summary.score?.n ?? 0,
    summary.passed?.cases ?? summary.passed?.n ?? 0,
  ]);
  return csvText([head, ...lines]);
}
