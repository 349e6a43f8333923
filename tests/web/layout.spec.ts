/** Every screen in the sizes of a window that is large, small, and enlarged to 150 and 200 %. */
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { exchange, fillChat } from '../support/chat-page';
import { command, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { pastFrame } from '../support/past-frame';

const sizes = [
  [1440, 900],
  [1024, 640],
  [720, 450],
  [533, 373],
  [400, 280],
] as const;

const screens = [
  'chat',
  'chat/compare:new',
  'image',
  'speech',
  'video',
  'library',
  'models',
  'activity',
  'settings',
  'batches',
  'lab',
  'lab/new',
  'batches/batch:new',
  'prompts',
];

/** Jobs beside a screen, running or ended. */
async function makeJobs(page: Page, jobs: number, imagesOfEach = 1): Promise<void> {
  const request = { modality: 'image', model: 'sandbox/aurora', extra: {} } as const;
  for (let index = 0; index < jobs; index += 1) {
    const prompt = `A boat, ${index}`;
    const parameters = { size: '512x512', count: imagesOfEach };
    await command(page, 'jobs.create', { ...request, id: crypto.randomUUID(), prompt, parameters });
  }
}

async function makeSpeech(page: Page): Promise<void> {
  const request = { modality: 'speech', model: 'sandbox/narrator', parameters: {}, extra: {} } as const;
  await command(page, 'jobs.create', { ...request, id: crypto.randomUUID(), prompt: 'A boat' });
}

/** What a person has to see of a tab that runs something, whatever else scrolls. */
const mustBeSeen = (page: Page) => [
  page.locator('main [data-focus=composer]'),
  page.locator('main button[type=submit]'),
];

async function expectRoomFor(page: Page, what: string, leastPx: number, screen: string): Promise<void> {
  const heightPx = await page
    .locator(what)
    .first()
    .evaluate((element) => element.clientHeight);
  expect.soft(heightPx, `the room of ${screen}`).toBeGreaterThanOrEqual(leastPx);
}

async function show(page: Page, screen: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = `#/${hash}`;
  }, screen);
  await expect(page.locator('main').first()).not.toBeEmpty();
  // Two frames: what observes sizes has drawn again.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  );
}

for (const textSize of ['medium', 'largest'] as const)
  test(`nothing runs past its frame in any size, text size ${textSize}`, async ({ appPage: page }) => {
    await makeJobs(page, 2);
    await makeSpeech(page);
    await command(page, 'settings.update', { patch: { textSize } });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const screen of screens) {
        await show(page, screen);
        expect.soft(await pastFrame(page), `${screen} at ${width}×${height}`).toEqual([]);
      }
    }
  });

test('in a low window the composer stays in view, and what it asks for has room', async ({
  appPage: page,
}) => {
  await makeJobs(page, 1);
  await makeSpeech(page);
  await show(page, 'speech');
  await expect(page.getByRole('region', { name: 'Newest result' })).toBeVisible();
  const room = {
    chat: '[role=log]',
    'chat/compare:new': '[role=log]',
    image: '[role=list][aria-label=Results]',
    // Its list is as long as what is in it: what scrolls it has the room.
    speech: 'main :has(> [role=list][aria-label=Results])',
  };
  for (const [width, height] of [
    [720, 450],
    [512, 320],
    [400, 280],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [screen, what] of Object.entries(room)) {
      await show(page, screen);
      for (const control of mustBeSeen(page)) await expect(control).toBeInViewport({ ratio: 1 });
      await expectRoomFor(page, what, 60, `${screen} at ${width}×${height}`);
      expect.soft(await pastFrame(page), `${screen} at ${width}×${height}`).toEqual([]);
    }
  }
});

test('what is found in a chat is read in the smallest window', async ({ appPage: page }) => {
  await exchange(page, 'A needle in the hay', 'sandbox/eliza');
  await page.setViewportSize({ width: 400, height: 280 });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of /);
  await expectRoomFor(page, '[role=log]', 60, 'what is found');
  for (const control of mustBeSeen(page)) await expect(control).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeVisible();
});

test('in a low window the buttons of a dialog stay in view beside its fields', async ({ appPage: page }) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await page.setViewportSize({ width: 533, height: 373 });
  const save = page.getByRole('dialog').getByRole('button', { name: /^(Save|Apply)$/ });
  for (const item of ['Edit message…', 'Edit as JSON…']) {
    await page.getByRole('button', { name: 'More for this message' }).last().press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
    await expect.soft(save, item).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('the offer to undo an edit covers no way to the end of the chat', async ({ appPage: page }) => {
  await fillChat(
    page,
    Array.from({ length: 8 }, (_, at) => `Message ${at}`),
  );
  await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'More for this message' }).last()).toBeVisible();
  await page.getByRole('log').press('Home');
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  await page.getByRole('button', { name: 'More for this message' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Remove only this' }).press('Enter');
  const offer = page.getByRole('region', { name: 'Deleted' });
  await expect(offer).toBeVisible();
  const [above, below] = [await offer.boundingBox(), await jump.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('many digits of credits leave room for the search in large letters', async ({ appPage: page }) => {
  await command(page, 'settings.update', { patch: { textSize: 'largest' } });
  await page.setViewportSize({ width: 400, height: 280 });
  const meter = page.getByRole('status', { name: 'Credits' });
  for (const digits of ['987.77093', '123456.77093', '9,876,543.77093']) {
    await meter.evaluate((one, text) => {
      const leaf = [...one.querySelectorAll('*'), one].find(({ children }) => children.length === 0);
      if (leaf) leaf.textContent = text;
    }, digits);
    expect.soft(await pastFrame(page), digits).toEqual([]);
  }
});

test('the rail of a low window shows which tab is open, however it was opened', async ({ appPage: page }) => {
  await page.setViewportSize({ width: 400, height: 280 });
  for (const [screen, name] of [
    ['settings', 'Settings'],
    ['lab', 'Lab'],
    ['chat', 'Chat'],
  ] as const) {
    await show(page, screen);
    const open = page.locator('[data-rail] [aria-current=page]');
    await expect(open).toHaveText(name);
    await expect(open).toBeInViewport({ ratio: 1 });
  }
});

test('the total of a chat is not cut in a narrow window, and its figures give way', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  const total = page.locator('footer').getByText(/^This chat/);
  for (const width of [720, 533, 400]) {
    await page.setViewportSize({ width, height: 450 });
    expect.soft(await total.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
    await expect.soft(total.locator('.text-credit')).toBeInViewport({ ratio: 1 });
  }
});

test('rows of the library keep apart when the window becomes narrower', async ({ appPage: page }) => {
  await makeJobs(page, 2, 4);
  await page.setViewportSize({ width: 1024, height: 640 });
  await openTab(page, 'Library');
  const tiles = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(tiles).toHaveCount(8);
  for (const width of [720, 640, 900, 533]) {
    await page.setViewportSize({ width, height: 450 });
    await show(page, 'library');
    const boxes = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().toJSON()));
    const overlaps = boxes.filter((one, index) =>
      boxes.slice(index + 1).some((other) => meet(one as DOMRect, other as DOMRect)),
    );
    expect(overlaps, `at ${width}`).toEqual([]);
  }
});

const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

test('jobs beside the settings scroll in their column, and no focus scrolls the frame', async ({
  appPage: page,
}) => {
  await makeJobs(page, 10);
  await page.setViewportSize({ width: 1280, height: 640 });
  await show(page, 'settings');
  await page.getByRole('region', { name: 'Jobs' }).evaluate((column) => {
    for (const button of column.querySelectorAll('button')) button.focus();
  });
  const rect = await page.getByRole('region', { name: 'Jobs' }).evaluate((column) => {
    const { bottom } = column.getBoundingClientRect();
    return {
      bottom,
      windowPx: innerHeight,
      top: document.querySelector('header')?.getBoundingClientRect().top,
    };
  });
  expect(rect).toEqual({ bottom: rect.windowPx, windowPx: 640, top: 0 });
});

test('examples begin at their heading in a low window', async ({ appPage: page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Try one of these' })).toBeInViewport({ ratio: 1 });
});

test('two selected files keep their buttons within the column', async ({ appPage: page }) => {
  await makeJobs(page, 2);
  await openTab(page, 'Library');
  const tiles = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(tiles).toHaveCount(2);
  await tiles.first().click();
  await tiles.nth(1).click({ modifiers: ['ControlOrMeta'] });
  const column = await page.getByRole('region', { name: 'Details' }).boundingBox();
  const remove = await page
    .getByRole('region', { name: 'Details' })
    .getByRole('button', { name: 'Delete' })
    .boundingBox();
  expect((remove?.x ?? 0) + (remove?.width ?? 0)).toBeLessThanOrEqual(
    (column?.x ?? 0) + (column?.width ?? 0),
  );
});

test('in forced colors the chosen place, toggle and choice are outlined', async ({ appPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline('nav [aria-current=page]')).toBe('solid');
  expect(await outline('[aria-pressed=true]')).toBe('solid');
  expect(await outline('label:has(:checked)')).toBe('solid');
  // A dot has only its color to be seen by; that of the system's background is forced on the others.
  const dot = page.getByRole('button', { name: /Sandbox/ }).locator('.rounded-full');
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await dot.evaluate(colorOf)).not.toBe(await page.locator('body').evaluate(colorOf));
  await page.getByRole('combobox', { name: 'Model' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await outline('[role=option][aria-selected=true]')).toBe('solid');
});

test('a slider at the model’s default points at no value', async ({ appPage: page }) => {
  // The thumb is a part of the browser: it can be seen, not asked for.
  const slider = page.getByRole('region', { name: 'Run settings' }).locator('.range').first();
  const unset = await slider.screenshot();
  await page.getByLabel('Temperature').fill('0');
  await expect(slider).not.toHaveAttribute('data-unset');
  expect((await slider.screenshot()).equals(unset)).toBe(false);
});

/** The page itself may be scrolled. */
const cutLabels = async (page: Page) => (await pastFrame(page)).filter((line) => line.startsWith('cut'));

test('an experiment with long names is read and added to in a low window', async ({ appPage: page }) => {
  const id = crypto.randomUUID();
  const base = {
    modality: 'chat',
    profileId: SANDBOX_PROFILE_ID,
    settings: {},
    promptVersion: null,
  } as const;
  const label = `long-${'x'.repeat(60)}`;
  await command(page, 'experiments.create', {
    ...{ id, title: 'Words', cases: ['sun', 'moon'].map((word) => ({ variables: { word } })) },
    variants: ['sandbox/echo', 'sandbox/eliza'].map((model, at) => ({
      ...{ ...base, model, label: `${label}${at}`, template: 'Say {{word}}' },
    })),
  });
  await command(page, 'experiments.start', { id });
  await expect.poll(async () => (await command(page, 'experiments.get', { id })).state).toBe('completed');
  await page.setViewportSize({ width: 400, height: 280 });
  await show(page, `lab/${id}`);

  await page.getByRole('grid', { name: 'Results' }).press('Enter');
  const cell = page.getByRole('dialog', { name: /sun/ });
  await expect(cell).toBeVisible();
  expect.soft(await cutLabels(page)).toEqual([]);
  await page.keyboard.press('Escape');

  for (const view of ['Scoreboard', 'Versions']) {
    await page.getByRole('navigation', { name: 'View' }).getByRole('button', { name: view }).press('Enter');
    await expectRoomFor(page, `section[aria-label=${view}]`, 140, view);
    expect.soft(await cutLabels(page), view).toEqual([]);
  }

  await page.getByRole('button', { name: 'Add a variant…' }).press('Enter');
  const model = page.getByRole('dialog', { name: 'Add a variant' }).getByRole('combobox', { name: 'Model' });
  expect((await model.boundingBox())?.width).toBeGreaterThan(120);
});

test('the long name of a speaker ends with dots within its button', async ({ appPage: page }) => {
  await show(page, 'speech');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Clara: Hello?\nBen: Hello.\nA person with a rather long name: Oh no.');
  await page.getByRole('button', { name: 'Speak as dialogue' }).press('Enter');
  const add = page.getByRole('button', { name: /^Add speaker A person/ });
  const [box, words] = await add.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return [button, range].map((one) => one.getBoundingClientRect().left);
  });
  expect(words).toBeGreaterThan(box ?? 0);
});
