import { test as alone } from '../support/app';
import { expectAccessible } from '../support/axe';
import { announcer, chooseModel, composer, exchange, replies, say, transcript } from '../support/chat-page';
import { command, generate, openCreateTab, prompt, result } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { givenPrompt } from '../support/prompts-page';
import { addProfile } from '../support/settings-page';
import { chooseHit, openPalette, palette, paletteInput, searchFor } from '../support/shortcuts-page';

test('a chat and an old message are found and opened, with the keyboard alone', async ({ appPage: page }) => {
  await exchange(page, 'The lighthouse keeper counts the ships', 'sandbox/eliza');
  await page.keyboard.press('Control+n');
  await exchange(page, 'A second talk, about bread', 'sandbox/eliza');
  await page.keyboard.press('Control+n');

  await searchFor(page, 'lighthouse');
  await chooseHit(page, 'The lighthouse keeper counts the ships');
  await expect(transcript(page)).toContainText('The lighthouse keeper counts the ships');

  await page.keyboard.press('Control+n');
  await searchFor(page, '"counts ships');
  // Its chat by the title, and the message itself.
  await expect(palette(page).getByRole('option')).toHaveCount(2);
  await expect(palette(page).locator('mark')).toHaveText(['counts', 'ships']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const said = transcript(page).getByRole('article', { name: 'You' });
  await expect(said.filter({ hasText: 'lighthouse keeper' })).toBeFocused();
});

alone(
  'a result is found by its prompt, opened in the viewer, and closing returns the focus to the results',
  async ({ appPage: page }) => {
    await openCreateTab(page, 'Image');
    await generate(page, 'A heron in the reeds');
    await expect(result(page, 'heron').locator('img')).toBeVisible();
    await generate(page, 'A lantern');
    await expect(result(page, 'lantern').locator('img')).toBeVisible();

    await page.keyboard.press('Control+1');
    await searchFor(page, '#heron');
    await chooseHit(page, 'A heron in the reeds');
    const viewer = page.getByRole('dialog', { name: 'A heron in the reeds' });
    await expect(viewer.getByText('1 / 1')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    const grid = page.getByRole('listbox', { name: 'Results' });
    await expect(grid).toBeFocused();
    await expect(grid.getByRole('option', { selected: true })).toHaveCount(1);
  },
);

test('a model is used on its tab, a command is run, and both are offered again', async ({
  appPage: page,
}) => {
  await searchFor(page, '@aurora');
  await chooseHit(page, 'sandbox/aurora');
  await expect(page.getByRole('link', { name: 'Image', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/aurora');
  await expect(prompt(page)).toBeFocused();

  await searchFor(page, 'echo');
  await chooseHit(page, 'sandbox/echo');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/echo');
  await expect(composer(page)).toBeFocused();

  await searchFor(page, '>dark theme');
  await chooseHit(page, 'Dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  const lately = palette(page).getByRole('group', { name: 'Recent' });
  await expect(lately.getByRole('option')).toContainText(['Dark theme', 'sandbox/echo', 'sandbox/aurora']);
});

test('a prompt of the library is inserted into the message, after its variables are filled in', async ({
  appPage: page,
}) => {
  await givenPrompt(page, 'Greeting', 'Say good morning to {{whom}}.');
  await searchFor(page, '/greet');
  await chooseHit(page, 'Greeting');
  await expect(page.getByRole('dialog', { name: /Greeting/ }).getByLabel('whom')).toBeFocused();
  await page.keyboard.type('the harbour');
  await page.keyboard.press('Control+Enter');
  await expect(composer(page)).toHaveValue('Say good morning to the harbour.');
});

/** What only the desktop app or an installed one has: a browser opens the field beside it. */
const nearest: Readonly<Record<string, string>> = {
  'Progress on the taskbar': 'Notify when done',
  Zoom: 'Text size',
  'Check spelling in': 'Text size',
  'Icon in the tray': 'Text size',
  'Key for quick ask': 'Text size',
  'Check for updates automatically': 'Third-party licenses',
  'Check now': 'Third-party licenses',
};

test('every single setting is found by its name and opened at its field', async ({ appPage: page }) => {
  test.slow();
  await addProfile(page, { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/api/v1' });
  await page.getByRole('button', { name: 'Use this profile' }).click();
  await openPalette(page);
  await page.keyboard.type(',');
  const options = palette(page).getByRole('option');
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('data-found', ',');
  const keys = await options.evaluateAll((all) => all.map((one) => one.getAttribute('data-value') ?? ''));
  await page.keyboard.press('Escape');
  expect(keys.length).toBeGreaterThan(25);
  for (const key of keys) {
    const [page_ = '', label = ''] = key.replace('setting:', '').split('/');
    if (page_ !== 'settings' && page_ !== 'library') continue;
    await searchFor(page, `,${label}`);
    await palette(page).locator(`[data-value="${key}"]`).click();
    const wanted = nearest[label] ?? label;
    await expect(page.locator(':focus'), `${label} has the focus`).toHaveAccessibleName(
      new RegExp(`^${wanted.replace(/[()]/g, '\\$&')}`),
    );
  }
});

test('a newcomer’s words find what they are for', async ({ appPage: page }) => {
  const wanted = [
    ['add key', 'Add profile'],
    ['connect openai', 'Add profile'],
    ['import', 'Import conversation'],
    ['import chatgpt', 'Import conversation'],
    ['import backup', 'Import archive'],
    ['dark mode', 'Dark theme'],
  ] as const;
  for (const [words, label] of wanted) {
    await searchFor(page, words);
    await expect(palette(page).getByRole('option').filter({ hasText: label })).toHaveCount(1);
    await page.keyboard.press('Escape');
  }
});

test('no setting of the settings page is missing', async ({ appPage: page }) => {
  await addProfile(page, { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/api/v1' });
  const names = await page
    .locator('main :is(input, select, textarea, [role=switch]):visible')
    .evaluateAll((all) =>
      all.map((one) => {
        const { labels } = one as HTMLInputElement;
        return one.getAttribute('aria-label') ?? labels?.[0]?.textContent?.trim() ?? '';
      }),
    );
  expect(names.length).toBeGreaterThan(8);
  await openPalette(page);
  await page.keyboard.type(',');
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('data-found', ',');
  const known = await palette(page)
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')?.split('/')[1]));
  expect(
    names.filter((name) => !known.includes(name) && !known.includes(name.replace(/ \([^)]*\)$/, ''))),
    'add them to features/palette/sources/settings.ts',
  ).toEqual([]);
});

test('a field of the run settings is opened on its tab; if the model has none, the nearest is', async ({
  appPage: page,
}) => {
  await searchFor(page, ',temperature');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Temperature' })).toBeFocused();
  await searchFor(page, ',resolution');
  await chooseHit(page, 'Resolution');
  await expect(page.getByRole('link', { name: 'Video' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Resolution')).toBeFocused();
});

test('Enter before the results arrive opens what was typed, and nothing from the previous results', async ({
  appPage: page,
}) => {
  await exchange(page, 'Harbour pilots', 'sandbox/eliza');
  await page.keyboard.press('Control+n');
  await exchange(page, 'Harvest moons', 'sandbox/eliza');
  await page.keyboard.press('Control+n');
  await page.route('**/api/call', async (route) => {
    if (route.request().postData()?.includes('conversations.search'))
      await new Promise((go) => setTimeout(go, 700));
    await route.continue();
  });
  await openPalette(page);
  await page.keyboard.type('"harvest');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(transcript(page)).toContainText('Harvest moons');
});

test('a search that fails shows the reason, and the commands still work', async ({ appPage: page }) => {
  await page.route('**/api/call', (route) =>
    route.request().postData()?.includes('conversations.search') ? route.abort() : route.continue(),
  );
  await searchFor(page, 'dark');
  await expect(palette(page).getByRole('alert').first()).toContainText('host_unreachable');
  await chooseHit(page, 'Dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an empty result is shown as such, and Enter while composing selects nothing', async ({
  appPage: page,
}) => {
  await searchFor(page, 'xyzzyq');
  await expect(palette(page)).toContainText('No results for “xyzzyq”');
  await expect(announcer(page)).toHaveText('Nothing found');
  await paletteInput(page).fill('dark theme');
  await expect(palette(page).getByRole('option').first()).toContainText('Dark theme');
  await paletteInput(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await paletteInput(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('the button in the title bar opens it too, and a long title stays on one line', async ({
  appPage: page,
}) => {
  await chooseModel(page, 'sandbox/echo');
  await say(page, `${'A very long question without an end '.repeat(8)}?`);
  await expect(replies(page, 'sandbox/echo')).toHaveAttribute('aria-busy', 'false');
  await page.setViewportSize({ width: 1024, height: 640 });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(paletteInput(page)).toBeFocused();
  await page.keyboard.type('question');
  await expect(palette(page).getByRole('option').first()).toBeVisible();
  const isWide = await palette(page).evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
  expect(isWide).toBe(false);
});

for (const theme of ['dark', 'light'] as const) {
  test(`the accessibility checker finds nothing in the palette, ${theme}`, async ({ appPage: page }) => {
    await command(page, 'settings.update', { patch: { theme } });
    await exchange(page, 'The keeper of the lighthouse', 'sandbox/eliza');
    await openPalette(page);
    await expect(palette(page).getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type('the');
    await expect(palette(page).getByRole('listbox')).toHaveAttribute('data-found', 'the');
    await expectAccessible(page);
  });
}

alone(
  'what is typed before the palette is loaded goes into it, and nothing is sent; once loaded, it opens at once',
  async ({ appPage: page }) => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const isPalette = /\/palette-[^/]*\.js$/;
    await page.route(isPalette, async (route) => {
      await held;
      await route.fallback();
    });
    const asked = page.waitForRequest(isPalette);
    await page.clock.install();
    await page.reload();
    await asked;
    await composer(page).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark x');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('');
    await expect(transcript(page).getByRole('article')).toHaveCount(0);
    // No timer ends from here on: React would hold it back by one.
    await page.clock.pauseAt(Date.now() + 60_000);
    letGo();
    await expect(paletteInput(page)).toHaveValue('dark ');
    await expect(paletteInput(page)).toBeFocused();
  },
);
