import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { test as alone } from '../support/app';
import { announcer, chooseModel, remaining, runSettings, setExtra } from '../support/chat-page';
import {
  expectAccepted,
  filesIn,
  generate,
  generateButton,
  jobRow,
  openCreateTab,
  prompt,
  result,
  results,
} from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { readImageSize } from '../support/image-size';

const smallImage = async (page: Page) => {
  await openCreateTab(page, 'Image');
  await page.getByLabel('Size').selectOption('512x512');
};

alone(
  'an image is generated, shown, charged and saved as a file of its size',
  async ({ appPage: page, home }) => {
    await openCreateTab(page, 'Image');
    await expect.poll(() => remaining(page)).toBe(1_000);
    await page.getByLabel('Size').selectOption('1536x1024');
    await prompt(page).fill('Northern lights over a quiet harbour');
    await expect(generateButton(page)).toHaveText('Generate · 6 cr');
    await generateButton(page).click();
    await expectAccepted(page, 'Northern lights over a quiet harbour');
    const card = result(page, 'Northern lights over a quiet harbour');
    await expect(card).toContainText('1536 × 1024 · 6 cr');
    await expect(announcer(page)).toHaveText('Image ready, 6 credits');
    await expect.poll(() => remaining(page)).toBe(994);
    await expect(jobRow(page, 'Northern lights')).toContainText('completed');
    const files = await filesIn(home, 'images');
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/-sandbox-aurora-Northern lights over a quiet harbour\.png$/);
    expect(readImageSize(await readFile(files[0] ?? ''))).toEqual({ width: 1_536, height: 1_024 });
    await card.getByRole('img').or(card.locator('img')).first().waitFor();
    expect(
      await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
  },
);

test('several can be generated at once, each with its own card', async ({ appPage: page }) => {
  await smallImage(page);
  await page.getByLabel('Count').fill('3');
  await generate(page, 'A lighthouse');
  await page.getByLabel('Count').fill('1');
  await generate(page, 'A forest');
  await expect(result(page, 'A lighthouse')).toHaveCount(3);
  await expect(result(page, 'A forest').getByRole('button', { name: 'Save as' })).toHaveCount(1);
});

test('an example runs on click, with its estimate shown', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  const example = page.getByRole('button', { name: /A paper boat/ });
  await expect(example).toContainText('sandbox/aurora · ≈ 4 cr');
  await example.click();
  await expect(result(page, 'A paper boat')).toContainText('1024 × 1024 · 4 cr');
});

test('typed text and settings survive a reload, and keys send the form', async ({ appPage: page }) => {
  await smallImage(page);
  await prompt(page).fill('half a thought');
  await page.reload();
  await expect(prompt(page)).toHaveValue('half a thought');
  await expect(page.getByLabel('Size')).toHaveValue('512x512');
  await prompt(page).press('Enter');
  await expect(prompt(page)).toHaveValue('half a thought\n');
  await prompt(page).dispatchEvent('keydown', {
    key: 'Enter',
    ctrlKey: true,
    isComposing: true,
    bubbles: true,
    cancelable: true,
  });
  await expect(results(page)).toHaveCount(0);
  await prompt(page).press('Control+Enter');
  await expectAccepted(page, 'half a thought\n');
  await expect(result(page, 'half a thought')).toHaveCount(1);
  await prompt(page).fill('');
  await prompt(page).press('ArrowUp');
  await expect(prompt(page)).toHaveValue('half a thought');
});

test('a refused form stays as typed, with the reason and a next step', async ({ appPage: page, web }) => {
  await page.route(`${web.origin}/api/call`, (route) =>
    route.request().postData()?.includes('jobs.create') ? route.abort() : route.fallback(),
  );
  await smallImage(page);
  await prompt(page).fill('A boat');
  await generateButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'host_unreachable' });
  await expect(alert).toContainText('reconnects automatically');
  await expect(prompt(page)).toHaveValue('A boat');
  await page.unroute(`${web.origin}/api/call`);
  await generateButton(page).click();
  await expectAccepted(page, 'A boat');
  await expect(result(page, 'A boat')).toHaveCount(1);
});

alone('a request sent twice because a response was lost runs once', async ({ appPage: page, web }) => {
  let isLost = false;
  await page.route(`${web.origin}/api/call`, async (route) => {
    if (isLost || !route.request().postData()?.includes('jobs.create')) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await smallImage(page);
  await prompt(page).fill('Only one boat');
  await generateButton(page).click();
  await expect(result(page, 'Only one boat').getByRole('button', { name: 'Save as' })).toHaveCount(1);
  await expect.poll(() => remaining(page)).toBe(998);
});

test('the settings follow the model, and unsupported ones are not sent', async ({ appPage: page }) => {
  await openCreateTab(page, 'Speech');
  await expect(page.getByLabel('Voice').getByRole('option')).toHaveCount(9);
  await setExtra(page, { stream_format: 'sse' });
  await generate(page, 'Too fast to be said.');
  const alert = results(page).getByRole('alert');
  await expect(alert).toContainText('invalid_request');
  await expect(alert).toContainText(/Request id\s*req_/);
  await expect(alert).toContainText('Check the run settings');
  await expect(result(page, 'Too fast')).toContainText('not charged');
  await runSettings(page).getByRole('button', { name: 'Reset all' }).click();
  await expect(runSettings(page).getByLabel('Extra parameters')).toHaveValue('');
});

test('invalid extra parameters block Generate and show where they are wrong', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await prompt(page).fill('A boat');
  await runSettings(page).getByLabel('Extra parameters').fill('{ "seed": oops }');
  await expect(page.getByText('Correct the extra parameters')).toBeVisible();
  await generateButton(page).click({ force: true });
  await expect(prompt(page)).toHaveValue('A boat');
});

test('the viewer zooms, steps, copies the image itself and restores the settings', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await smallImage(page);
  await page.getByLabel('Count').fill('2');
  await page.getByLabel('Seed').fill('7');
  await generate(page, 'A lighthouse at night');
  const open = results(page).getByRole('button', { name: 'Open A lighthouse at night' });
  await expect(open).toHaveCount(2);
  await open.first().click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toContainText('1 / 2');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('2 / 2');
  // Of the image's own pixels; whole in the window it is larger than those.
  const percent = async () => Number(/(\d+) %/.exec((await viewer.textContent()) ?? '')?.[1]);
  const whole = await percent();
  await page.keyboard.press('+');
  await expect.poll(percent).toBeGreaterThan(whole);
  const zoomed = await percent();
  await viewer.locator('img').hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(percent).toBeGreaterThan(zoomed);
  await page.keyboard.press('1');
  await expect(viewer).toContainText('100 %');
  await page.keyboard.press('0');
  await expect.poll(percent).toBe(whole);
  await viewer.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(announcer(page)).toHaveText('Image copied');
  expect(await copiedPicture(page)).toEqual({ type: 'image/png', width: 512, height: 512 });
  // Each image of a request has a seed of its own.
  await expect(viewer.getByRole('complementary', { name: 'Details' })).toContainText('Seed8');
  await page.keyboard.press('Escape');
  await expect(open.first()).toBeFocused();
  await runSettings(page).getByRole('button', { name: 'Reset all' }).click();
  await open.first().click();
  await viewer.getByRole('button', { name: 'Use all settings' }).click();
  await expect(prompt(page)).toHaveValue('A lighthouse at night');
  // The second image was left on the stage.
  await expect(page.getByLabel('Seed')).toHaveValue('8');
  await expect(page.getByLabel('Size')).toHaveValue('512x512');
});

async function copiedPicture(page: Page) {
  return await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const type = item?.types[0] ?? '';
    const picture = await createImageBitmap((await item?.getType(type)) ?? new Blob());
    return { type, width: picture.width, height: picture.height };
  });
}

test('Save as saves the file under its own name', async ({ appPage: page, home }) => {
  await smallImage(page);
  await generate(page, 'A boat');
  const download = page.waitForEvent('download');
  await result(page, 'A boat').getByRole('button', { name: 'Save as' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/A boat\.png$/);
  const [file = ''] = await filesIn(home, 'images');
  expect((await readFile(await saved.path())).equals(await readFile(file))).toBe(true);
});

test('a missing file is reported as missing, not shown as broken', async ({ appPage: page, home }) => {
  const { rm } = await import('node:fs/promises');
  await smallImage(page);
  await generate(page, 'A boat');
  const card = result(page, 'A boat');
  await expect(card.getByRole('button', { name: 'Save as' })).toBeVisible();
  const [file = ''] = await filesIn(home, 'images');
  await rm(file);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('option', { name: /file missing/ })).toBeVisible();
  await openCreateTab(page, 'Image');
  await expect(card).toContainText('The file is no longer there');
});

test('another model of the kind is selected by name', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/poster');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/poster');
});

test('a result dropped on the window restores the form that generated it', async ({
  appPage: page,
  home,
}) => {
  await smallImage(page);
  await page.getByLabel('Seed').fill('42');
  await generate(page, 'A red door in the snow');
  await expect(result(page, 'A red door in the snow')).toContainText('512 × 512');
  await expect.poll(async () => (await filesIn(home, 'images')).length).toBe(1);
  const [path = ''] = await filesIn(home, 'images');
  await openCreateTab(page, 'Video');
  await drop(page, await readFile(path), 'image/png');
  await expect(prompt(page)).toHaveValue('A red door in the snow');
  await expect(runSettings(page).getByLabel('Seed')).toHaveValue('42');
  await expect(runSettings(page).getByLabel('Size')).toHaveValue('512x512');
  await drop(page, Buffer.from('no picture at all'), 'image/png');
  await expect(page.getByRole('alert')).toContainText('doesn’t contain the settings it was generated with');
});

/** Drops a file on the window, as a drag from the desktop would. */
async function drop(page: Page, bytes: Buffer, type: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ base64, type }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'dropped.png', { type }));
      return data;
    },
    { base64: bytes.toString('base64'), type },
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
