/** The commonest keys, pressed as soon as the first screen is painted and before the rest of the page is loaded. */
import type { Page, Route } from 'playwright/test';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { firstCode } from '../support/first-code';

test.use({ keepsPage: false });

/** Loads the page again and stops at its first screen: every script that it does without waits until it is let go. */
async function firstScreen(page: Page): Promise<() => Promise<void>> {
  const first = [...(await firstCode()).keys()];
  const held: Route[] = [];
  let isHolding = true;
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isHolding || first.some((file) => pathname.includes(file))) return route.continue();
    held.push(route);
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  return async () => {
    isHolding = false;
    for (const route of held) await route.continue();
  };
}

const early: Readonly<
  Record<string, (page: Page) => readonly [press: () => Promise<void>, then: () => Promise<void>]>
> = {
  'the palette, with what is typed for it': (page) => [
    async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('dark');
    },
    () => expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('dark'),
  ],
  'the list of keys, with what is typed for it': (page) => [
    async () => {
      await page.keyboard.press('Control+/');
      await page.keyboard.type('tab');
    },
    () => expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('tab'),
  ],
  'the settings': (page) => [
    () => page.keyboard.press('Control+,'),
    () => expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible(),
  ],
  'a tab, with what is typed into its prompt': (page) => [
    async () => {
      await page.keyboard.press('Control+2');
      await page.keyboard.type('A boat');
    },
    () => expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A boat'),
  ],
  'the model picker, with what is typed for it': (page) => [
    async () => {
      await page.keyboard.press('Control+Shift+m');
      await page.keyboard.type('firehose');
    },
    async () => {
      await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
      await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('firehose');
    },
  ],
  'a new chat': (page) => [
    () => page.keyboard.press('Control+n'),
    () => expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused(),
  ],
  'the jobs': (page) => [
    () => page.keyboard.press('Control+j'),
    () => expect(page.locator('[data-focus=jobs]')).toBeFocused(),
  ],
  'the inspector': (page) => [
    () => page.keyboard.press('Control+i'),
    () => expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible(),
  ],
  'search of the chats, with what is typed for it': (page) => [
    async () => {
      await page.keyboard.press('Control+Shift+f');
      await page.keyboard.type('needle');
    },
    () => expect(page.getByRole('searchbox', { name: 'Search chats' })).toHaveValue('needle'),
  ],
};

for (const [name, of] of Object.entries(early)) {
  test(`keys open ${name}, before the rest of the page is there`, async ({ appPage: page }) => {
    const letGo = await firstScreen(page);
    const [press, then] = of(page);
    await press();
    await letGo();
    await then();
    const { conversations } = await command(page, 'app.snapshot', {});
    expect(conversations.conversations).toEqual([]);
    for (const message of await page.locator('textarea[aria-label=Message]').all())
      await expect(message).toHaveValue('');
  });
}

test('keys that come before the composer has the focus keep it from what is typed for the palette', async ({
  appPage: page,
}) => {
  // In the moment in which the field is drawn: no hand would meet it each time.
  await page.addInitScript(() => {
    const press = (key: string, ctrlKey = false) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          ctrlKey,
          code: `Key${key.toUpperCase()}`,
          bubbles: true,
          cancelable: true,
        }),
      );
    new MutationObserver((_, observer) => {
      if (document.querySelector('textarea[aria-label=Message]') === null) return;
      observer.disconnect();
      press('k', true);
      for (const letter of 'dark') press(letter);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('dark');
  await expect(page.locator('textarea[aria-label=Message]')).toHaveValue('');
});
