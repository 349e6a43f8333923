import { readFileSync } from 'node:fs';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { jobRow, jobsPanel, openTab, result, results } from '../support/create-page';
import { wav } from '../support/media-files';
import { file, type PaidGateway, SPEECH, startPaidGateway, VIDEOS } from '../support/paid-gateway';
import { addProfile } from '../support/settings-page';

let gateway: PaidGateway;
/** All jobs of the gateway, newest first; it never returns more than this many at once. */
let records: { id: string; status: string; [field: string]: unknown }[];
const mostAtOnce = 100;

test.beforeEach(async ({ appPage: page }) => {
  gateway = await startPaidGateway();
  records = [];
  gateway.on('/jobs', ({ query }) => {
    const status = query.get('status');
    const matching = records.filter((record) => status === null || record.status === status);
    const data = matching.slice(0, Math.min(Number(query.get('limit') ?? 20), mostAtOnce));
    return { body: { object: 'list', data, has_more: data.length < matching.length } };
  });
  gateway.on(/^\/jobs\//, ({ path }) => {
    const record = records.find(({ id }) => path === `/jobs/${id}`);
    const error = { code: 'job_not_found', message: 'There is no such job.' };
    return record === undefined ? { status: 404, body: { error } } : { body: record };
  });
  await addProfile(page, { name: 'Paid', baseUrl: gateway.baseUrl, key: 'sk-paid-000000' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
});
test.afterEach(() => gateway.close());

const error = {
  ...{ code: 'bad_duration', message: 'This model makes no video of that length.', param: 'duration' },
  details: { asked: 12.5, allowed: { min: 1, max: 10, steps: [1, 2.5] }, hint: '<b>shorter</b>' },
};

test('parts of speech that can’t be one file are each shown, named and playable, and a cut one says so', async ({
  appPage: page,
}) => {
  const sounds = [wav(1), wav(2, { sampleRate: 24_000 }), wav(4).subarray(0, 64_044)];
  gateway.on(SPEECH, ({ before }) => ({ ...file(sounds[before] ?? wav(1), 'audio/wav'), charge: 10 }));
  await openTab(page, 'Speech');
  const text = 'A sentence of some length that is said again and again. '.repeat(150);
  const request = { modality: 'speech', model: 'paid/voice', prompt: text, parameters: {}, extra: {} };
  await command(page, 'jobs.create', { id: crypto.randomUUID(), ...request } as never);
  await expect(results(page)).toContainText('Each is a file of its own');
  await expect(results(page).getByRole('button', { name: 'Play' })).toHaveCount(3);
  for (const number of [1, 2, 3]) await expect(results(page)).toContainText(`Part ${number} of 3`);
  await expect(results(page)).not.toContainText('Couldn’t');
  await expect(results(page)).toContainText('Part 3 of 3 · Incomplete: the file ends early');
});

test('the answer that a paid result was not found in can be read, copied and saved, on its card and in the panel', async ({
  appPage: page,
}) => {
  gateway.on(VIDEOS, () => ({ charge: 10, body: { id: 'v1', status: 'queued' } }));
  const shelf = { place: 'shelf 4 of 9', note: 'not a file' };
  records = [{ id: 'v1', status: 'succeeded', shelf }];
  await openTab(page, 'Video');
  const request = { modality: 'video', model: 'paid/film', prompt: 'lost', parameters: {}, extra: {} };
  await command(page, 'jobs.create', { id: crypto.randomUUID(), ...request } as never);
  await results(page).getByRole('button', { name: 'Show raw answer' }).click();
  await expect(results(page).getByRole('region', { name: 'Raw answer' })).toContainText('shelf 4 of 9');
  await expectAccessible(page);
  const isCut = (figures: Element) => figures.scrollWidth > figures.clientWidth;
  expect(await jobRow(page, 'lost').locator('p', { hasText: '10 cr' }).evaluate(isCut)).toBe(false);
  await page.reload();
  const saving = page.waitForEvent('download');
  await results(page).getByRole('button', { name: 'Save raw answer' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('answer-v1.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ id: 'v1', shelf });
  await jobRow(page, 'lost').locator('summary').first().click();
  await expect(jobRow(page, 'lost').getByRole('button', { name: 'Copy raw answer' })).toBeVisible();
});

test('a failed job shows the field to blame and the details as a tree, on its card and in the panel', async ({
  appPage: page,
}) => {
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'queued' } }));
  records = [{ id: 'v1', status: 'failed', error }];
  await openTab(page, 'Video');
  const request = { modality: 'video', model: 'paid/film', prompt: 'too long', parameters: {}, extra: {} };
  await command(page, 'jobs.create', { id: crypto.randomUUID(), ...request } as never);
  const card = result(page, 'too long');
  const tree = card.getByRole('list', { name: 'Details' });
  await card.getByText('Details', { exact: true }).click();
  await expect(tree).toBeVisible();
  await expect(card).toContainText('Field duration');
  await expect(tree.getByRole('listitem').filter({ hasText: /^allowed/ })).toContainText(
    /min\s*1\s*max\s*10/,
  );
  await expect(tree).toContainText('<b>shorter</b>');
  const summary = jobRow(page, 'too long').locator('summary').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  await jobRow(page, 'too long').getByText('Details', { exact: true }).click();
  await expect(jobRow(page, 'too long').getByRole('list', { name: 'Details' })).toContainText('asked 12.5');
  await expectAccessible(page);

  gateway.on(VIDEOS, () => ({ status: 503, headers: { 'retry-after': '0' }, body: { error } }));
  await command(page, 'jobs.create', {
    ...{ id: crypto.randomUUID(), ...request, prompt: 'refused thrice' },
  } as never);
  // The stage stays with the job on it; the row tells the same.
  await expect(jobRow(page, 'refused thrice')).toContainText('3 attempts');
});

test('the gateway’s jobs are listed by any status and limit, and more are loaded as far as it goes', async ({
  appPage: page,
}) => {
  const at = Date.UTC(2026, 4, 6, 7, 8, 9) / 1_000;
  records = Array.from({ length: 150 }, (_, index) => ({
    ...{ id: `job-${index}`, status: index < 3 ? 'awaiting_review' : 'completed', prompt: `boat ${index}` },
    ...{ type: 'image.generation', created_at: at, finished_at: at + 60 },
    ...(index === 2 && { status: 'failed', error }),
    ...(index === 0 && { status: 'running', progress: 40 }),
    ...(index > 2 && { output: { url: `${gateway.baseUrl}/files/one.png` } }),
  }));
  await openTab(page, 'Image');
  await page.getByRole('button', { name: 'From the gateway…' }).click();
  const list = page.getByRole('dialog', { name: 'Jobs at the gateway' });
  const items = list.getByRole('list', { name: 'Jobs at the gateway' }).locator(':scope > li');
  await expect(items).toHaveCount(20);
  await expect(items.nth(0)).toContainText('running · 40 % · Image');
  await expect(items.nth(3)).toContainText(/Created .*2026.*, ended .*2026/);
  await items.nth(2).locator('summary').first().click();
  await items.nth(2).getByText('Details', { exact: true }).click();
  await expect(items.nth(2).getByRole('list', { name: 'Details' })).toContainText('asked 12.5');
  await expectAccessible(page);
  for (const count of [40, 60, 80, 100]) {
    await list.getByRole('button', { name: 'Load more' }).click();
    await expect(items).toHaveCount(count);
  }
  await list.getByRole('button', { name: 'Load more' }).click();
  await expect(list).toContainText('The gateway has more jobs than the 100 shown');
  await expect(list.getByRole('button', { name: 'Load more' })).toHaveCount(0);

  await list.getByLabel('Status', { exact: true }).selectOption('Other…');
  await list.getByLabel('Other status').fill('awaiting_review');
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(1);
  await list.getByLabel('Status', { exact: true }).selectOption('completed');
  await list.getByLabel('At most').selectOption('Other…');
  await list.getByLabel('Other limit').fill('7');
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(7);
  await items.nth(4).getByRole('button', { name: 'Import' }).click();
  await expect(items.nth(4)).toContainText('already here');
  await page.keyboard.press('Escape');
  await expect(results(page).locator('img')).toBeVisible();
  expect(gateway.charges).toEqual([]);
});

test('a job is opened by its id with the keyboard alone, and shown again instead of twice', async ({
  appPage: page,
}) => {
  records = [{ id: 'far', status: 'running', progress: 30, type: 'image.generation', prompt: 'from afar' }];
  await openTab(page, 'Chat');
  const open = async (id: string) => {
    await jobsPanel(page).getByRole('button', { name: 'Open a job by its id…' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Job id' })).toBeFocused();
    await page.keyboard.type(id);
    await page.keyboard.press('Enter');
  };
  await open('nowhere');
  const dialog = page.getByRole('dialog', { name: 'Open a job by its id' });
  await expect(dialog.getByRole('alert')).toContainText('job_not_found');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await open('far');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/#\/image\/job:/);
  await expect(jobRow(page, 'from afar')).toContainText('30 %');
  records = [
    { ...records[0], id: 'far', status: 'completed', output: { url: `${gateway.baseUrl}/files/a.png` } },
  ];
  await expect(jobRow(page, 'from afar')).toContainText('completed');
  await jobRow(page, 'from afar').getByRole('button', { name: 'Dismiss' }).click();
  await expect(jobRow(page, 'from afar')).toHaveCount(0);
  await open('far');
  await expect(jobRow(page, 'from afar')).toHaveCount(1);
  await expect(results(page).locator('img')).toBeVisible();
  expect([gateway.charges, gateway.count('/images'), gateway.count(VIDEOS)]).toEqual([[], 0, 0]);
});
