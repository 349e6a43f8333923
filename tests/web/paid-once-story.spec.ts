/** A person's batch with a failing file server, a full disk and a kill: each image is paid once and on the disk. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, launchWeb, openApp, type RunningWeb, test } from '../support/app';
import { batchRows, batchState, openSetup, runButton, useTable } from '../support/batch-page';
import { file, IMAGES, type PaidGateway, png, startPaidGateway } from '../support/paid-gateway';
import { addProfile, keepKeyForSession } from '../support/settings-page';

const prlimit = '/usr/bin/prlimit';
test.skip(!existsSync(prlimit), 'needs prlimit, by which Linux lets every write of a process fail');

function setDisk({ child }: RunningWeb, state: 'full' | 'free'): void {
  const most = state === 'full' ? '1' : 'unlimited';
  execFileSync(prlimit, ['--pid', String(child.pid), `--fsize=${most}:unlimited`]);
}

const KEY = 'a-key-for-this-story';

let gateway: PaidGateway;
test.beforeEach(async () => {
  gateway = await startPaidGateway();
});
test.afterEach(() => gateway.close());

test('a batch pays for each image once through a failing file server, a full disk and a kill', async ({
  appPage: page,
  home,
  web,
}) => {
  // The third image arrives only after a retry; the second is held back until the disk is full.
  let isGone = true;
  let letSecondGo: () => void = () => undefined;
  const secondMayGo = new Promise<void>((resolve) => {
    letSecondGo = resolve;
  });
  gateway.on(/^\/files\/0-/, ({ before }) =>
    before === 0 ? { status: 503, headers: { 'Retry-After': '0' }, body: 'busy' } : file(png),
  );
  gateway.on(/^\/files\/1-/, async () => {
    await secondMayGo;
    return file(png);
  });
  gateway.on(/^\/files\/2-/, () => (isGone ? { status: 404, body: 'gone' } : file(png)));

  await addProfile(page, { name: 'Paid', baseUrl: gateway.baseUrl, key: KEY });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await page.getByRole('link', { name: 'Image' }).click();
  await openSetup(page, 'A {{thing}}');
  await useTable(page, 'thing\nboat\nharbour\nlighthouse\nstar');
  await runButton(page).click();

  await expect(batchRows(page).nth(2)).toContainText('404');
  await expect(batchRows(page).nth(0)).toContainText('done');
  await expect(batchRows(page).nth(2)).toContainText('10');

  // The disk is full when the second image arrives: the batch says so, and nothing is charged again.
  await expect.poll(() => gateway.count('/files/1-')).toBe(1);
  setDisk(web, 'full');
  letSecondGo();
  await expect(page.getByText(/Couldn’t save a job|couldn’t save the result/).first()).toBeVisible();
  const paid = gateway.charges.length;
  await web.kill();

  const again = await launchWeb({ home });
  try {
    await openApp(page, again.url);
    await page.getByRole('link', { name: 'Settings' }).click();
    await keepKeyForSession(page, KEY);
    isGone = false;
    await page.getByRole('link', { name: 'Image' }).click();
    const batches = page.getByRole('navigation', { name: 'Batches' });
    await batches.getByRole('link', { name: /thing/ }).click();
    await expect(batchState(page)).not.toContainText('running');
    const resume = page.getByRole('button', { name: 'Resume' });
    if (await resume.isVisible()) await resume.click();
    await expect(batchState(page)).not.toContainText('running');
    const retry = page.getByRole('button', { name: /^Retry \d failed$/ });
    if (await retry.isVisible()) await retry.click();
    await expect(batchState(page)).toContainText('4 of 4 done');
  } finally {
    await again.stop();
  }
  expect(paid).toBeGreaterThanOrEqual(3);
  expect(gateway.charges).toHaveLength(4);
  expect(new Set(gateway.charges.map(({ key }) => key)).size).toBe(4);
  expect(gateway.count(IMAGES)).toBe(4);
  expect(
    readdirSync(path.join(home, 'media', 'images')).filter((name) => name.endsWith('.png')),
  ).toHaveLength(4);
});
