/** Files of cases are chosen by keyboard, dropped and pasted, sent with their cells, and named in the grid and in exports. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { expectAccessible } from '../support/axe';
import { pressOn, tabTo, typeInto } from '../support/by-keyboard';
import { command } from '../support/command';
import { expect, test } from '../support/emptied-app';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A file arrives on the field as from another program. */
async function give(page: Page, type: 'drop' | 'paste', field: string, name: string): Promise<void> {
  await page.getByRole('button', { name: field }).evaluate(
    (target, file) => {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file.name, { type: 'image/png' }));
      const common = { bubbles: true, cancelable: true };
      const event =
        file.type === 'drop'
          ? new DragEvent('drop', { ...common, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...common, clipboardData: transfer });
      target.dispatchEvent(event);
    },
    { type, name, base64: pixel },
  );
}

test('a case is given files by keyboard, by drop and by paste, and they are sent with it', async ({
  appPage: page,
}) => {
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lab' }));
  await pressOn(page, page.getByRole('button', { name: 'New experiment' }));
  await typeInto(page, page.getByRole('textbox', { name: 'Prompt', exact: true }), 'What is on it?');
  await pressOn(page, page.getByRole('button', { name: 'Add case' }));
  await pressOn(page, page.getByRole('button', { name: 'Add case' }));

  const first = page.getByRole('button', { name: 'Files, case 1: none' });
  await tabTo(page, first);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Choose files…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const file = { name: 'chosen.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
  await (await chooser).setFiles([file]);
  await expect(page.getByRole('button', { name: 'Files, case 1: chosen.png' })).toBeFocused();
  await give(page, 'drop', 'Files, case 2: none', 'dropped.png');
  await expect(page.getByRole('button', { name: 'Files, case 2: dropped.png' })).toBeVisible();
  await give(page, 'paste', 'Files, case 2: dropped.png', 'pasted.png');
  const both = page.getByRole('button', { name: 'Files, case 2: dropped.png, pasted.png' });
  await tabTo(page, both);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Remove dropped.png' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Files, case 2: pasted.png' })).toBeVisible();

  await pressOn(page, page.getByRole('button', { name: 'Run 2 calls' }));
  await expect(page.getByRole('status', { name: 'State', exact: true })).toContainText('2 of 2');
  await expect(page.getByRole('rowheader').nth(1)).toContainText('pasted.png');
  await expectAccessible(page);
  const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
  const cases = await command(page, 'experiments.cases', { id, after: 0, limit: 10 });
  expect(cases.map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([
    ['chosen.png'],
    ['pasted.png'],
  ]);

  await page.getByRole('gridcell').nth(1).click();
  const cell = page.getByRole('dialog');
  await expect(cell.getByRole('list', { name: 'Names of the files' })).toHaveText('pasted.png');
  await pressOn(page, cell.getByRole('list', { name: 'Files of the case' }).getByRole('button'));
  const large = page.getByRole('dialog', { name: 'pasted.png' });
  await expect(large.getByRole('img')).toHaveAttribute('alt', 'pasted.png');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(cell.getByRole('list', { name: 'Names of the files' })).toHaveText('pasted.png');
});

test('an experiment that names a file which is not stored here is refused, not sent without it', async ({
  appPage: page,
}) => {
  const create = command(page, 'experiments.create', {
    ...{ id: randomUUID(), title: 'From elsewhere' },
    variants: [
      {
        ...{ modality: 'chat', profileId: SANDBOX_PROFILE_ID, model: 'sandbox/echo', settings: {} },
        ...{ label: 'Echo', template: 'What is on it?', promptVersion: null },
      },
    ],
    cases: [{ variables: {}, attachments: [{ id: 'a'.repeat(64), name: 'gone.png' }] }],
  });
  await expect(create).rejects.toThrow('the file “gone.png” isn’t stored on this computer');
});
