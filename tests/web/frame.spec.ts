import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { root } from '../../scripts/lib/root.mjs';
import { test as alone, openApp } from '../support/app';
import { beginLongReply, chooseModel, composer, exchange, runSettings, setExtra } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { addProfile } from '../support/settings-page';

const sizes = [
  { width: 1024, height: 640 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

for (const size of sizes) {
  alone(`nothing overflows at ${size.width}×${size.height}`, async ({ appPage: page }) => {
    await page.setViewportSize(size);
    // The name of the profile says whose credits are spent.
    const name = page.getByRole('banner').getByText('Sandbox', { exact: true });
    await expect(page.getByRole('banner')).toContainText('no calls yet');
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    await chooseModel(page, 'sandbox/echo');
    await setExtraWherePossible(page);
    await exchange(
      page,
      `${'long'.repeat(300)}\n\n| ${'wide | '.repeat(40)}\n|${'-|'.repeat(40)}`,
      'sandbox/echo',
    );
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    const over = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(over).toEqual([0, 0]);
  });
}

async function setExtraWherePossible(page: Page) {
  if (await runSettings(page).isVisible()) await setExtra(page, { tokens_per_second: 0 });
}

test('the side columns close and open, keep their widths, and are restored after a reload', async ({
  appPage: page,
}) => {
  const edge = page.getByRole('separator', { name: 'Width of the history' });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '252');
  const box = await edge.boundingBox();
  if (box === null) throw new Error('The edge is not there.');
  await page.mouse.move(box.x + 3, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 43, 400, { steps: 4 });
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', '292');
  // Another button opens a menu, and moves nothing.
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(box.x + 80, 400);
  await page.mouse.up({ button: 'right' });
  await page.keyboard.press('Escape');
  await expect(edge).toHaveAttribute('aria-valuenow', '292');
  await page.getByRole('button', { name: 'Run settings' }).click();
  await expect(runSettings(page)).toHaveCount(0);
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', '292');
  await expect(runSettings(page)).toHaveCount(0);
});

test('in a narrow window the run settings open over the content and close with Escape', async ({
  appPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await expect(runSettings(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Run settings' }).click();
  await runSettings(page).getByLabel('Seed').fill('5');
  await page.keyboard.press('Escape');
  await expect(runSettings(page)).toHaveCount(0);
});

test('the reply continues while another tab is open', async ({ appPage: page }) => {
  await beginLongReply(page, 900, 200);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('900 tokens');
});

alone('a page whose host was restarted continues where it was', async ({ appPage: page, web, home }) => {
  await exchange(page, 'Before', 'sandbox/eliza');
  await web.kill();
  await expect(page.getByText('Gatehouse isn’t responding.', { exact: true })).toBeVisible();
  await composer(page).fill('typed meanwhile');
  const again = await launchOn(home, new URL(web.origin).port);
  try {
    // Another process knows no session of the old one: its own link opens one for this browser.
    const window = await page.context().newPage();
    await openApp(window, again.url);
    await expect(page.getByText('Gatehouse isn’t responding.')).toHaveCount(0);
    await expect(composer(page)).toHaveValue('typed meanwhile');
    await expect(page.getByRole('log')).toContainText('Before');
    await exchange(page, 'After', 'sandbox/eliza');
  } finally {
    again.child.kill();
    await once(again.child, 'exit');
  }
});

/** The browser host on a data folder and a port that were in use before. */
async function launchOn(home: string, port: string) {
  const entry = path.join(root, 'dist', 'electron', 'web.js');
  const child = spawn(process.execPath, [entry, '--json', '--no-open', '--port', port], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: (JSON.parse(String(line)) as { url: string }).url };
}

test('a thousand models are searched without delay, and an unlisted one can be typed', async ({
  appPage: page,
}) => {
  const models = Array.from({ length: 1_000 }, (_, index) => ({
    id: `vendor/model-${index}`,
    object: 'model',
  }));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ object: 'list', data: models, meta: { credits_used: 0, credits_remaining: 5 } }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    await addProfile(page, { name: 'Many', baseUrl: `http://127.0.0.1:${port}/api/v1`, key: 'sk-many' });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.click();
    await expect(page.getByText('940 more: type to narrow the list.')).toBeVisible();
    await model.pressSequentially('model-987');
    await expect(page.getByRole('option').first()).toContainText('vendor/model-987');
    await model.fill('vendor/not-listed');
    await page.getByRole('option', { name: /not-listed/ }).click();
    await expect(model).toHaveValue('vendor/not-listed');
  } finally {
    server.close();
  }
});

test('a catalogue that can’t be loaded shows the reason, and a model can still be typed', async ({
  appPage: page,
}) => {
  await addProfile(page, { name: 'Dead', baseUrl: 'http://127.0.0.1:9/api/v1', key: 'sk-dead' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(page.getByText('Couldn’t load the models')).toBeVisible();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByText('Couldn’t refresh the models')).toBeVisible();
  await page.getByRole('combobox', { name: 'Model' }).fill('any/model');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('any/model');
});

test('an error of a whole screen keeps its distance from the edges', async ({ appPage: page }) => {
  for (const screen of ['lab/experiment:gone', 'batches/batch:gone']) {
    await page.evaluate((hash) => location.assign(`#/${hash}`), screen);
    const card = page.getByRole('main').getByRole('alert');
    await expect(card).toBeVisible();
    const [inner, outer] = [await card.boundingBox(), await page.getByRole('main').boundingBox()];
    if (inner === null || outer === null) throw new Error('The error is not there.');
    expect(inner.x - outer.x).toBeGreaterThanOrEqual(8);
    expect(outer.x + outer.width - inner.x - inner.width).toBeGreaterThanOrEqual(8);
  }
});
