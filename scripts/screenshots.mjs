// @ts-check
/**
 * `npm run screenshots`: takes the screenshots of the documentation from the running app, on an empty data folder and
 * with the embedded gateway's models, so that they never show what the app does not do.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { rootFlags } from './lib/display.mjs';
import { ensureBrowser } from './lib/ensure-browser.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/root.mjs';

/** @typedef {import('playwright').Page} Page */

const folder = path.join(root, 'docs', 'screenshots');
const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 640 };
const half = { width: 960, height: 1080 };

/** @param {Page} page @param {string} name */
async function shoot(page, name) {
  await page.mouse.move(240, 20);
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
  }
}

/**
 * The screenshots, in order: each starts where the previous one ended.
 * @type {readonly { name: string, reach: (page: Page) => Promise<unknown>, size?: typeof wide }[]}
 */
const pictures = [
  { name: 'empty', reach: (page) => page.getByText('Try one of these').waitFor() },
  { name: 'error', reach: failAfterTalk },
  { name: 'chat', reach: showFormats },
  { name: 'narrow', reach: async () => undefined, size: narrow },
  { name: 'long', reach: pourOut },
  { name: 'image', reach: (page) => makeAll(page, 'Image', images) },
  { name: 'stage', reach: runOfFour },
  { name: 'stage-narrow', reach: async () => undefined, size: narrow },
  { name: 'stage-half', reach: async () => undefined, size: half },
  { name: 'grid', reach: (page) => page.getByRole('button', { name: 'Grid', exact: true }).click() },
  { name: 'compare', reach: comparePictures },
  { name: 'speech', reach: (page) => makeAll(page, 'Speech', speeches) },
  { name: 'video', reach: makeVideos },
  {
    name: 'library',
    reach: (page) =>
      openTab(page, 'Library', page.getByRole('listbox', { name: 'Results' }).locator('img').first()),
  },
  { name: 'library-compare', reach: compareFiles },
  { name: 'mixed', reach: mixModels },
  { name: 'models', reach: (page) => openTab(page, 'Models', page.getByText('sandbox/isometric').first()) },
  {
    name: 'activity',
    reach: (page) => openTab(page, 'Activity', page.getByRole('table', { name: 'Credits by model' })),
  },
  { name: 'settings', reach: testConnection },
  { name: 'batch', reach: runBatch },
  { name: 'palette', reach: findLight },
];

/** Model and text of what is made. */
const images = [
  ['sandbox/poster', 'EVERY CREDIT ACCOUNTED FOR'],
  ['sandbox/isometric', 'An isometric village on an island'],
  ['sandbox/aurora', 'A lighthouse under northern lights'],
  ['sandbox/aurora', 'A sail on a quiet bay, rain at dusk'],
];
const speeches = [
  ['sandbox/narrator', 'The quick brown fox jumps over the lazy dog.'],
  ['sandbox/narrator', 'Welcome to the gatehouse. Every credit that passes here is counted.'],
];

/** @param {Page} page @param {string} id */
async function choose(page, id) {
  await page.getByRole('combobox', { name: 'Model' }).fill(id);
  await page.keyboard.press('Enter');
}

/** @param {Page} page @param {string} model @param {string} text */
async function talk(page, model, text) {
  await choose(page, model);
  const ended = page.locator(`article[aria-label="${model}"][aria-busy="false"]`);
  const before = await ended.count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await ended.nth(before).waitFor({ timeout: 60_000 });
}

/** @param {Page} page */
const newChat = (page) => page.getByRole('button', { name: 'New chat' }).click();

/** @param {Page} page @param {string} name @param {import('playwright').Locator} sign that it is there */
async function openTab(page, name, sign) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await sign.waitFor();
}

/** Some messages, and a failure in a separate chat. @param {Page} page */
async function failAfterTalk(page) {
  await talk(page, 'sandbox/eliza', 'I keep putting off the thing I most want to do.');
  await talk(page, 'sandbox/eliza', 'Because I am afraid of getting it wrong.');
  await newChat(page);
  await talk(page, 'sandbox/flaky', 'Show me what a failure looks like.');
}

/** A reply of every kind, seen where it has most to show. @param {Page} page */
async function showFormats(page) {
  await newChat(page);
  await page.getByLabel('Temperature').fill('0.7');
  await page.getByLabel('Top P').fill('1');
  await talk(page, 'sandbox/markdown-tour', 'Show me everything you can format.');
  await page.locator('.code-token').first().waitFor();
  await page.getByRole('log').evaluate((log) => {
    log.scrollTop = 1_240;
  });
}

/** A long reply with an earlier version beside it, seen from its middle, and what a search finds. @param {Page} page */
async function pourOut(page) {
  await newChat(page);
  await page.getByLabel('Extra parameters').fill('{ "tokens": 3000, "tokens_per_second": 0, "seed": 4 }');
  await talk(page, 'sandbox/firehose', 'Pour out words as fast as you can.');
  await page.getByRole('button', { name: 'Regenerate' }).last().click();
  await page.getByText('2 / 2').waitFor({ timeout: 60_000 });
  await page.locator('article[aria-busy="false"]').last().waitFor();
  const log = page.getByRole('log');
  await log.hover();
  await page.mouse.wheel(0, -3_000);
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('gate');
  await page.locator('mark').first().waitFor();
}

/**
 * Asks for one thing in the tab that is open; answers its row among the jobs. @param {Page} page @param {readonly
 * string[]} what
 */
async function make(page, [model = '', text = '']) {
  await choose(page, model);
  await page.getByRole('textbox', { name: /^(Prompt|Text)$/ }).fill(text);
  await page.getByRole('button', { name: /^Generate/ }).click();
  return page.getByRole('region', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: text });
}

/**
 * Makes one after the other, and waits for each. @param {Page} page @param {string} tab @param {readonly (readonly
 * string[])[]} all
 */
async function makeAll(page, tab, all) {
  // A comparison, which stays until the tab is there, has a prompt too.
  await openTab(page, tab, page.getByRole('button', { name: `New ${tab.toLowerCase()}` }));
  for (const what of all) {
    await (await make(page, what)).filter({ hasText: 'completed' }).waitFor({ timeout: 120_000 });
  }
}

/** Four images of one run, the first on the stage. @param {Page} page */
async function runOfFour(page) {
  await page.getByLabel('Count').fill('4');
  const row = await make(page, ['sandbox/aurora', 'A paper boat crossing a rainy street at dusk']);
  await row.filter({ hasText: 'completed' }).waitFor({ timeout: 120_000 });
  await page.getByLabel('Count').fill('1');
}

/** Two results of the library side by side. @param {Page} page */
async function compareFiles(page) {
  const tiles = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await tiles.filter({ hasText: 'An isometric village' }).first().click();
  await tiles
    .filter({ hasText: 'A lighthouse under' })
    .first()
    .click({ modifiers: ['Control'] });
  await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Compare' }).click();
  await page
    .getByRole('dialog', { name: 'Compare results' })
    .locator('canvas[data-painted]')
    .nth(1)
    .waitFor();
}

/** A chat with two models. @param {Page} page */
async function mixModels(page) {
  await page.keyboard.press('Escape');
  await openTab(page, 'Chat', page.getByRole('textbox', { name: 'Message' }));
  await newChat(page);
  await talk(page, 'sandbox/eliza', 'I keep putting off the thing I most want to do.');
  await talk(page, 'sandbox/echo', 'And what do you say to that?');
  await talk(page, 'sandbox/eliza', 'Go on.');
}

/** One that is there, and one on its way. @param {Page} page */
async function makeVideos(page) {
  await makeAll(page, 'Video', [['sandbox/kinograph', 'Timelapse of a city at dusk']]);
  const row = await make(page, ['sandbox/kinograph', 'A paper boat crossing a street']);
  await row.filter({ hasText: /[3-8]\d %/ }).waitFor({ timeout: 60_000 });
}

/** One prompt, two models. @param {Page} page */
async function comparePictures(page) {
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  for (const [letter, model] of [
    ['A', 'sandbox/aurora'],
    ['B', 'sandbox/isometric'],
  ]) {
    const column = page.getByRole('region', { name: `Column ${letter}`, exact: true });
    await column.getByRole('combobox', { name: 'Model' }).fill(model ?? '');
    await page.keyboard.press('Enter');
  }
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A harbour at dusk');
  await page.getByRole('button', { name: /^Generate/ }).click();
  await page.getByRole('button', { name: 'Pick B' }).waitFor({ timeout: 60_000 });
  await page.getByRole('region', { name: 'Column B' }).locator('img').waitFor();
}

const greetings =
  'who,tone\nthe heron,solemn\nthe gull,loud\n"the tern, at dawn",soft\nthe crane,dry\nthe swift,quick';

/** One prompt over five rows. @param {Page} page */
async function runBatch(page) {
  await openTab(page, 'Chat', page.getByRole('textbox', { name: 'Message' }));
  await newChat(page);
  await choose(page, 'sandbox/echo');
  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.getByRole('menuitem', { name: 'Run over a table' }).click();
  await page
    .getByRole('textbox', { name: 'Prompt', exact: true })
    .fill('Greet {{who}} in a {{tone:select:solemn|loud|soft|dry|quick=soft}} voice.');
  await page.getByRole('textbox', { name: 'Table' }).fill(greetings);
  await page.getByRole('button', { name: 'Use this table' }).click();
  await page.getByRole('button', { name: /^Run \d+ calls$/ }).click();
  await page
    .getByRole('status', { name: 'State' })
    .filter({ hasText: '5 of 5 done' })
    .waitFor({ timeout: 60_000 });
}

/** @param {Page} page */
async function findLight(page) {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await search.fill('light');
  await page.locator('[data-found="light"] [role=option]').first().waitFor();
}

/** @param {Page} page */
async function testConnection(page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('list', { name: 'Steps of the test' }).waitFor();
}

/** @param {Page} page */
async function takeAll(page) {
  for (const { name, reach, size = wide } of pictures) {
    await page.setViewportSize(size);
    await reach(page);
    await shoot(page, name);
  }
}

/** @param {string} home */
async function launch(home) {
  const entry = path.join(root, 'dist', 'electron', 'web.js');
  const child = spawn(process.execPath, [entry, '--json', '--no-open', '--port', '0'], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: /** @type {string} */ (JSON.parse(String(line)).url) };
}

async function main() {
  await ensureBuilt();
  const executablePath = await ensureBrowser();
  if (executablePath === null) return 1;
  await mkdir(folder, { recursive: true });
  const home = await mkdtemp(path.join(tmpdir(), 'gatehouse-screenshots-'));
  const { child, url } = await launch(home);
  const browser = await chromium.launch({ executablePath, args: [...rootFlags, '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: wide });
    await page.goto(url);
    await takeAll(page);
  } finally {
    await browser.close();
    child.kill();
    await once(child, 'exit');
    await rm(home, { recursive: true, force: true });
  }
  process.stdout.write(`The pictures are in ${path.relative(process.cwd(), folder)}\n`);
  return 0;
}

process.exitCode = await main();
