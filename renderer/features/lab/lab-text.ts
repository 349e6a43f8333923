/** Experiments and cells as text. */
import type { Cell, CellState, ExperimentSummary } from '../../../shared/lab/experiment';
import { amountIn, costText } from '../../../shared/money/cost';
import { type Amount, formatAmount, withUnit } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { unitTones, unitWords } from '../../parts/unit-work';

/** A cell that is done says so quietly: its verdict is what counts. */
const stateTones: Readonly<Record<CellState, string>> = { ...unitTones, done: 'text-muted' };

export const verdictTones = { passed: 'text-ok', failed: 'text-bad', unclear: 'text-warn' } as const;

/** The state of a cell; its verdict where it was judged: `✓ passed 0.92`. */
export function cellWord({ state, verdict, score }: Pick<Cell, 'state' | 'verdict' | 'score'>): string {
  if (verdict === undefined) return unitWords[state];
  const sign = { passed: '✓ passed', failed: '✗ failed', unclear: '? unclear' }[verdict];
  return score === undefined ? sign : `${sign} ${scoreText(score)}`;
}

export const cellTone = ({ state, verdict }: Pick<Cell, 'state' | 'verdict'>): string =>
  verdict === undefined ? stateTones[state] : verdictTones[verdict];

export const scoreText = (score: number): string => score.toFixed(2);
export const percentText = (share: number): string => `${Math.round(100 * share)}%`;

export const cellCount = ({ counts }: Pick<ExperimentSummary, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const openStates = ['running', 'failed', 'interrupted', 'stopped'] as const;

/** `running · 3 of 12 done, 1 failed` */
export function stateText(experiment: Pick<ExperimentSummary, 'state' | 'counts'>): string {
  const { counts, state } = experiment;
  // While it goes on, what waits is the rest; of one that ended, it was added since.
  const hasEnded = state === 'completed' || state === 'stopped';
  const named = [...(hasEnded ? (['waiting'] as const) : []), ...openStates];
  const further = named.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one}`);
  return `${state} · ${[`${counts.done} of ${cellCount(experiment)} done`, ...further].join(', ')}`;
}

/** `7 of 12 passed, 2 unclear`; `null` where nothing was judged. */
export function verdictText({
  verdicts,
  score,
}: Pick<ExperimentSummary, 'verdicts' | 'score'>): string | null {
  const { passed, failed, unclear } = verdicts;
  const judged = passed + failed + unclear;
  if (judged === 0) return null;
  const parts = [`${passed} of ${judged} passed`];
  if (unclear > 0) parts.push(`${unclear} unclear`);
  if (score !== null) parts.push(`mean score ${scoreText(score)}`);
  return parts.join(', ');
}

/** `judged 5 of 6, 1 failed`; `null` where no model judges. */
export function judgedText({ judgements }: Pick<ExperimentSummary, 'judgements'>): string | null {
  const all = cellCount({ counts: judgements });
  if (all === 0) return null;
  const failed = judgements.failed + judgements.interrupted;
  return `judged ${judgements.done} of ${all}${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** `1.2 cr + unknown` */
export const spentText = ({
  cost,
  hasUnknownCost,
}: Pick<ExperimentSummary, 'cost' | 'hasUnknownCost'>): string =>
  `${costText(cost) ?? 'unknown'}${hasUnknownCost ? ' + unknown' : ''}`;

/** `8.8 of 10 cr left`; `null` without a budget. */
export function budgetText({
  budget,
  cost,
  hasUnknownCost,
}: Pick<ExperimentSummary, 'budget' | 'cost' | 'hasUnknownCost'>): string | null {
  if (budget === null) return null;
  const { unit, amount } = budget;
  const left = Math.max(0, amount - (amountIn(cost, unit) ?? 0)) as Amount;
  const figure = (of: Amount) => formatAmount(of, unit, units[unit].shortDigits);
  return `budget ${hasUnknownCost ? 'at most ' : ''}${figure(left)} of ${withUnit(figure(amount), unit)} left`;
}

const nameCharacters = 80;

/** A name for a file of results, with what any system takes. */
export const fileNameOf = (title: string, ending: string): string =>
  `${
    title
      .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
      .trim()
      .slice(0, nameCharacters) || 'experiment'
  }.${ending}`;
