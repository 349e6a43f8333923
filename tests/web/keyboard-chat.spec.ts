import { seedChats } from '../bench/seed';
import { test as alone, launchWeb, openApp } from '../support/app';
import { expectAccessible } from '../support/axe';
import { composer, exchange, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test('finding, stepping and moving through lists with the keyboard alone', async ({ appPage: page }) => {
  await exchange(page, 'A Übung, a needle', 'sandbox/eliza');
  await exchange(page, 'another NEEDLE', 'sandbox/eliza');
  await expect(page).toHaveTitle(/^A Übung, a needle · /);

  await composer(page).focus();
  // Typed at once: no key goes to the field that had the focus.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needl\u00e9');
  const field = page.getByRole('textbox', { name: 'Find in this chat' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('needl\u00e9');
  const bar = page.getByRole('search', { name: 'Find in chat' });
  const count = bar.getByRole('status');
  await expect(count).toHaveText(/^1 of \d+$/);
  await page.keyboard.press('Enter');
  await expect(count).toHaveText(/^2 of /);
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText(/^1 of /);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('find-current') ?? [])].map((range) => String(range)));
  await expect.poll(marked).toEqual(['needle']);
  // Pressed again, the keys select what was typed, for the next words to replace it.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('nothing of this');
  await expect(field).toHaveValue('nothing of this');
  await expect(count).toHaveText('No matches');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press('Alt+ArrowUp');
  const last = replies(page, 'sandbox/eliza').last();
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-posinset', '4');
  await expect(last).toHaveAttribute('aria-setsize', '4');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(transcript(page).getByRole('article', { name: 'You' }).last()).toBeFocused();
  await expect(transcript(page).getByRole('heading', { name: 'You' })).toHaveCount(2);

  await composer(page).focus();
  await page.keyboard.press('Control+Shift+L');
  const map = page.getByRole('listbox', { name: 'Your messages' });
  await expect(map).toBeFocused();
  await expect(map.getByRole('option')).toHaveText([/A Übung, a needle$/, /another NEEDLE$/]);
  await expect(map.getByRole('option', { selected: true })).toContainText('another');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(map).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+Shift+L');
  await expect(map).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(map).toHaveCount(0);
  await expect(transcript(page).getByRole('article', { name: 'You' }).first()).toBeFocused();

  // A second reply to the last message is a fork; the map of branches goes between both by keys.
  await replies(page, 'sandbox/eliza').last().getByRole('button', { name: 'Regenerate' }).click();
  await expect(transcript(page).getByText('2 / 2')).toBeVisible();
  await composer(page).focus();
  await page.keyboard.press('Control+Shift+L');
  await map.waitFor();
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Branches' }).click();
  const tree = page.getByRole('tree', { name: 'Branches of this chat' });
  await expect(tree).toBeFocused();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText('on show');
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(transcript(page).getByText('1 / 2')).toBeVisible();

  const rail = page.getByRole('navigation', { name: 'Main' });
  await rail.getByRole('link', { name: 'Chat' }).focus();
  await page.keyboard.press('End');
  await expect(rail.getByRole('link', { name: 'Settings' })).toBeFocused();
  await expect(page.locator('[data-focus-tip]')).toHaveText(/^Settings/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(rail.getByRole('link', { name: 'Image' })).toBeFocused();
  await expect(rail.locator('[tabindex="0"]')).toHaveCount(1);

  const history = page.getByRole('navigation', { name: 'History' });
  await expect(history.locator('[tabindex="0"]')).toHaveCount(1);
  await history.getByRole('link', { name: /needle/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(history.getByRole('button', { name: 'More' })).toBeFocused();

  await page.keyboard.press('Control+Shift+M');
  await page.keyboard.type('firehose');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
});

alone('the map of a chat of 5,000 messages draws few of them and goes to any', async ({ page, home }) => {
  const [chat] = await seedChats(home, [{ messages: 5_000 }]);
  const web = await launchWeb({ home });
  try {
    await openApp(page, web.url);
    await page.goto(`${web.origin}/#/chat/${chat?.id}`);
    await expect(transcript(page).getByRole('article').last()).toBeVisible();
    await page.keyboard.press('Control+Shift+L');
    const map = page.getByRole('listbox', { name: 'Your messages' });
    await expect(page.getByRole('status').filter({ hasText: '2,500 messages' })).toBeVisible();
    await expect(map.getByRole('option', { selected: true })).toHaveAttribute(
      'aria-posinset',
      /^(2499|2500)$/,
    );
    await expect(map.getByRole('option', { selected: true })).toBeInViewport();
    expect(await map.getByRole('option').count()).toBeLessThan(60);
    await page.keyboard.press('Home');
    await expect(map.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '1');
    await page.keyboard.press('Enter');
    const first = transcript(page).getByRole('article', { name: 'You' }).first();
    await expect(first).toBeFocused();
    await expect(first).toHaveAttribute('aria-posinset', '1');
    await expect(first).toBeInViewport();
  } finally {
    await web.stop();
  }
});

test('the menu of a message opens by each key, with its first item chosen, and gives the focus back', async ({
  appPage: page,
}) => {
  await exchange(page, 'A menu', 'sandbox/eliza');
  // By sight, since a menu that is open hides the rest from screen readers.
  const button = transcript(page).locator('button[title=More]').last();
  const items = page.getByRole('menuitem');
  // The first time it is made; later it is there.
  for (const key of ['Enter', 'ArrowDown', 'Space', 'Enter']) {
    await button.press(key);
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('the menu of a message opens and closes by the pointer, the first time too', async ({
  appPage: page,
}) => {
  await exchange(page, 'Another menu', 'sandbox/eliza');
  const button = transcript(page).locator('button[title=More]').last();
  await button.hover();
  for (let time = 0; time < 2; time += 1) {
    await button.click();
    await expect(page.getByRole('menu')).toBeFocused();
    await button.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});
