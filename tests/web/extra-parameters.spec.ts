import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright/test';
import { embedOrigin } from '../../electron/storage/media/formats/origin';
import type { MediaOrigin } from '../../shared/media/media';
import { expectAccessible } from '../support/axe';
import { runSettings, setExtra } from '../support/chat-page';
import { generateButton, openCreateTab, prompt } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { picture } from '../support/media-files';

test.use({ keepsPage: false });

const isJobStart = (body: string | null) => body?.includes('"jobs.create"') === true;

/** How many commands have started a job. */
function countStarts(page: Page): () => number {
  let starts = 0;
  page.on('request', (request) => {
    if (isJobStart(request.postData())) starts += 1;
  });
  return () => starts;
}

const limitTo = (call: (name: 'settings.update', input: never) => Promise<unknown>) =>
  call('settings.update', { patch: { budgets: { sandbox: { askAbove: 15 } } } } as never);

test('a field of the form is refused with a word, moved to its field, and what may raise the price is asked about', async ({
  appPage: page,
  host,
}) => {
  await limitTo(host.call as never);
  const starts = countStarts(page);
  await openCreateTab(page, 'Image');
  await prompt(page).fill('A boat that nobody paid for');
  const settings = runSettings(page);
  await setExtra(page, { n: 10, model: 'm/expensive' });
  await expect(settings).toContainText('“n” can’t be an extra parameter. Use Count in the run settings.');
  await prompt(page).press('Control+Enter');
  await expect(page.getByText('Correct the extra parameters in the run settings first')).toBeVisible();
  expect(starts()).toBe(0);
  // The form takes up to four.
  await settings.getByRole('button', { name: 'Remove “n”' }).click();
  await expect(settings).toContainText('“model” can’t be an extra parameter');
  await settings.getByRole('button', { name: 'Remove “model”' }).click();
  await setExtra(page, { num_images: 3 });
  await settings.getByRole('button', { name: 'Move to Count' }).click();
  await expect(settings.getByLabel('Count')).toHaveValue('3');
  await expect(settings.getByLabel('Extra parameters')).toHaveValue('');
  await setExtra(page, { quality: 'high' });
  await expect(generateButton(page)).toHaveText(/^Generate · at least \d+ cr$/);
  await generateButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Send anyway?' });
  await expect(dialog).toContainText('extra parameters may change the price');
  await expect(dialog).toContainText('This call, at least');
  await dialog.getByRole('button', { name: 'Don’t send' }).click();
  const { jobs } = await host.call('jobs.page', { modality: 'image', cursor: null, limit: 10 });
  const planted = {
    modality: 'image',
    model: 'sandbox/aurora',
    prompt: 'A planted boat',
    parameters: {},
  } as const;
  const sent = host.call('jobs.create', {
    ...{ ...planted, id: crypto.randomUUID(), extra: { n: 10, model: 'm/expensive' }, isConfirmed: true },
  });
  await expect(sent).rejects.toThrow('“n” can’t be an extra parameter');
  // The host is shared: jobs of other tests may be there.
  expect(jobs.map((job) => job.prompt)).not.toContain('A boat that nobody paid for');
});

const origin: MediaOrigin = {
  ...{ modality: 'image', model: 'sandbox/aurora', prompt: 'A planted boat', parameters: {}, jobId: 'far' },
  ...{ extra: { n: 10, model: 'm/expensive', quality: 'high' }, cost: null, createdAt: 1 },
};

async function drop(page: Page, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    (numbers) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(numbers)], 'boat.png', { type: 'image/png' }));
      return made;
    },
    [...bytes],
  );
  await page.locator('main').first().dispatchEvent('drop', { dataTransfer: transfer });
}

/** With a text right behind its header, as other programs write their settings. */
function withText(png: Uint8Array, keyword: string, text: string): Buffer {
  const body = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, sum, png.subarray(33)]);
}

test('extra parameters of a dropped file are shown, and nothing is sent before they are agreed to', async ({
  appPage: page,
}, testInfo) => {
  const starts = countStarts(page);
  const file = testInfo.outputPath('boat.png');
  await writeFile(file, await picture('png'));
  await embedOrigin(file, 'image/png', origin);
  await openCreateTab(page, 'Image');
  await drop(page, await readFile(file));
  await expect(prompt(page)).toHaveValue('A planted boat');
  const note = page.getByRole('region', { name: 'Extra parameters to check' });
  await expect(note).toContainText('From the dropped file: check these extra parameters');
  await expect(note).toContainText('"quality": "high"');
  await expect(note).toContainText('Left out, since the form sets it: “n”, “model”.');
  await expect(generateButton(page)).toHaveText(/at least/);
  await expectAccessible(page);
  await prompt(page).press('Control+Enter');
  await page.reload();
  await expect(page.getByText('Check the extra parameters first')).toBeVisible();
  expect(starts()).toBe(0);
  await note.getByRole('button', { name: 'Remove' }).click();
  await expect(note).toHaveCount(0);

  // What another program wrote is shown first.
  const said = 'a lighthouse\nNegative prompt: people\nSteps: 20, Seed: 4023, Size: 1024x1024, Model: v1-5';
  await drop(page, withText(await picture('png'), 'parameters', said));
  const dialog = page.getByRole('dialog', { name: 'What boat.png says of itself' });
  await expect(dialog.getByRole('region', { name: 'Stable Diffusion web UI' })).toContainText('v1-5');
  await expectAccessible(page, 'dialog');
  await expect(prompt(page)).toHaveValue('A planted boat');
  await dialog.getByRole('button', { name: 'Use prompt and settings' }).click();
  await expect(prompt(page)).toHaveValue('a lighthouse');
  await expect(runSettings(page).getByLabel('Leave out')).toHaveValue('people');
  await expect(note).toHaveCount(0);
  await expect(runSettings(page).getByLabel('Extra parameters')).toHaveValue('');
});

test('extra parameters of an imported chat are shown in its run settings, and sent once they are kept', async ({
  appPage: page,
  host,
}) => {
  const settings = { extra: { service_class: 'dearest' }, written: { fields: { budget: 9 } } };
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'From elsewhere', createdAt: 1 },
    ...{ model: 'sandbox/echo', settings, leafId: null, messages: [] },
  };
  const { conversationId: id } = await host.call('conversations.import', { json: JSON.stringify(file) });
  await page.goto(`${page.url().split('#')[0]}#/chat/${id}`);
  const note = page.getByRole('region', { name: 'Extra parameters to check' });
  await expect(note).toContainText('From the imported chat: check these extra parameters.');
  await expect(note).toContainText('"service_class": "dearest"');
  await expect(note).toContainText('"budget": 9');
  await expect(runSettings(page).getByLabel('Extra parameters', { exact: true })).toHaveValue('');
  await expectAccessible(page);
  // The composer says it too, also where the settings are closed.
  await page.getByRole('button', { name: 'Run settings' }).press('Enter');
  await expect(note).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('Not sent yet: 2 extra parameters of the imported chat');
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Check…' }).press('Enter');
  await expect(note.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).not.toContainText('Not sent yet');
  await expect(note).toBeHidden();
  await expect(runSettings(page).getByLabel('Extra parameters', { exact: true })).toHaveValue(
    /service_class/,
  );
  const kept = async () => (await host.call('conversations.get', { id })).settings;
  await expect.poll(kept).toEqual(settings);
});
