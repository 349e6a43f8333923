/** The map of branches by keys alone: opened, walked and left without a mouse, with names that a screen reader reads. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { composer, transcript } from '../support/chat-page';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const text = (said: string) => [{ type: 'text', text: said }];

/** Two beginnings, of which the first has two replies, of which the second has two further questions. */
async function importBranches(page: Page): Promise<void> {
  const turns: [id: string, parent: string | null, role: string, parts: object[]][] = [
    ['a', null, 'user', text('Name a tree')],
    ['a1', 'a', 'assistant', text('Oak')],
    ['a2', 'a', 'assistant', [{ type: 'refusal', text: 'I name no trees' }]],
    ['b', 'a2', 'user', text('Why not?')],
    ['c', 'a2', 'user', text('Please')],
    ['c1', 'c', 'assistant', text('Elm')],
    ['d', null, 'user', text('Name a bird')],
  ];
  const messages = turns.map(([id, parentId, role, parts], at) => ({
    ...{ id, parentId, role, text: '', parts, createdAt: at + 1, status: 'complete' },
    model: role === 'assistant' ? 'sandbox/echo' : null,
  }));
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'Trees', createdAt: 1 },
    ...{ model: 'sandbox/echo', settings: {}, leafId: 'c1', messages },
  };
  await command(page, 'conversations.import', { json: JSON.stringify(file) });
  await page.getByRole('link', { name: 'Trees' }).first().click();
  await expect(transcript(page)).toContainText('Elm');
}

/** It is before the list, once it is known that there are branches. */
async function goToSwitch(page: Page): Promise<void> {
  const branches = page.getByRole('button', { name: 'Branches', exact: true });
  await expect(branches).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(branches).toBeFocused();
}

test('arrows, Home and End walk it, Enter shows a branch and gives it the focus, Escape gives it back', async ({
  appPage: page,
}) => {
  await importBranches(page);
  await composer(page).focus();
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByRole('listbox', { name: 'Your messages' })).toBeFocused();
  await goToSwitch(page);
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Branches of this chat' });
  await expect(tree).toBeFocused();
  const chosen = tree.getByRole('treeitem', { selected: true });
  await expect(tree).toMatchAriaSnapshot(`
    - tree "Branches of this chat":
      - treeitem /Name a tree You · 1 message · on show/ [level=1]
      - treeitem /Oak sandbox\\/echo · 1 message/ [level=2]
      - treeitem /I name no trees sandbox\\/echo · 1 message · on show/ [level=2]
      - treeitem /Why not\\? You · 1 message/ [level=3]
      - treeitem /Please You · 2 messages · on show/ [level=3] [selected]
      - treeitem /Name a bird You · 1 message/ [level=1]
  `);
  for (const [key, words] of [
    ['Home', 'Name a tree'],
    ['ArrowDown', 'Oak'],
    ['ArrowDown', 'I name no trees'],
    ['ArrowRight', 'Why not?'],
    ['ArrowLeft', 'I name no trees'],
    ['ArrowLeft', 'Name a tree'],
    ['ArrowLeft', 'Name a tree'],
    ['End', 'Name a bird'],
    ['ArrowRight', 'Name a bird'],
    ['ArrowUp', 'Please'],
    ['ArrowUp', 'Why not?'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(chosen).toContainText(words);
    const named = await tree.getAttribute('aria-activedescendant');
    expect(await chosen.getAttribute('id')).toBe(named);
  }
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(tree).toHaveCount(0);
  await expect(transcript(page).getByRole('article', { name: 'You' }).last()).toBeFocused();
  await expect(transcript(page)).toContainText('Why not?');
  await expect(transcript(page)).not.toContainText('Elm');

  await composer(page).focus();
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByRole('listbox', { name: 'Your messages' })).toBeFocused();
  await goToSwitch(page);
  await page.keyboard.press('Space');
  await expect(tree).toBeFocused();
  await expect(chosen).toContainText('Why not?');
  await page.keyboard.press('Escape');
  await expect(tree).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});
