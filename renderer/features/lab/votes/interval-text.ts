import type { Estimate } from '../../../../shared/lab/statistics/estimates';

/** `75% (30% to 95%)` */
export function intervalText({ value, interval }: Estimate, write: (value: number) => string): string {
  if (interval === null) return write(value);
  return `${write(value)} (${write(interval[0])} to ${write(interval[1])})`;
}
