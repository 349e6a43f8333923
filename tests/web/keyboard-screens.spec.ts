/**
 * Every screen with the Tab key alone: each of its controls is reached, in sight, and shows that it has the focus. The
 * checker looks at it in the system's own colors; in the app's, other tests do.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { fillChat } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';
import { givenPrompt } from '../support/prompts-page';

const mostStops = 120;

/** Numbers what Tab should reach; answers the names. What a list, menu or slider moves in by arrow keys is one stop. */
function numberStops(): readonly string[] {
  const stops = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
  const isStop = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.tabIndex === 0 &&
    !element.matches(':disabled, [role="tablist"], [role="radiogroup"], [type="radio"]');
  const all = [...document.querySelectorAll<HTMLElement>(stops)].filter(isStop);
  all.forEach((element, index) => {
    element.dataset.stop = `${index}`;
  });
  return all.map((element) => element.getAttribute('aria-label') ?? element.outerHTML.slice(0, 90));
}

interface Stop {
  readonly stop: string;
  readonly name: string;
  readonly isMarked: boolean;
  readonly isInSight: boolean;
}

/** What has the focus; `null` between the last control and the first. */
function stopNow(): Stop | null {
  const now = document.activeElement;
  if (!(now instanceof HTMLElement) || now === document.body) return null;
  // A field within a box is marked by the box, by its border in the composer; a list by its active entry.
  const active = document.getElementById(now.getAttribute('aria-activedescendant') ?? '');
  const around = [active, now, now.parentElement, now.parentElement?.parentElement].flatMap(
    (one) => one ?? [],
  );
  const isMarked = around.some((one) => getComputedStyle(one).outlineStyle !== 'none');
  const { top, bottom, left, right } = now.getBoundingClientRect();
  return {
    stop: now.dataset.stop ?? '',
    name: now.getAttribute('aria-label') ?? now.outerHTML.slice(0, 90),
    isMarked: isMarked || now.matches('form textarea'),
    isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  };
}

async function walk(page: Page): Promise<{ missed: string[]; unseen: string[] }> {
  const names = await page.evaluate(numberStops);
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let step = 0; step < mostStops; step += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(stopNow);
    if (now === null) break;
    reached.add(now.stop);
    if (!now.isMarked || !now.isInSight) unseen.push(now.name);
  }
  return { missed: names.filter((_name, index) => !reached.has(`${index}`)), unseen };
}

const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  library: (page) => expect(page.getByRole('listbox', { name: 'Results' })).toBeVisible(),
  models: (page) => expect(page.getByText('sandbox/aurora').first()).toBeVisible(),
  image: (page) => expect(page.getByRole('list', { name: 'Results' })).toBeVisible(),
  video: (page) => expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible(),
  speech: (page) => expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible(),
  activity: (page) => expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible(),
  batches: (page) => expect(page.getByRole('button', { name: 'New batch' })).toBeVisible(),
  'batches/batch:new': (page) => expect(page.getByRole('textbox', { name: 'Table' })).toBeVisible(),
  lab: (page) => expect(page.getByRole('button', { name: 'New experiment' })).toBeVisible(),
  'lab/new': (page) => expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible(),
  prompts: (page) => expect(page.getByRole('option', { name: /Translate/ })).toBeVisible(),
  settings: (page) => expect(page.getByRole('button', { name: 'Third-party licenses' })).toBeVisible(),
  'chat/compare:new': (page) => expect(page.getByRole('region', { name: 'Column B' })).toBeVisible(),
};

const screensOfATest = 4;
const groups = Object.entries(screens).flatMap((_, at, all) =>
  at % screensOfATest === 0 ? [all.slice(at, at + screensOfATest)] : [],
);

for (const group of groups)
  test(`Tab reaches every control of ${group.map(([screen]) => screen).join(', ')}, each shows its focus, and forced colors are accessible`, async ({
    appPage: page,
  }) => {
    await fillChat(page, ['Hello']);
    await givenPrompt(page, 'Translate', 'Translate {{text}}');
    const request = { modality: 'image', model: 'sandbox/aurora', extra: {}, parameters: {} } as const;
    await command(page, 'jobs.create', { ...request, id: randomUUID(), prompt: 'A boat' });
    // The button that cancels it goes with its end.
    const made = () => command(page, 'library.page', { filter: {}, cursor: null, limit: 1 });
    await expect.poll(async () => (await made()).items.length).toBe(1);
    for (const [screen, isThere] of group)
      await test.step(screen, async () => {
        await page.evaluate((hash) => location.assign(`#/${hash}`), screen);
        await isThere(page);
        expect.soft(await walk(page), screen).toEqual({ missed: [], unseen: [] });
        // A dark theme under them, whose text on colored buttons is dark: the system's ground is black.
        await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' });
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
      });
  });

test('Tab reaches every control of the inspector with a call, and each shows its focus', async ({
  appPage: page,
}) => {
  await fillChat(page, ['Hello']);
  await page.keyboard.press('Control+i');
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await inspector.getByRole('option').first().click();
  await expect(inspector.getByRole('tab', { name: 'Request' })).toBeVisible();
  expect(await walk(page)).toEqual({ missed: [], unseen: [] });
});
