/** Results are looked at large, and a chat of several models tells who said what, with the keyboard alone. */
import type { Page } from 'playwright/test';
import { pickModel, pressOn, tabTo } from '../support/by-keyboard';
import { announcer, composer, replies } from '../support/chat-page';
import { prompt, result, results } from '../support/create-page';
import { expect, test } from '../support/desktop';
import { chooseHit, hearsKeys, searchFor } from '../support/shortcuts-page';

const stage = (page: Page) => page.locator('[data-focus=stage]');

/** A setting is found in the palette, which puts the focus on its field. */
async function setField(page: Page, name: string, tab: string, value: string): Promise<void> {
  await searchFor(page, `,${name}`);
  await chooseHit(page, new RegExp(`^${name}.*Run settings, ${tab}`));
  // The palette gives the focus away once it is closed.
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
  const field = page.getByRole('region', { name: 'Run settings' }).locator('input:focus, textarea:focus');
  await expect(field).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(value);
  await expect(field).toHaveValue(value);
}

async function makeFourImages(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await expect(prompt(page)).toBeFocused();
  await setField(page, 'Count', 'image', '4');
  await tabTo(page, prompt(page));
  await page.keyboard.type('Four boats');
  await page.keyboard.press('Control+Enter');
  await expect(result(page, 'Four boats').getByRole('button', { name: 'Save as' })).toHaveCount(4);
}

async function lookThroughThem(page: Page): Promise<void> {
  await prompt(page).press('Escape');
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press('Home');
  for (const place of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight');
    await expect(stage(page)).toContainText(`${place} of 4`);
    await expect(announcer(page)).toContainText(`${place} of 4: Four boats`);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('4 / 4');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toBeFocused();
}

test('four images are looked through large, two are compared in the library, a video is stepped, a chat names its models', async ({
  launch,
}) => {
  const { window: page } = await launch();
  await hearsKeys(page);
  await test.step('four images are made and looked through', async () => {
    await makeFourImages(page);
    await lookThroughThem(page);
  });
  await test.step('two of them are compared in the library', async () => {
    await pressOn(page, page.getByRole('link', { name: 'Library', exact: true }));
    const grid = page.getByRole('listbox', { name: 'Results' });
    await expect(grid.getByRole('option')).toHaveCount(4);
    await tabTo(page, grid);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await tabTo(page, compare.last());
    await page.keyboard.press('Enter');
    const compared = page.getByRole('dialog', { name: 'Compare results' });
    await expect(compared.getByRole('region', { name: /^Result [AB]/ })).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(compared).toHaveCount(0);
  });
  await test.step('a video is stepped frame by frame', async () => {
    await page.keyboard.press('Control+4');
    await expect(prompt(page)).toBeFocused();
    await setField(page, 'Duration', 'video', '1');
    await tabTo(page, prompt(page));
    await page.keyboard.type('Waves');
    await page.keyboard.press('Control+Enter');
    const video = stage(page).locator('video');
    await expect(video).toBeVisible({ timeout: 90_000 });
    await prompt(page).press('Escape');
    const time = () => video.evaluate((one: HTMLVideoElement) => one.currentTime);
    const shown = await time();
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await expect.poll(time).toBeCloseTo(shown + 2 / 24, 2);
    await page.keyboard.press(',');
    await expect.poll(time).toBeCloseTo(shown + 1 / 24, 2);
    await expect(results(page)).toBeVisible();
  });
  await test.step('a chat of two models names each', async () => {
    await page.keyboard.press('Control+1');
    for (const model of ['sandbox/eliza', 'sandbox/echo']) {
      await pickModel(page, model);
      await tabTo(page, composer(page));
      await page.keyboard.type('Who is there?');
      await page.keyboard.press('Enter');
      await expect(replies(page, model).last()).toHaveAttribute('aria-busy', 'false');
      await expect(replies(page, model).last()).toContainText(model);
    }
    await expect(page.getByText('Used: sandbox/eliza, sandbox/echo')).toBeVisible();
  });
});
