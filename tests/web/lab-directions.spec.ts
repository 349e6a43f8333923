/** Names with marks that turn the direction of writing: what is beside them in the lab reads as before. */
import { randomUUID } from 'node:crypto';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

test('a title, a label and a value that turn the direction leave what is beside them as it is', async ({
  appPage: page,
}) => {
  const id = randomUUID();
  const turned = '\u202Egpj.exe';
  const variant = {
    modality: 'chat',
    settings: {},
    profileId: SANDBOX_PROFILE_ID,
    model: 'sandbox/echo',
  } as const;
  await command(page, 'experiments.create', {
    ...{ id, title: turned },
    variants: [{ ...variant, label: turned, template: 'Say {{word}}', promptVersion: null }],
    cases: [{ variables: { word: turned } }],
  });
  await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
  const grid = page.getByRole('grid', { name: 'Results' });
  await expect(grid).toBeVisible();
  /** Texts with the mark whose nearest element is not isolated. */
  const bare = await page.evaluate(() => {
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      const text = node.nodeValue?.replace(/\u2068[^\u2069]*\u2069/g, '') ?? '';
      if (!text.includes('\u202E') || parent === null) continue;
      if (!getComputedStyle(parent).unicodeBidi.includes('isolate')) found.push(parent.outerHTML);
    }
    return found;
  });
  expect(bare).toEqual([]);
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(
    `\u2068${turned}\u2069 · \u2068${turned}\u2069`,
  );
  await page.keyboard.press('Escape');
});
