import { beginLongReply, composer, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test('a whole chat with the keyboard alone', async ({ appPage: page }) => {
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+Shift+M');
  const model = page.getByRole('combobox', { name: 'Model' });
  await expect(model).toBeFocused();
  await page.keyboard.type('firehose');
  await page.keyboard.press('Enter');
  await expect(model).toHaveValue('sandbox/firehose');
  await expect(page.getByRole('option', { name: /sandbox\// })).toHaveCount(0);
  await page.keyboard.press('Control+n');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Hello by hand');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and a second line');
  await page.keyboard.press('Enter');
  await expect(replies(page, 'sandbox/firehose')).toHaveAttribute('aria-busy', 'false');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('Hello by hand\nand a second line');
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+1');
  await expect(transcript(page)).toBeVisible();
  await page.keyboard.press('Control+n');
  await expect(composer(page)).toBeFocused();
  await expect(transcript(page).getByRole('article')).toHaveCount(0);
});

test('Tab reaches every control of the chat, and each shows its focus', async ({ appPage: page }) => {
  // The settings are a part that loads later.
  await expect(page.getByLabel('Temperature')).toBeVisible();
  await page.locator('body').focus();
  const seen = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return { name: 'BODY', marked: false };
      // The composer and the model picker mark the box around them.
      const around = [element, element.parentElement, element.parentElement?.parentElement].flatMap(
        (one) => one ?? [],
      );
      const marked =
        around.some((one) => getComputedStyle(one).outlineStyle !== 'none') ||
        element.matches('form textarea');
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return {
        name: name || (element as HTMLInputElement).labels?.[0]?.textContent || element.tagName,
        marked,
      };
    });
    if (where.name !== 'BODY') expect(where.marked, `${where.name} shows its focus`).toBe(true);
    seen.add(where.name);
  }
  for (const name of [
    'Skip to the content',
    'Chat',
    'New chat',
    'Model',
    'Message',
    'Temperature',
    'Top P',
    'Seed',
    'Extra parameters',
  ]) {
    expect(
      [...seen].some((one) => one.includes(name)),
      `${name} is reached; seen: ${[...seen]}`,
    ).toBe(true);
  }
});

test('Escape closes what is open before it stops the reply', async ({ appPage: page }) => {
  const reply = await beginLongReply(page);
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByRole('option', { name: /sandbox\// }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { name: /sandbox\// })).toHaveCount(0);
  await expect(reply).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(reply).toContainText('Stopped');
});
