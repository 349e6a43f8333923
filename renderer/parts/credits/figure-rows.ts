/** What a request may cost, as rows of the question or refusal that it met. */
import { isOpen, writtenRange } from '../../../shared/money/estimate';

export type FigureRow = readonly [name: string, amount: number | undefined];

interface Range {
  readonly from?: number;
  readonly to: number;
}

const calledWhat = (calls: number) => (calls === 1 ? 'This call' : `These ${calls} calls`);

/** Where extra parameters may raise the price, only the least is known. */
export const leastRows = (calls: number, least: number | undefined): readonly FigureRow[] => [
  [`${calledWhat(calls)}, at least`, least],
];

/**
 * What is usual, and the most, where these differ; else the most alone.
 * @param most `null` where nothing limits the cost; left out where it is the end of the estimate
 */
export function costRows(
  calls: number,
  estimate: Range | null | undefined,
  most: number | null | undefined,
): readonly FigureRow[] {
  if (estimate == null) return [];
  const what = calledWhat(calls);
  const { from = 0, to } = estimate;
  if (!isOpen({ from, to }, most)) return [[`${what}, at most`, writtenRange({ from, to }, most).to]];
  return [
    [`${what}, usually`, to],
    [`${what}, at most`, most ?? undefined],
  ];
}
