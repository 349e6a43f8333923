import { loadavg } from 'node:os';
import type { Page } from 'playwright/test';

/**
 * Prints how long a start took until its window had something to show. Only a figure: a busy machine takes longer, so
 * no test depends on it.
 * @param startedAt when the program was started, in milliseconds since the epoch
 */
export async function printFirstPaint(page: Page, what: string, startedAt: number): Promise<void> {
  const paintedAt = await page.evaluate(async () => {
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0];
    while (painted() === undefined) await new Promise(requestAnimationFrame);
    return performance.timeOrigin + (painted()?.startTime ?? 0);
  });
  const load = (loadavg()[0] ?? 0).toFixed(1);
  process.stdout.write(`${what} → first paint: ${Math.round(paintedAt - startedAt)} ms (load ${load})\n`);
}
