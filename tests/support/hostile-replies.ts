/** Hostile reply texts, and what must be true of the page afterwards. */
import { expect, type Locator, type Page } from 'playwright/test';
import { composer } from './chat-page';

/** Markup of every kind that runs, loads or misleads if it is rendered as HTML. @param evil an origin */
export const hostileMarkdown = (evil: string): string => `# <img src=x onerror="window.hacked=1">

<script>window.hacked = 2</script>

<iframe src="${evil}/frame"></iframe>

<a href="javascript:window.hacked=3">raw</a> <meta http-equiv="refresh" content="0;url=${evil}/refresh">

<style>body { display: none } @import url(${evil}/style.css)</style>

<svg onload="window.hacked=4"><foreignObject></foreignObject></svg>

<form action="${evil}/form"><button autofocus onfocus="window.hacked=10">send</button></form>

<video src="${evil}/v.webm" autoplay></video><audio src="${evil}/a.mp3" autoplay></audio><link rel=prefetch href="${evil}/prefetch">

[scripted](javascript:window.hacked=5) [spaced](java&#10;script:window.hacked=6) [data](data:text/html,<script>1</script>)
[file](file:///etc/passwd) [own](/api/call) [media](media://item/x) [program](ms-msdt:/id) [good](https://example.com/page "javascript:1")

![remote](${evil}/pixel.png) ![inline](data:image/svg+xml,<svg onload=alert(1)>) ![reference][r]

<https://example.org/auto> javascript:alert(1)

| <b onclick="window.hacked=7">cell</b> |
|---|
| ![in table](${evil}/t.png) |

$$\\href{javascript:window.hacked=8}{x} \\includegraphics{${evil}/m.png} \\htmlStyle{color:red}{y}$$

\`\`\`html
<script>window.hacked = 9</script>
\`\`\`

[r]: ${evil}/reference.png
`;

const actingElements =
  'img, script, iframe, style, object, embed, form, meta, link, video, audio, svg:not(.icon):not(.katex svg)';

/** Nothing of the text became an active element, and every link leads to the web. */
export async function expectInert(page: Page, reply: Locator): Promise<void> {
  const markdown = reply.locator('.markdown');
  await expect(markdown).toContainText('<script>window.hacked = 2</script>');
  await expect(markdown).toContainText('<iframe');
  await expect(markdown.locator(actingElements)).toHaveCount(0);
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
  for (const name of ['scripted', 'spaced', 'data', 'file', 'own', 'media', 'program']) {
    await expect(markdown.getByText(name, { exact: false }).first()).toBeVisible();
    await expect(markdown.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Links whose text names another site than their address. */
export const lookalikes =
  '[https://bank.example/login](https://evil.example/) and [the bank](https://bank.example@evil.example/x) and [b\u0430nk.com](https://b\u0430nk.com/) and [\u202emoc.knab](https://evil.example) and [honest](https://example.com/)';

export async function expectHostsTold(reply: Locator): Promise<void> {
  const markdown = reply.locator('.markdown');
  await expect(markdown).toContainText('https://bank.example/login (evil.example)');
  await expect(markdown).toContainText('the bank (evil.example)');
  await expect(markdown).toContainText('b\u0430nk.com (xn--bnk-6cd.com)');
  await expect(markdown).toContainText('moc.knab (evil.example)');
  await expect(markdown).not.toContainText('\u202e');
  await expect(markdown).not.toContainText('honest (');
}

/** Characters that change text direction, in prose and in code. */
export const turnedText = 'Before \u202ereversed\n\nAfter stays\n\nשלום עולם\n\n```js\nif (a\u202e) {\n```';

export async function expectTurnsKept(reply: Locator): Promise<void> {
  await expect(reply.locator('figcaption')).toContainText('contains hidden characters');
  const directions = await reply
    .locator('.markdown p')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).unicodeBidi));
  // Nothing leaves its paragraph either way; that of Hebrew has its side stated.
  expect(directions).toEqual(['plaintext', 'plaintext', 'isolate']);
  await expect(reply.locator('pre code')).toHaveAttribute('dir', 'ltr');
}

/** Texts that would take minutes, all memory or the whole stack to draw. */
export const textBombs: Readonly<Record<string, string>> = {
  'a line of a megabyte': 'w'.repeat(990_000),
  'a flood of zero-width signs': `a${'\u200b'.repeat(400_000)}b`,
  'quotes in quotes': `${'> '.repeat(4_000)}deep`,
  'lists in lists': `${'- '.repeat(4_000)}deep`,
  'indented lists in lists': Array.from({ length: 400 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n'),
  'brackets in brackets': `${'['.repeat(20_000)}${']('.repeat(20_000)}`,
  'unclosed marks': '**a _b ~~c `d '.repeat(10_000),
  'a table of a thousand columns': `|${'a|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n|${'b|'.repeat(3_000)}`,
  'footnotes upon footnotes': `${'[^a]'.repeat(8_000)}\n\n[^a]: x`,
  'a formula within formulas': `$$\n${'{'.repeat(20_000)}x${'}'.repeat(20_000)}\n$$`,
  'a formula that expands without end': '$$\n\\def\\a{\\a\\a}\\a\n$$',
  'combining marks on one letter': `Z${'\u0335\u0321'.repeat(50_000)}`,
  'a line of code of a megabyte': `\`\`\`json\n"${'x'.repeat(990_000)}"\n\`\`\``,
  'thirty thousand headings': '# a\n\n'.repeat(30_000),
  'openings of formulas without an end': '\\( $x \\[ `'.repeat(20_000),
  'tags in tags': `${'<b><i>'.repeat(20_000)}x`,
};

/** The text is displayed, moves nothing else, and the page still responds. */
export async function expectUnharmed(page: Page, hear: () => Promise<Locator>): Promise<void> {
  await expect(await hear()).toContainText(/\S/);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await composer(page).fill('still here');
  await expect(composer(page)).toHaveValue('still here');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByText('Try one of these')).toBeVisible();
}
