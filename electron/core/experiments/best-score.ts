/** Which of all answers to a case has the highest score, by what its other assertions make of each. */
import type { Expected } from '../../../shared/assertions/assertion';
import type { Answers, Checked } from '../../../shared/assertions/judge';
import { maxScore, maxScores } from '../../../shared/assertions/max-score';
import type { CellUnit } from '../ports/experiments';
import type { Ports } from '../ports/ports';
import { comparedCells } from './judging/wanted-judgements';

const notYet = 'Not judged yet: other answers of this case have to come first.';

/** Until the scores of the other answers are known. */
export const awaitedScores = (expected: Expected): Answers =>
  new Map(maxScores(expected).map((one) => [one, notYet]));

/** @param checksOf what the assertions make of an answer to the same case */
export async function scoredAnswers(
  { storage }: Pick<Ports, 'storage'>,
  { ownerId, caseId, repeat, position }: CellUnit,
  expected: Expected,
  checksOf: (cell: CellUnit) => Promise<readonly Checked[]>,
): Promise<Answers> {
  const asked = maxScores(expected);
  const cells = asked.length === 0 ? null : besides(storage, { ownerId, caseId, repeat });
  if (cells === null) return awaitedScores(expected);
  const own = cells.findIndex((cell) => cell.position === position);
  if (own === -1) return new Map(asked.map((one) => [one, 'An answer that is excluded is not compared.']));
  const all: (readonly Checked[])[] = [];
  for (const cell of cells) all.push(await checksOf(cell));
  return new Map(asked.map((one) => [one, maxScore(one, own, all)]));
}

type Place = Pick<CellUnit, 'ownerId' | 'caseId' | 'repeat'>;

/** The answers that are compared; `null` while one of them is still to come. */
function besides({ experiments }: Ports['storage'], { ownerId, caseId, repeat }: Place) {
  return comparedCells(experiments.cellsOfCase(ownerId, caseId, repeat));
}

export const comparesScores = (expected: Expected | null): boolean =>
  expected !== null && maxScores(expected).length > 0;

/** The answers whose verdicts change with one of them: with the last of a case, all of it where scores are compared. */
export const comparedWith = (
  { storage }: Pick<Ports, 'storage'>,
  expected: Expected | null,
  cell: CellUnit,
): readonly CellUnit[] => (comparesScores(expected) && besides(storage, cell)) || [];
