import type { Page } from 'playwright/test';
import { chooseModel, composer, exchange, sendButton, setExtra } from '../support/chat-page';
import { hearFrom } from '../support/scripted-model';
import { expect, test } from '../support/shared-app';

/** Lets the model say exactly this. */
async function hear(page: Page, text: string) {
  await chooseModel(page, 'sandbox/echo');
  await setExtra(page, { tokens_per_second: 0 });
  await composer(page).fill(text);
  await sendButton(page).click();
  const reply = page.getByRole('log').getByRole('article', { name: 'sandbox/echo' }).last();
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await expect(reply.locator('.markdown')).toBeVisible();
  return reply;
}

test('every kind of markdown is drawn', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/markdown-tour');
  await page.setViewportSize({ width: 1440, height: 6_000 });
  const reply = await exchange(page, 'Go', 'sandbox/markdown-tour');
  await expect(reply.locator('.katex').first()).toBeVisible();
  await expect(reply.getByRole('table').first()).toBeVisible();
  await expect(reply.locator('blockquote').first()).toBeVisible();
  await expect(reply.locator('ul ul, ol ul, ul ol').first()).toBeVisible();
  await expect(reply.locator('figcaption', { hasText: 'python' })).toBeVisible();
  await expect(reply.locator('.code-token').first()).toBeVisible();
  await expect(reply.getByRole('heading').first()).toHaveJSProperty('tagName', 'H3');
});

test('a heading without text is ignored', async ({ appPage: page }) => {
  const reply = await hear(page, '# Title\n\n##\n\nText');
  await expect(reply.getByRole('heading')).toHaveCount(1);
  await expect(reply).toContainText('Text');
});

test('code is colored in a worker that can load nothing but the scripts of the page', async ({
  appPage: page,
}) => {
  await hear(page, '```ts\nconst answer = "x"; // why\n```');
  for (const role of ['keyword', 'string', 'comment']) {
    await expect(page.locator(`.code-${role}`).first()).toBeVisible();
  }
  const [worker] = page.workers();
  const reached = await worker?.evaluate(() =>
    fetch('/api/call').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(reached).toBe('refused');
});

test('the worker that colors code ends when nothing is to be colored, and the next code is colored by a new one', async ({
  appPage: page,
}) => {
  await page.clock.install();
  await hear(page, '```ts\n// first\n```');
  await expect(page.locator('.code-comment')).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);
  await page.clock.fastForward(10_000);
  await expect.poll(() => page.workers().length).toBe(0);
  await hear(page, '```ts\n// second\n```');
  await expect(page.locator('.code-comment')).toHaveCount(2);
});

test('Copy copies the source of the code, and Copy of the reply its Markdown', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = 'const a = "<b>";\n\n\tif (a) {\n\t\treturn 1;   \n\t}';
  const markdown = `Look:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n**Done**`;
  const reply = await hear(page, markdown);
  await expect(reply.locator('.code-token').first()).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await reply.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(clipboard).toBe(code);
  await reply.getByRole('button', { name: 'Copy as markdown' }).click();
  await expect.poll(clipboard).toBe(markdown);
});

test('the person’s own message is shown as typed', async ({ appPage: page }) => {
  await hear(page, '<b>not bold</b>\n  **nor this**');
  const own = page.getByRole('log').getByRole('article', { name: 'You' });
  await expect(own).toHaveText('<b>not bold</b>\n  **nor this**', { useInnerText: true });
  await expect(own.locator('b, strong')).toHaveCount(0);
});

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('Copy reply copies the visible text, without Markdown syntax', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reply = await hear(
    page,
    '# Title\n\nSome **bold** text,\nand `code`.\n\n3. three\n4. four\n   - inner\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n\ny = 2\n```\n\n$$\nx^2\n$$',
  );
  await expect(reply.locator('.katex')).toBeVisible();
  await reply.getByRole('button', { name: 'Copy reply' }).click();
  await expect
    .poll(() => clipboard(page))
    .toBe(
      'Title\n\nSome bold text,\nand code.\n\n3. three\n4. four\n  - inner\n\na\tb\n1\t2\n\nx = 1\n\ny = 2\n\nx^2',
    );
});

test('a table can be copied as Markdown and as CSV', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reply = await hear(page, '| Gate | Flow |\n|---|---|\n| North, side | 0.31 |\n| =A1 | -2 |');
  await reply.getByRole('button', { name: 'Copy table as CSV' }).click();
  await expect.poll(() => clipboard(page)).toBe('Gate,Flow\r\n"North, side",0.31\r\n\'=A1,-2');
  await reply.getByRole('button', { name: 'Copy table as markdown' }).click();
  await expect
    .poll(() => clipboard(page))
    .toBe('| Gate | Flow |\n| --- | --- |\n| North, side | 0.31 |\n| =A1 | -2 |');
});

test('a wide table scrolls by itself', async ({ appPage: page }) => {
  const cells = Array.from({ length: 60 }, (_, index) => `column ${index}`);
  const reply = await hear(page, `| ${cells.join(' | ')} |\n${'|---'.repeat(60)}|\n| ${cells.join(' | ')} |`);
  const region = reply.getByRole('group', { name: 'Table' });
  expect(await region.evaluate((table) => table.scrollWidth - table.clientWidth)).toBeGreaterThan(500);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('ten thousand lines of code are collapsed, and Copy copies all of them', async ({
  appPage: page,
  model,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = Array.from({ length: 10_000 }, (_, line) => `line_${line} = ${line}`).join('\n');
  const reply = await hearFrom(model, page, `\`\`\`python\n${code}\n\`\`\``);
  const pre = reply.locator('pre');
  await expect(pre).toContainText('line_29 =');
  await expect(pre).not.toContainText('line_30 =');
  await expect(reply.locator('figcaption')).toContainText('python · 10,000 lines');
  await reply.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(() => clipboard(page)).toBe(code);
  await reply.getByRole('button', { name: 'Copy reply' }).click();
  await expect.poll(() => clipboard(page)).toBe(code);
  await reply.getByRole('button', { name: 'Show all 10,000 lines' }).click();
  await expect(pre).toContainText('line_9999');
  await reply.getByRole('button', { name: 'Show less' }).click();
  await expect(pre).not.toContainText('line_9999');
});

test('a click wraps long lines of code', async ({ appPage: page }) => {
  const reply = await hear(page, `\`\`\`\n${'word '.repeat(100)}\n\`\`\``);
  const overflow = () => reply.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth);
  expect(await overflow()).toBeGreaterThan(100);
  await reply.getByRole('button', { name: 'Wrap lines' }).click();
  await expect(reply.getByRole('button', { name: 'Wrap lines' })).toHaveAttribute('aria-pressed', 'true');
  expect(await overflow()).toBe(0);
});

test('footnotes, references and task lists are drawn, and notes link there and back', async ({
  appPage: page,
}) => {
  const reply = await hear(
    page,
    'A claim[^1], and [the manual][m].\n\n- [x] done\n- [ ] open\n\n[m]: https://example.com/manual\n[^1]: The note itself.',
  );
  await expect(reply.getByRole('link', { name: 'the manual' })).toHaveAttribute(
    'href',
    'https://example.com/manual',
  );
  await expect(reply.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(reply.getByRole('img', { name: 'To do' })).toBeVisible();
  const address = page.url();
  await reply.getByRole('link', { name: '1', exact: true }).press('Enter');
  await expect(reply.getByRole('listitem').filter({ hasText: 'The note itself.' })).toBeFocused();
  await reply.getByRole('link', { name: /Back to reference/ }).press('Enter');
  await expect(reply.getByRole('link', { name: '1', exact: true })).toBeFocused();
  expect(page.url()).toBe(address);
});

test('formulas are drawn however a model marks them, and prices stay prices', async ({
  appPage: page,
  model,
}) => {
  const reply = await hearFrom(
    model,
    page,
    'So \\(x^2\\) and $n-1$, for $5 or $10:\n\n\\[\nE = mc^2\n\\]\n\n- item\n  \\[a = b\\]\n\n`\\(code\\)`',
  );
  await expect(reply.locator('.katex')).toHaveCount(4);
  await expect(reply.locator('.katex-display')).toHaveCount(2);
  await expect(reply.locator('li .katex-display')).toBeVisible();
  await expect(reply.locator('.markdown')).toContainText('for $5 or $10:');
  await expect(reply.locator('code')).toHaveText(['\\(code\\)']);
});

test('line breaks, keys, subscripts and superscripts in tags are drawn, and every other tag is text', async ({
  appPage: page,
  model,
}) => {
  const reply = await hearFrom(
    model,
    page,
    'Press <kbd>Ctrl</kbd> for H<sub>2</sub>O<br>next, <kbd onclick="x()">not</kbd> <b>this</b>\n\n| a |\n|---|\n| one<br/>two |',
  );
  await expect(reply.locator('kbd')).toHaveText(['Ctrl']);
  await expect(reply.locator('sub')).toHaveText('2');
  await expect(reply.locator('.markdown br')).toHaveCount(2);
  await expect(reply.locator('td')).toHaveText('one\ntwo', { useInnerText: true });
  await expect(reply.locator('.markdown')).toContainText('<kbd onclick="x()">not</kbd> <b>this</b>');
});

test('ranges, bold, addresses, prices and right-to-left text are read as they are meant', async ({
  appPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = [
    '大约3~5天，价格100~200元，这是**“重点”**内容，人口______。',
    '访问 https://example.com/docs（说明）了解更多。',
    'Roma ($$) and Ko ($$); use $A_B/$C_D.',
    '1. **React** هو إطار عمل\n2. ثانيًا: شغّل `npm i`.',
    '| الاسم | العدد |\n|---|---|\n| برغي | 12 |',
    '> اقتباس قصير هنا',
    'API הוא ממשק תכנות יישומים.',
  ];
  const reply = await hear(page, said.join('\n\n'));
  await expect(reply.getByRole('link')).toHaveText('https://example.com/docs');
  await expect(reply.getByRole('link')).toHaveAttribute('href', 'https://example.com/docs');
  await expect(reply.locator('strong, [data-streamdown="strong"]').first()).toHaveText('“重点”');
  await expect(reply.locator('.katex, del')).toHaveCount(0);
  const sides = await reply
    .locator('ol, table, blockquote, p:has-text("API")')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(sides).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
  await reply.getByRole('button', { name: 'Copy reply' }).click();
  const copied = 'Roma ($$) and Ko ($$); use $A_B/$C_D.';
  await expect.poll(() => clipboard(page)).toContain(copied);
  expect(await clipboard(page)).toContain('大约3~5天，价格100~200元，这是“重点”内容，人口______。');
  await reply.getByRole('button', { name: 'Copy as markdown' }).click();
  await expect.poll(() => clipboard(page)).toBe(said.join('\n\n'));
});
