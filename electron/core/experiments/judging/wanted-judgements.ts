/** Which requests to a judge answers need: one for each answer, or two in both orders where answers are compared. */
import { isComparing } from '../../../../shared/assertions/types';
import { fingerprint } from '../../../../shared/text/fingerprint';
import type { CellUnit } from '../../ports/experiments';
import type { JudgeTask } from './judged-assertions';

export interface Wanted {
  /** Names the assertion, the answers and the judge. */
  readonly subject: string;
  readonly task: JudgeTask;
  /** In the order in which the judge sees their answers. */
  readonly cells: readonly CellUnit[];
}

/** A cell that is asked again has another key, and so another subject. */
function wanted(task: JudgeTask, cells: readonly CellUnit[]): Wanted {
  const { type, criterion, profileId, model } = task;
  const keys = cells.map(({ position, key }) => [position, key]);
  const subject = `${type} ${fingerprint(JSON.stringify([type, criterion, profileId, model, keys]))}`;
  return { subject, task, cells };
}

const inBothOrders = (task: JudgeTask, cells: readonly CellUnit[]): readonly Wanted[] => [
  wanted(task, cells),
  wanted(task, cells.toReversed()),
];

/** The answers of one case that are compared: all cells have to have ended. `null` while one has not. */
export function comparedCells(cells: readonly CellUnit[]): readonly CellUnit[] | null {
  const own = cells.filter(({ isExcluded }) => !isExcluded);
  if (own.some(({ status }) => status === 'waiting' || status === 'running')) return null;
  return own.filter(({ status }) => status === 'done');
}

/** Every two of them, each once. */
export const pairsOf = <One>(all: readonly One[]): readonly (readonly [One, One])[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));

/** The requests about one answer. */
export const wantedOfCell = (task: JudgeTask, cell: CellUnit): readonly Wanted[] =>
  isComparing(task.type) ? [] : [wanted(task, [cell])];

/** The requests about all answers of a case together. */
export function wantedOfCase(task: JudgeTask, compared: readonly CellUnit[]): readonly Wanted[] {
  if (!isComparing(task.type) || compared.length < 2) return [];
  if (task.type === 'select-best') return inBothOrders(task, compared);
  return pairsOf(compared).flatMap((pair) => inBothOrders(task, pair));
}
