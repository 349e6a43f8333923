/**
 * Where the focus is after a key has changed what is shown: the control that had it may be moved, removed, hidden or
 * turned off, or its whole screen left.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { fillChat, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const show = (page: Page, screen: string) => page.evaluate((hash) => location.assign(`#/${hash}`), screen);
const main = (page: Page) => page.getByRole('main');
const focusIsIn = (place: Locator) =>
  expect
    .poll(() =>
      place.evaluate((one) => one === document.activeElement || one.contains(document.activeElement)),
    )
    .toBe(true);

async function choose(page: Page, opener: Locator, item: string): Promise<void> {
  await opener.press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

test('a button that leaves its screen hands the focus on to the next one', async ({ appPage: page }) => {
  await page.getByRole('button', { name: 'Prompts' }).first().waitFor();
  const ways: readonly (readonly [screen: string, button: string, then: string])[] = [
    ['image', 'Library', '#/library'],
    ['batches/batch:new', 'All batches', '#/batches'],
    ['lab/new', 'All experiments', '#/lab'],
  ];
  for (const [screen, button, then] of ways) {
    await show(page, screen);
    await main(page).getByRole('button', { name: button }).press('Enter');
    await expect(page).toHaveURL((url) => url.hash === then);
    await focusIsIn(main(page));
  }
  await show(page, 'chat');
  await choose(page, page.getByRole('button', { name: 'Prompts' }).first(), 'Prompt library');
  await expect(page).toHaveURL(/#\/prompts/);
  await focusIsIn(main(page));
});

test('a message that is moved from its menu keeps the focus, and so it does as that is undone', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello', 'And then?']);
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  const messages = transcript(page).locator('[data-message]');
  await expect(messages).toHaveCount(4);
  const more = (at: number) => messages.nth(at).getByRole('button', { name: 'More for this message' });
  await choose(page, more(1), 'Move down');
  await expect(messages.nth(1)).toContainText('And then?');
  await focusIsIn(messages.nth(2));
  await choose(page, more(2), 'Undo last edit');
  await expect(messages.nth(2)).toContainText('And then?');
  await focusIsIn(transcript(page));
});

test('a message that goes while its menu is open leaves the focus in its chat', async ({ appPage: page }) => {
  await fillChat(page, ['Hello', 'And then?']);
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  const last = transcript(page).locator('[data-message]').last();
  const messageId = (await last.getAttribute('data-message')) ?? '';
  await last.getByRole('button', { name: 'More for this message' }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  // As another window does.
  await command(page, 'chat.removeMessage', { editId: randomUUID(), messageId });
  await expect(transcript(page).locator('[data-message]')).toHaveCount(3);
  await focusIsIn(transcript(page));
});

test('a control that goes or is turned off leaves the focus in its part of the page', async ({
  appPage: page,
}) => {
  await show(page, 'lab/new');
  await main(page).getByRole('button', { name: 'Add axis' }).press('Enter');
  await focusIsIn(main(page));
  const speech = { modality: 'speech', model: 'sandbox/narrator', parameters: {}, extra: {} } as const;
  await command(page, 'jobs.create', { ...speech, id: randomUUID(), prompt: 'A boat' });
  await show(page, 'speech');
  const results = page.getByRole('list', { name: 'Results' });
  await results.getByRole('button', { name: 'Play' }).press('Enter');
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: 'Close player' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
  await focusIsIn(main(page));
});

test('a button that adds a row hands the focus to its first field, at the end of a long list too', async ({
  appPage: page,
}) => {
  await show(page, 'lab/new');
  const field = (row: string, name: string) =>
    main(page).getByRole('group', { name: row, exact: true }).getByLabel(name, { exact: true });
  const rows: readonly (readonly [button: string, field: Locator])[] = [
    ['Add variant', field('Variant 2', 'Model')],
    ['Add axis', field('Axis 1', 'Varies')],
    ['Add axis', field('Axis 2', 'Varies')],
    ['Add case', field('Case 1', 'Expected, case 1')],
    ['Add assertion', field('Assertion 1', 'Type')],
  ];
  for (const [button, next] of rows) {
    await main(page).getByRole('button', { name: button }).press('Enter');
    await expect(next).toBeFocused();
  }
  const many = Array.from({ length: 60 }, (_, at) => `word ${at}`);
  await main(page)
    .getByRole('textbox', { name: 'Paste cases' })
    .fill(['word', ...many].join('\n'));
  await main(page).getByRole('button', { name: 'Use these cases' }).press('Enter');
  await main(page).getByRole('button', { name: 'Add case' }).press('Enter');
  await expect(field('Case 61', 'word, case 61')).toBeFocused();
  await expect(field('Case 61', 'word, case 61')).toBeInViewport({ ratio: 1 });
});

test('an answer that comes late leaves the focus where the person has gone meanwhile', async ({
  appPage: page,
}) => {
  const request = { modality: 'image', model: 'sandbox/aurora', extra: {} } as const;
  const parameters = { size: '512x512', count: 2 };
  await command(page, 'jobs.create', { ...request, id: randomUUID(), prompt: 'A boat', parameters });
  const made = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 9 })).items.map(({ id }) => id);
  await expect.poll(async () => (await made()).length).toBe(2);
  await command(page, 'media.remove', { ids: await made() });
  await show(page, 'library');
  await main(page).getByRole('button', { name: 'Trash', exact: true }).press('Enter');
  const restore = main(page).getByRole('button', { name: /^Restore/ });
  await expect(restore).toHaveCount(2);

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const isAsked = (request: Request) => request.postDataJSON()?.name === 'media.restore';
  await page.route('**/api/call', async (route) => {
    if (isAsked(route.request())) await held;
    await route.fallback();
  });
  const asked = page.waitForRequest(isAsked);
  await restore.first().press('Enter');
  await asked;
  await page.keyboard.press('Tab');
  await expect(restore.last()).toBeFocused();
  answer();
  await expect(restore).toHaveCount(1);
  await expect(restore).toBeFocused();
});

test('a press beside a control takes the focus from it, as ever', async ({ appPage: page }) => {
  await show(page, 'settings');
  const heading = page.getByRole('heading', { name: 'Settings' });
  await page.getByRole('button', { name: 'Third-party licenses' }).focus();
  await heading.click();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('button');
});

test('what was spent takes the focus as it opens, for it to be read, and gives it back', async ({
  appPage: page,
}) => {
  const opener = page.getByRole('button', { name: /^Spending/ });
  await opener.press('Enter');
  const spending = page.getByRole('dialog', { name: 'Spending' });
  await focusIsIn(spending);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(spending).toHaveCount(0);
  await expect(opener).toBeFocused();
});
