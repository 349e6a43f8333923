import type { Page } from 'playwright/test';

/** The value below which a share of them lies; the nearest one that was measured. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('Nothing was measured');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Milliseconds since the epoch with fractions, comparable with the same sum in a page of this machine. */
export const clock = (): number => performance.timeOrigin + performance.now();

const looks = 15;

/** How far a page's clock is ahead of ours, in milliseconds, by the quickest of several readings. */
export async function clockAhead(page: Page): Promise<number> {
  let quickest = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let look = 0; look < looks; look += 1) {
    const before = clock();
    const theirs = await page.evaluate(() => performance.timeOrigin + performance.now());
    const after = clock();
    const took = after - before;
    if (took < quickest.took) quickest = { took, ahead: theirs - (before + after) / 2 };
  }
  return quickest.ahead;
}
