/** The handles of “Trim”: on frames and on a waveform, by pointer and by keys, in step with the fields. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel } from '../support/chat-page';
import { generate, openCreateTab, shortestVideo } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

async function openTrim(page: Page) {
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit a copy' });
  const [start, end] = ['Trim start', 'Trim end'].map((name) => dialog.getByRole('slider', { name }));
  return { dialog, start, end } as { dialog: typeof dialog; start: typeof dialog; end: typeof dialog };
}

test('the kept part of a video is set by keys and by dragging', async ({ appPage: page }) => {
  await openCreateTab(page, 'Video');
  await chooseModel(page, 'sandbox/kinograph');
  await shortestVideo(page);
  await generate(page, 'A paper boat');
  await page.getByRole('button', { name: 'More' }).last().waitFor();
  const { dialog, start, end } = await openTrim(page);
  const field = (name: string) => dialog.getByLabel(`${name} (seconds)`);
  await start.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(field('Start')).toHaveValue('0.11');
  await expect(start).toHaveAttribute('aria-valuetext', /^0\.11 s of 1(\.\d+)? s$/);
  await expect
    .poll(() => dialog.getByLabel('Preview').evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBe(0.11);
  await end.focus();
  await page.keyboard.press('Home');
  await expect(field('End')).toHaveValue('0.111');
  await page.keyboard.press('End');
  await field('End').fill('0.9');
  await expect(end).toHaveAttribute('aria-valuenow', '0.9');

  const handle = await start.boundingBox();
  const track = await start.locator('xpath=..').boundingBox();
  if (handle === null || track === null) throw new Error('the handle is not in sight');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, handle.y + handle.height / 2, { steps: 4 });
  await page.mouse.up();
  const dragged = Number(await field('Start').inputValue());
  expect(Math.abs(dragged - 0.5)).toBeLessThan(0.05);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(track.x + track.width / 4, handle.y + handle.height / 2);
  await page.mouse.up({ button: 'right' });
  expect(Number(await field('Start').inputValue())).toBe(dragged);
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Save trimmed' }).click();
  await expect(dialog).toHaveCount(0);
});

test('the kept part of a sound is set on its waveform', async ({ appPage: page }) => {
  await openCreateTab(page, 'Speech');
  await generate(page, 'A paper boat crosses a rainy street.');
  await page.getByRole('button', { name: 'More' }).last().waitFor();
  const { dialog, end } = await openTrim(page);
  await end.focus();
  const whole = Number(await end.getAttribute('aria-valuenow'));
  await page.keyboard.press('PageDown');
  await expect(dialog.getByLabel('End (seconds)')).toHaveValue(String(Number((whole - 1).toFixed(3))));
  await expect(end.locator('xpath=..').locator('svg rect').first()).toBeAttached();
  await expectAccessible(page, 'dialog');
});
