/** The search of an open chat finds all that it says, opens what hides it, and joins no words of two blocks. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';
import { importTurns, type Turn } from '../support/imported-chat';

const filler = 'Words to fill the window with. '.repeat(40);
const text = (said: string) => ({ type: 'text', text: said });
const calling = (id: string, name: string, args: object) => ({
  type: 'toolCall',
  raw: { id, type: 'function', function: { name, arguments: JSON.stringify(args) } },
});
const answered = (id: string, name: string, content: object) => ({
  type: 'toolResult',
  raw: { tool_call_id: id, name, content: JSON.stringify(content) },
});
const deep = { where: { place: { city: 'Oslo', street: 'Pilestredet' } } };
const code = Array.from({ length: 90 }, (_, line) => `let v${line} = ${line === 80 ? 'zebra' : 0};`).join(
  '\n',
);
const source = { type: 'url_citation', url_citation: { url: 'https://a.example', title: 'On larches' } };

async function importChat(page: Page): Promise<void> {
  const turns: Turn[] = [
    ['user', [text(`What is the sky like? ${filler.repeat(4)} quagga`)]],
    [
      'assistant',
      [
        { type: 'reasoning', text: `${filler.repeat(4)}\nA walrus thinks` },
        calling('c1', 'weather', deep),
        calling('c2', 'tides', { harbor: 'Pilestredet quay' }),
      ],
    ],
    [
      'tool',
      [answered('c1', 'weather', { sky: 'overcast\nby noon' }), answered('c2', 'tides', { low: 'noon' })],
    ],
    ['assistant', [{ type: 'refusal', text: 'I can’t speak of umbrellas' }]],
    ['user', [text('And the trees?')]],
    [
      'assistant',
      [text(`# Ever\n\nGreen **lar**ches\n\n\`\`\`ts\n${code}\n\`\`\``), { type: 'citation', raw: source }],
    ],
    ...Array.from({ length: 6 }, (_, turn): Turn => ['user', [text(`${turn} ${filler}`)]]),
  ];
  await importTurns(page, 'Skies', turns);
  await page.getByRole('link', { name: 'Skies' }).first().click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('5 Words to fill');
}

const bar = (page: Page) => page.getByRole('search', { name: 'Find in chat' });
const find = async (page: Page, query: string) => {
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in this chat' }).fill(query);
};

/** The current match, and whether it can be seen. */
const current = (page: Page) =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('find-current') ?? [])] as Range[];
    const { left = 0, top = 0 } = range?.getBoundingClientRect() ?? {};
    const there = document.elementFromPoint(left + 1, top + 1);
    return { words: range?.toString(), isSeen: there?.contains(range?.startContainer ?? null) ?? false };
  });

for (const [place, query, words] of [
  ['thinking that is folded', 'walrus', 'walrus'],
  ['the name of a tool', 'tides', 'tides'],
  ['an argument deep in a tree', 'street', 'street'],
  ['a result', 'overcast by', 'overcast\\nby'],
  ['a refusal', 'umbrella', 'umbrella'],
  ['a source', 'on larch', 'On larch'],
  ['a message that is cut', 'quagga', 'quagga'],
  ['code that is folded', 'zebra', 'zebra'],
] as const)
  test(`${place} is found, opened and in sight`, async ({ appPage: page }) => {
    await importChat(page);
    await find(page, query);
    await expect(bar(page)).toContainText(/1 of \d/);
    await expect.poll(() => current(page)).toEqual({ words, isSeen: true });
    await expectAccessible(page);
  });

test('the match of each call and each result is its own', async ({ appPage: page }) => {
  await importChat(page);
  await find(page, 'pilestredet');
  await expect(bar(page)).toContainText('1 of 2');
  await expect.poll(() => current(page)).toEqual({ words: 'Pilestredet', isSeen: true });
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('2 of 2');
  const around = () =>
    page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('find-current') ?? [])] as Range[];
      return range?.startContainer.textContent;
    });
  await expect.poll(around).toContain('Pilestredet quay');
  await find(page, 'noon');
  await expect(bar(page)).toContainText('1 of 2');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('2 of 2');
  await expect.poll(around).toContain('"low": "noon"');
});

test('words of two blocks are not joined', async ({ appPage: page }) => {
  await importChat(page);
  const marked = () =>
    page.evaluate(() =>
      ([...(CSS.highlights.get('find') ?? [])] as Range[]).map((range) => range.toString()),
    );
  await find(page, 'larches');
  await expect.poll(marked).toEqual(['larches', 'larches']);
  await find(page, 'evergreen');
  await expect(bar(page)).toContainText('No matches');
  expect(await marked()).toEqual([]);
});
