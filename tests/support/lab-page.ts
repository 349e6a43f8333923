import type { Page } from 'playwright/test';

/** The form of a new experiment, with nothing in it: a test before may have left its plan there. */
export async function openNewExperiment(page: Page): Promise<void> {
  await page.evaluate(() => location.assign('#/lab/new'));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
}
