/** Blind votes by one key, wherever the focus is, over texts and images. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

const panel = (page: Page) => page.getByRole('region', { name: 'Vote', exact: true });
const choice = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const choicesOf = async (page: Page, id: string) =>
  (await command(page, 'experiments.votes', { id })).map((vote) => vote.choice);

async function openVotes(page: Page, id: string): Promise<void> {
  await command(page, 'experiments.start', { id });
  await expect.poll(async () => (await command(page, 'experiments.get', { id })).state).toBe('completed');
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const view = page.getByRole('navigation', { name: 'View' }).getByRole('button', { name: 'Vote' });
  await view.focus();
  await page.keyboard.press('Enter');
}

test('letters vote on texts without a click into the panel, and not while a text is typed', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const base = {
    modality: 'chat',
    profileId: SANDBOX_PROFILE_ID,
    settings: {},
    promptVersion: null,
  } as const;
  await command(page, 'experiments.create', {
    ...{ id, title: 'Words', cases: ['sun', 'moon', 'sea', 'sand'].map((word) => ({ variables: { word } })) },
    variants: ['sandbox/echo', 'sandbox/eliza'].map((model) => ({
      ...{ ...base, model, label: model, template: 'Say {{word}}' },
    })),
  });
  await openVotes(page, id);
  await expect(panel(page).getByRole('heading', { name: 'A', exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await expect(panel(page).getByRole('heading', { name: /^A sandbox\// })).toBeVisible();
  await expect(panel(page)).toBeFocused();
  // The same pair still: another key changes the vote.
  await page.keyboard.press('t');
  await expect(choice(page, 'Equally good')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('3 pairs left');
  await panel(page).getByRole('region', { name: 'Text of A' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  await expect(choice(page, 'Both bad')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Backspace');
  await expect(choice(page, 'Both bad')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('B');
  await expect(choice(page, 'B is better')).toHaveAttribute('aria-pressed', 'true');
  expect(await choicesOf(page, id)).toEqual(['tie', 'b']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Words', exact: true }).click();
  await expect(page.locator('input:focus')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Words', exact: true })).toBeFocused();
  expect(await choicesOf(page, id)).toEqual(['tie', 'b']);
});

test('keys that are quicker than the disk change no earlier vote, and Enter goes on after a click', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const base = {
    modality: 'chat',
    profileId: SANDBOX_PROFILE_ID,
    settings: {},
    promptVersion: null,
  } as const;
  await command(page, 'experiments.create', {
    ...{ id, title: 'Quick', cases: ['sun', 'moon', 'sea'].map((word) => ({ variables: { word } })) },
    variants: ['sandbox/echo', 'sandbox/eliza'].map((model) => ({
      ...{ ...base, model, label: model, template: 'Say {{word}}' },
    })),
  });
  await openVotes(page, id);
  await expect(panel(page).getByRole('heading', { name: 'A', exact: true })).toBeVisible();
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/call', async (route) => {
    if (route.request().postData()?.includes('experiments.vote"')) await isLetGo;
    await route.continue();
  });
  for (const key of ['a', 'Enter', 'b']) await page.keyboard.press(key);
  letGo();
  await expect(panel(page)).toContainText('2 pairs left');
  await expect(panel(page).getByRole('heading', { name: 'A', exact: true })).toBeVisible();
  expect(await choicesOf(page, id)).toEqual(['a']);
  await choice(page, 'Both bad').click();
  await expect(choice(page, 'Both bad')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Both bad')).toHaveAttribute('aria-pressed', 'false');
  expect(await choicesOf(page, id)).toEqual(['a', 'bothBad']);
});

test('the same keys vote on images, which say nowhere whose they are before', async ({ appPage: page }) => {
  const id = randomUUID();
  const base = { modality: 'image', profileId: SANDBOX_PROFILE_ID, parameters: {}, extra: {} } as const;
  const models = ['sandbox/aurora', 'sandbox/poster'];
  await command(page, 'experiments.create', {
    ...{ id, title: 'Images', cases: [{ variables: { word: 'a lake' } }] },
    variants: models.map((model) => ({
      ...{ ...base, model, label: model, template: '{{word}}', promptVersion: null },
    })),
  });
  await openVotes(page, id);
  await expect(panel(page).getByRole('img')).toHaveCount(2);
  const names = await panel(page)
    .getByRole('img')
    .evaluateAll((images) =>
      Promise.all(
        images.map(async (image) =>
          (await fetch((image as HTMLImageElement).src)).headers.get('content-disposition'),
        ),
      ),
    );
  const shown = [...names, await page.locator('html').evaluate((html) => html.outerHTML)].join('\n');
  expect(shown).toContain('filename="answer.png"');
  expect(shown).not.toMatch(/aurora|poster/);
  await page.setViewportSize({ width: 720, height: 450 });
  for (const letter of ['A', 'B'])
    await expect(panel(page).getByRole('img', { name: `Answer ${letter}` })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('b');
  await expect(panel(page).getByRole('heading', { name: /^B sandbox\// })).toBeVisible();
  expect(await choicesOf(page, id)).toEqual(['b']);
});
