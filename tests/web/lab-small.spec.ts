/** The grid of an experiment in a low window, by mouse. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

test('the first turn of the wheel over a grid that is mostly below the window brings it into sight', async ({
  appPage: page,
}) => {
  await page.setViewportSize({ width: 533, height: 373 });
  const id = randomUUID();
  await command(page, 'experiments.create', {
    ...{ id, title: 'Words' },
    cases: Array.from({ length: 20 }, (_, at) => ({ variables: { word: `word ${at}` } })),
    variants: [
      {
        ...{ modality: 'chat', profileId: SANDBOX_PROFILE_ID, settings: {}, promptVersion: null },
        ...{ model: 'sandbox/echo', label: 'Echo', template: 'Say {{word}}' },
      },
    ],
  });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const grid = page.getByRole('grid');
  const bottom = async () => {
    const { y = 0, height = 0 } = (await grid.boundingBox()) ?? {};
    return Math.round(y + height);
  };
  // Opened, it is in sight; whoever was at the buttons above it has it below the window.
  await expect.poll(bottom).toBeLessThanOrEqual(373);
  await page.getByRole('main').evaluate((one) => one.scrollTo(0, 0));
  await expect.poll(bottom).toBeGreaterThan(373);
  const { x = 0, y = 0 } = (await grid.boundingBox()) ?? {};
  await page.mouse.move(x + 60, y + 40);
  await page.mouse.wheel(0, 40);
  await expect.poll(bottom).toBeLessThanOrEqual(373);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => grid.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
});
