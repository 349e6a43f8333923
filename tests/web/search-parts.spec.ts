/** What a chat holds beside its text is found, and shown where it is. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, replies, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { importTurns, type Turn } from '../support/imported-chat';
import { chooseHit, searchFor } from '../support/shortcuts-page';

const filler = 'Words to fill the window with. '.repeat(40);
const text = (said: string) => ({ type: 'text', text: said });
const nested = { where: { place: { city: 'Oslo', street: 'Pilestredet' } } };
const called = {
  type: 'toolCall',
  raw: { id: 'c1', type: 'function', function: { name: 'weather', arguments: JSON.stringify(nested) } },
};
const lines = Array.from({ length: 80 }, (_, line) => `line ${line}`);
const answered = {
  type: 'toolResult',
  raw: { tool_call_id: 'c1', name: 'weather', content: JSON.stringify({ lines, sky: 'overcast\nby noon' }) },
};

async function importChat(page: Page): Promise<void> {
  const turns: Turn[] = [
    ['user', [text('What is the sky like?')]],
    ['assistant', [{ type: 'reasoning', text: `${filler}先考虑部署方案` }, called]],
    ['tool', [answered]],
    ['assistant', [{ type: 'refusal', text: 'I can’t speak of umbrellas' }]],
    ...Array.from({ length: 10 }, (_, turn): Turn => ['user', [text(`${turn} ${filler}`)]]),
  ];
  await importTurns(page, 'Skies', turns);
}

/** What is marked, and whether the first of it is to be seen. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const ranges = [...(CSS.highlights.get('find') ?? [])] as Range[];
    const [first] = ranges;
    const { left = 0, top = 0 } = first?.getBoundingClientRect() ?? {};
    const there = document.elementFromPoint(left + 1, top + 1);
    return {
      words: ranges.map((range) => range.toString()),
      isSeen: there?.contains(first?.startContainer ?? null) ?? false,
    };
  });

for (const [name, query, words, place] of [
  ['Reasoning', '部署', ['部署'], 'Reasoning'],
  ['Tool call', 'pilestr', ['Pilestredet'], 'Tool call'],
  ['Tool result', 'noon', ['noon'], 'Result of weather'],
  ['Refusal', 'umbrella', ['umbrellas'], 'The model declined'],
] as const)
  test(`found in a ${name.toLowerCase()}, it is opened, marked and in sight, by keyboard alone`, async ({
    appPage: page,
  }) => {
    await importChat(page);
    await page.getByRole('searchbox', { name: 'Search chats' }).focus();
    await page.keyboard.insertText(query);
    const hit = page.getByRole('navigation', { name: 'Search results' }).getByRole('link');
    await expect(hit).toContainText(`${name}: `);
    await expect(hit.locator('mark')).toHaveText(words);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(transcript(page)).toContainText(place);
    await expect.poll(() => marked(page)).toEqual({ words, isSeen: true });
    await expectAccessible(page);
    // Marks end with the next message that is typed.
    await page.getByRole('textbox', { name: 'Message' }).fill('And now?');
    expect((await marked(page)).words).toEqual([]);
  });

test('the palette says where it is, and goes there', async ({ appPage: page }) => {
  await importChat(page);
  await searchFor(page, '"umbrella');
  await expect(page.getByRole('option').filter({ hasText: 'Refusal: ' })).toBeVisible();
  await chooseHit(page, 'Skies');
  await expect.poll(() => marked(page)).toEqual({ words: ['umbrellas'], isSeen: true });
});

test('an attached file is found by its name', async ({ appPage: page }) => {
  const [notes, path] = ['Notes.zip', 'Quarterly figures.pdf'].map((name) => test.info().outputPath(name));
  writeFileSync(notes ?? '', 'PK\u0003\u0004 of some notes');
  writeFileSync(path ?? '', '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
  await chooseModel(page, 'sandbox/files');
  await page.getByRole('button', { name: 'Attach images' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Attach audio, video or documents…' }).click();
  await (await chooser).setFiles([notes ?? '', path ?? '']);
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('Quarterly');
  await page.getByRole('textbox', { name: 'Message' }).fill('Read this');
  await page.keyboard.press('Enter');
  await expect(replies(page, 'sandbox/files')).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('quarterly');
  const hits = page.getByRole('navigation', { name: 'Search results' }).getByRole('link');
  await hits.filter({ hasText: 'Attached file: ' }).click();
  await expect.poll(() => marked(page)).toEqual({ words: ['Quarterly'], isSeen: true });
});
