/** What a message field does with keys, clipboards and dropped files, as the browser delivers them. */
import type { Page } from 'playwright/test';
import { beginLongReply, composer, say } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { gif } from '../support/media-files';

test.use({ keepsPage: false });

const UNDO = 'ControlOrMeta+z';
const REDO = 'ControlOrMeta+Shift+z';
const attached = (page: Page) => page.getByRole('list', { name: 'Attached images' }).getByRole('img');

test('undo and redo go across a file, the last prompt and an edited queued message', async ({
  appPage: page,
}) => {
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('abc');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add text files' }).click();
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('line\n'.repeat(300)) };
  await (await chooser).setFiles(file);
  await expect(composer(page)).toHaveValue(/^abc\n\n`notes.txt`:[\s\S]*```\n$/);
  const whole = await composer(page).inputValue();
  await page.keyboard.press(UNDO);
  await expect(composer(page)).toHaveValue('abc');
  await page.keyboard.press(REDO);
  await expect(composer(page)).toHaveValue(whole);
  await composer(page).fill('');

  await page.keyboard.type('ok hello there');
  await page.keyboard.press('Enter');
  // The new chat has its field by then.
  await expect(page.getByRole('article', { name: 'sandbox/eliza' })).toHaveAttribute('aria-busy', 'false');
  await expect(composer(page)).toHaveValue('');
  // What was sent is gone from the field for good: neither key brings a part of it back.
  for (const key of [UNDO, REDO]) await page.keyboard.press(key);
  await page.keyboard.type('next');
  await expect(composer(page)).toHaveValue('next');
  for (const _letter of 'next') await page.keyboard.press(UNDO);
  await expect(composer(page)).toHaveValue('');
  for (const _letter of 'next') await page.keyboard.press(REDO);
  await expect(composer(page)).toHaveValue('next');
  await composer(page).fill('');
  await page.keyboard.type('draft words');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('ok hello there');
  await page.keyboard.press(UNDO);
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press(UNDO);
  await expect(composer(page)).toHaveValue('draft words');
  await composer(page).fill('');

  await beginLongReply(page);
  await say(page, 'ok my queued words');
  await expect(composer(page)).toHaveValue('');
  await composer(page).pressSequentially('abc');
  await page.getByRole('button', { name: 'Edit queued message' }).click();
  await expect(composer(page)).toHaveValue('ok my queued words\n\nabc');
  await page.keyboard.press(UNDO);
  await expect(composer(page)).toHaveValue('abc');
});

test('text with its picture is typed and the picture offered; a picture alone attaches', async ({
  appPage: page,
}) => {
  const paste = (text: string) =>
    composer(page).evaluate(
      (area, [plain, numbers]) => {
        const clipboardData = new DataTransfer();
        if (plain !== '') clipboardData.setData('text/plain', plain as string);
        clipboardData.items.add(
          new File([new Uint8Array(numbers as number[])], 'image.png', { type: 'image/gif' }),
        );
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return area.dispatchEvent(event);
      },
      [text, [...gif]] as const,
    );
  // Not prevented: the browser types the text itself.
  expect(await paste('Name\tQty\nBolt\t12\n')).toBe(true);
  await expect(attached(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Attach this image' }).click();
  await expect(attached(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Attach this image' })).toHaveCount(0);
  expect(await paste('')).toBe(false);
  await expect(attached(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await paste('Nut\t4');
  await composer(page).fill('Nut\t4');
  await expect(page.getByRole('button', { name: 'Attach this image' })).toBeVisible();
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Attach this image' })).toHaveCount(0);
});

test('Escape of a composition closes neither a panel nor a column', async ({ appPage: page }) => {
  const session = await page.context().newCDPSession(page);
  const composeAndCancel = async () => {
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', {
        ...{ type, key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 },
      });
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  };
  // Keys are heard once the rest of the window is there.
  await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+i');
  const calls = page.getByRole('searchbox', { name: 'Search calls' });
  // The key moves the focus to the calls, once they are read.
  await expect(page.locator('[data-focus=inspector]')).toBeFocused();
  await calls.focus();
  await composeAndCancel();
  await expect(calls).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calls).toHaveCount(0);
  await page.setViewportSize({ width: 700, height: 700 });
  await page.getByRole('button', { name: 'History' }).click();
  const search = page.getByRole('searchbox', { name: 'Search chats' });
  await search.focus();
  await composeAndCancel();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
});

test('a file dropped beside the field is taken in a chat and refused elsewhere', async ({
  appPage: page,
}) => {
  const drop = (name: string, type: string) =>
    page.locator('body').evaluate(
      (main, [fileName, mime, numbers]) => {
        const dataTransfer = new DataTransfer();
        const bytes = new Uint8Array(numbers as number[]);
        dataTransfer.items.add(new File([bytes], fileName as string, { type: mime as string }));
        const event = (kind: string) =>
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        // Both prevented: the browser opens nothing.
        return [main.dispatchEvent(event('dragover')), main.dispatchEvent(event('drop'))];
      },
      [name, type, [...gif]] as const,
    );
  // What takes a drop is loaded after the message field.
  await expect(page.getByRole('region', { name: 'Jobs' })).toBeVisible();
  // Files that are promised and do not come: refused with a word, as a drop that nothing takes.
  await page.locator('body').evaluate((main) => {
    const dataTransfer = new DataTransfer();
    Object.defineProperty(dataTransfer, 'types', { value: ['Files'] });
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    main.dispatchEvent(event);
  });
  await expect(page.getByRole('alert')).toContainText('Drop text files in the Chat tab');
  expect(await drop('cat.gif', 'image/gif')).toEqual([false, false]);
  await expect(attached(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Models' }).click();
  expect(await drop('notes.txt', 'text/plain')).toEqual([false, false]);
  await expect(page.getByRole('alert')).toContainText('Drop text files in the Chat tab');
  await page.getByRole('region', { name: 'Dropped file' }).getByRole('button', { name: 'Close' }).click();
});

test('the model of a batch changes no chat, and “add its profile” opens the form', async ({
  appPage: page,
}) => {
  await page.getByRole('link', { name: 'add its profile' }).click();
  await expect(page.getByRole('form', { name: 'New gateway' })).toBeVisible();
  await page.getByRole('link', { name: 'Chat' }).click();
  const model = page.getByRole('combobox', { name: 'Model' });
  const before = await model.inputValue();
  await page.goto(`${new URL(page.url()).origin}/#/batches/batch:new`);
  await model.fill('sandbox/echo');
  await page.keyboard.press('Enter');
  await expect(model).toHaveValue('sandbox/echo');
  await page.getByRole('link', { name: 'Chat' }).click();
  await expect(model).toHaveValue(before);
});
