import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { chooseModel, composer, exchange, sendButton, setExtra } from '../support/chat-page';

/** Lets the model say exactly this. */
async function hear(page: Page, text: string) {
  await chooseModel(page, 'sandbox/echo');
  await setExtra(page, { tokens_per_second: 0 });
  await composer(page).fill(text);
  await sendButton(page).click();
  const reply = page.getByRole('log').getByRole('article', { name: 'sandbox/echo' }).last();
  await expect(reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
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

test('Copy takes the source of the code, and Copy of the reply its markdown', async ({
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

const hostile = `# <img src=x onerror="window.hacked=1">

<script>window.hacked = 2</script>

<iframe src="https://evil.example/frame"></iframe>

<a href="javascript:window.hacked=3">raw</a>

<style>body { display: none }</style>

<svg onload="window.hacked=4"><foreignObject></foreignObject></svg>

[scripted](javascript:window.hacked=5) [spaced](java&#10;script:window.hacked=6) [data](data:text/html,<script>1</script>)
[file](file:///etc/passwd) [own](/api/call) [good](https://example.com/page "javascript:1")

![remote](https://evil.example/pixel.png) ![inline](data:image/svg+xml,<svg onload=alert(1)>)

<https://example.org/auto> javascript:alert(1)

| <b onclick="window.hacked=7">cell</b> |
|---|
| ![in table](http://evil.example/t.png) |

$$\\href{javascript:window.hacked=8}{x} \\includegraphics{https://evil.example/m.png} \\htmlStyle{color:red}{y}$$

\`\`\`html
<script>window.hacked = 9</script>
\`\`\`
`;

test('nothing a model writes runs, loads or leads astray', async ({ appPage: page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const reply = await hear(page, hostile);
  const markdown = reply.locator('.markdown');
  await expect(markdown).toContainText('<script>window.hacked = 2</script>');
  await expect(markdown).toContainText('<iframe');
  await expect(
    markdown.locator('img, script, iframe, style, object, embed, form, svg:not(.icon):not(.katex svg)'),
  ).toHaveCount(0);
  const links = await markdown
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) =>
        [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')].join(' '),
      ),
    );
  for (const link of links) expect(link).toMatch(/^https?:\/\/\S+ noopener noreferrer _blank$/);
  expect(links.some((link) => link.startsWith('https://example.com/page'))).toBe(true);
  await expect(markdown.getByRole('link', { name: 'good' })).toHaveAttribute(
    'title',
    'https://example.com/page',
  );
  await expect(markdown.getByRole('link', { name: 'remote' })).toHaveAttribute(
    'href',
    'https://evil.example/pixel.png',
  );
  for (const name of ['scripted', 'spaced', 'data', 'file', 'own']) {
    await expect(markdown.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  await page.waitForTimeout(300);
  const origin = new URL(page.url()).origin;
  expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(page.locator('body')).toBeVisible();
});

test('what the person wrote is shown as it was written', async ({ appPage: page }) => {
  await hear(page, '<b>not bold</b>\n  **nor this**');
  const own = page.getByRole('log').getByRole('article', { name: 'You' });
  await expect(own).toHaveText('<b>not bold</b>\n  **nor this**', { useInnerText: true });
  await expect(own.locator('b, strong')).toHaveCount(0);
});

test('a huge line, a flood of marks and a nest of quotes leave the page alive', async ({ appPage: page }) => {
  const reply = await hear(
    page,
    `${'w'.repeat(200_000)}\n\n${'\u200b'.repeat(20_000)}\n\n${'> '.repeat(300)}deep\n\n${'**'.repeat(5_000)}`,
  );
  await expect(reply).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await composer(page).fill('still here');
  await expect(composer(page)).toHaveValue('still here');
});
