import type { Page } from 'playwright/test';
import { chooseModel, composer, exchange, say, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { startTestSandbox } from '../support/sandbox';
import { addProfile, keepKeyForSession } from '../support/settings-page';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const openSettings = (page: Page) => page.getByRole('link', { name: 'Settings' }).click();

test('the theme follows the system until the person chooses, and is right from the first paint', async ({
  appPage: page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  await openSettings(page);
  await page.getByLabel('Theme').selectOption('light');
  await expect.poll(() => theme(page)).toBe('light');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => theme(page)).toBe('light');
});

test('the list of sections names each, and leads to it with the keyboard', async ({ appPage: page }) => {
  await openSettings(page);
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('button');
  const headings = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(links.last()).toBeVisible();
  await expect(headings).toHaveText(await links.allTextContents());
  await links.getByText('Backups').focus();
  await page.keyboard.press('Enter');
  await expect(headings.getByText('Backups')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Backups' }).locator(':focus')).toHaveCount(1);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(links).toHaveCount(0);
});

test('Enter can be changed to a new line, and Ctrl+Enter still sends', async ({ appPage: page }) => {
  await openSettings(page);
  await page.getByLabel('Key that sends').selectOption('ctrl-enter');
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await composer(page).fill('one');
  await composer(page).press('Enter');
  await composer(page).pressSequentially('two');
  await expect(composer(page)).toHaveValue('one\ntwo');
  await composer(page).press('Control+Enter');
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText('one\ntwo', {
    useInnerText: true,
  });
});

test('a profile is created, gets its key, and is tested, used for a chat and deleted', async ({
  appPage: page,
}) => {
  const gateway = await startTestSandbox({ apiKey: 'sk-planted-and-recognizable' });
  try {
    await addProfile(page, { name: 'Second sandbox', baseUrl: gateway.baseUrl });
    await keepKeyForSession(page, 'sk-another');
    await page.getByRole('button', { name: 'Test connection' }).click();
    const steps = page.getByRole('list', { name: 'Steps of the test' });
    await expect(steps.getByRole('listitem').filter({ hasText: 'Address' })).toContainText('ok');
    await expect(steps.getByRole('listitem').filter({ hasText: 'Key' })).toContainText('failed');
    await keepKeyForSession(page, gateway.apiKey);
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(steps.getByRole('listitem').filter({ hasText: 'Models' })).toContainText('ok');
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await expect(page.getByRole('banner')).toContainText('Second sandbox');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await chooseModel(page, 'sandbox/eliza');
    await exchange(page, 'Through another door', 'sandbox/eliza');
    expect((await gateway.account()).chargeCount).toBe(1);
    expect(await page.content()).not.toContain(gateway.apiKey);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      gateway.apiKey,
    );
    await openSettings(page);
    await page.getByRole('button', { name: 'Delete profile' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Second sandbox' })).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('Sandbox');
  } finally {
    await gateway.close();
  }
});

test('a key can be removed, and a call without one says what to do', async ({ appPage: page }) => {
  const gateway = await startTestSandbox();
  try {
    await addProfile(page, { name: 'Keyless', baseUrl: gateway.baseUrl, key: gateway.apiKey });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await expect(page.getByText('This profile is in use.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove key' }).click();
    await expect(page.getByText('No key is stored.')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('no key');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await say(page, 'Hello?');
    await expect(page.getByRole('alert')).toContainText('no_key');
    await expect(page.getByRole('button', { name: 'Open Settings' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Open Settings');
  } finally {
    await gateway.close();
  }
});

test('an invalid name or address is reported, and stays in its field', async ({ appPage: page }) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Add profile' }).click();
  await page.getByLabel('Name').fill('Wrong');
  await page.getByRole('textbox', { name: 'Base URL' }).fill('ftp://somewhere');
  await page.getByRole('button', { name: 'Create profile' }).click();
  await expect(page.getByRole('alert')).toContainText('invalid_input');
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('ftp://somewhere');
});

test('name and address are edited, and nothing changes until they are saved', async ({ appPage: page }) => {
  await addProfile(page, { name: 'First name', baseUrl: 'http://127.0.0.1:9/api/v1' });
  await page.getByLabel('Name').fill('Second name');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('First name');
  await page.getByLabel('Name').fill('Second name');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Second name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
});

test('the profile is switched from the title bar', async ({ appPage: page }) => {
  await addProfile(page, { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/api/v1' });
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitemradio', { name: 'Elsewhere' }).click();
  await expect(page.getByRole('button', { name: /^Profile/ })).toContainText('Elsewhere');
  await expect(page.getByRole('button', { name: /^Profile/ })).toContainText('not answering');
});

test('the text grows with its setting, and contrast, colors and reduced motion of the system are obeyed', async ({
  appPage: page,
}) => {
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const muted = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--muted'));
  const before = { size: await size(), muted: await muted() };
  await openSettings(page);
  await page.getByLabel('Text size').selectOption('large');
  await expect.poll(size).toBeCloseTo(before.size * 1.15, 1);
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(muted).not.toBe(before.muted);

  // With the system's own colors, a switch whose state only a background showed keeps its shape.
  const track = page.getByRole('switch').first().locator('span').first();
  const border = () => track.evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(await border()).toBe('0px');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(border).toBe('1px');

  const moving = () =>
    page.evaluate(() => {
      document.body.style.transition = 'opacity 1s';
      return getComputedStyle(document.body).transitionProperty;
    });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving()).toBe('opacity');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe('none');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
