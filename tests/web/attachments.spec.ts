/** Images attached to a chat, by every way there is, and what becomes of them. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { test as alone, openApp } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, replies, sendButton, transcript } from '../support/chat-page';
import { generate, jobRow, openCreateTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { gif, picture, wav } from '../support/media-files';

const VISION = 'sandbox/vision';
const attached = (page: Page) => page.getByRole('list', { name: 'Attached images' }).getByRole('img');
const fingerprint = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const asFile = (name: string, mimeType: string, bytes: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});

async function chooseFiles(page: Page, ...files: ReturnType<typeof asFile>[]): Promise<void> {
  await page.getByRole('button', { name: 'Attach images' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'From this computer…' }).click();
  await (await chooser).setFiles(files);
}

/** As the browser hands it over, whether it was dropped or pasted. */
async function hand(page: Page, how: 'drop' | 'paste', name: string, type: string, bytes: Uint8Array) {
  const transfer = await page.evaluateHandle(
    ([fileName, mime, numbers]) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(numbers)], fileName, { type: mime }));
      return made;
    },
    [name, type, [...bytes]] as const,
  );
  if (how === 'drop') await composer(page).dispatchEvent('drop', { dataTransfer: transfer });
  else
    await composer(page).evaluate(
      (area, data) =>
        area.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        ),
      transfer,
    );
}

test('an image is chosen, shown as a thumbnail, sent, seen by the model, and opened large', async ({
  appPage: page,
}) => {
  const bytes = await picture('png', { width: 120, height: 80 });
  await chooseModel(page, VISION);
  await chooseFiles(page, asFile('harbour.png', 'image/png', bytes));
  await expect(attached(page)).toHaveAttribute('alt', 'harbour.png');
  await expect(composer(page)).toBeFocused();
  await expect(page.locator('[data-cost-ahead]')).toContainText('images not counted');
  await expectAccessible(page);
  const reply = await exchange(page, 'What is it?', VISION);
  await expect(reply).toContainText(`PNG, 120 × 80 pixels`);
  await expect(reply).toContainText(fingerprint(bytes));
  await expect(attached(page)).toHaveCount(0);
  const own = transcript(page).getByRole('article', { name: 'You' });
  await own.getByRole('button', { name: 'harbour.png' }).click();
  const large = page.getByRole('dialog', { name: 'harbour.png' });
  await expect(large.getByRole('img', { name: 'harbour.png' })).toHaveJSProperty('naturalWidth', 120);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
});

test('the buttons to the images beside one keep the focus at the ends, and say why they can’t be used', async ({
  appPage: page,
}) => {
  await chooseModel(page, VISION);
  const names = ['first.gif', 'second.gif'];
  await chooseFiles(page, ...names.map((name) => asFile(name, 'image/gif', gif)));
  await page
    .getByRole('list', { name: 'Attached images' })
    .getByRole('button', { name: 'first.gif', exact: true })
    .click();
  const large = page.getByRole('dialog', { name: 'first.gif' });
  await expect(large.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await large.getByRole('button', { name: 'Next' }).press('Enter');
  const next = page.getByRole('dialog', { name: 'second.gif' }).getByRole('button', { name: 'Next' });
  await expect(next).toBeFocused();
  await expect(next).toHaveAccessibleDescription('Next: this is the last file');
  await next.press('Enter');
  await expect(next).toBeFocused();
});

test('images can be dropped and pasted too, and text is quoted as before', async ({ appPage: page }) => {
  await chooseModel(page, VISION);
  await hand(page, 'drop', 'dropped.gif', 'image/gif', gif);
  await expect(attached(page)).toHaveCount(1);
  await hand(page, 'paste', 'image.png', 'image/png', await picture('png'));
  await expect(attached(page)).toHaveCount(2);
  await hand(page, 'drop', 'notes.txt', 'text/plain', Buffer.from('a line'));
  await expect(composer(page)).toHaveValue(/`notes.txt`:[\s\S]*a line/);
  await expect(attached(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove dropped.gif' }).click();
  await expect(attached(page)).toHaveCount(1);
  await expect(composer(page)).toBeFocused();
});

test('a file that is not an image is refused with the reason, and typed text and attachments stay', async ({
  appPage: page,
}) => {
  await chooseModel(page, VISION);
  await composer(page).fill('typed');
  await hand(page, 'drop', 'good.gif', 'image/gif', gif);
  await expect(attached(page)).toHaveCount(1);
  await hand(page, 'drop', 'sound.png', 'image/png', wav(0.1));
  await expect(page.getByRole('alert')).toContainText(
    '“sound.png” can’t be attached: it is not a PNG, JPEG, WebP or GIF',
  );
  await composer(page).evaluate((area) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(5 * 1_048_576 + 1)], 'huge.png', { type: 'image/png' }));
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert')).toContainText('the limit for an image is 5 MB');
  for (let count = 2; count <= 8; count += 1) await hand(page, 'drop', `${count}.gif`, 'image/gif', gif);
  await expect(attached(page)).toHaveCount(8);
  await hand(page, 'drop', 'ninth.gif', 'image/gif', gif);
  await expect(page.getByRole('alert')).toContainText('at most 8 images');
  await expect(composer(page)).toHaveValue('typed');
});

alone(
  'a draft keeps its images when the chat changes, and across a reload and a restart',
  async ({ appPage: page, home, web }) => {
    await chooseModel(page, VISION);
    await hand(page, 'drop', 'kept.gif', 'image/gif', gif);
    await expect(attached(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('link', { name: 'Chat' }).click();
    await expect(attached(page)).toHaveAttribute('alt', 'kept.gif');
    await page.reload();
    await expect(attached(page)).toHaveAttribute('alt', 'kept.gif');
    await page.waitForTimeout(700);
    await page.evaluate(() => localStorage.removeItem('gatehouse.page'));
    await page.goto('about:blank');
    expect(home).toBe(web.home);
    await openApp(page, await newLink(page, web.url));
    await expect(attached(page)).toHaveAttribute('alt', 'kept.gif');
  },
);

/** The session's cookie is still there: the app's own address is enough. */
const newLink = async (_page: Page, url: string): Promise<string> => `${new URL(url).origin}/`;

test('a model without image input is pointed out before sending, and nothing is lost', async ({
  appPage: page,
}) => {
  await chooseModel(page, VISION);
  await composer(page).fill('Look');
  await hand(page, 'drop', 'cat.gif', 'image/gif', gif);
  await expect(attached(page)).toHaveCount(1);
  await chooseModel(page, 'sandbox/echo');
  await expect(
    page.getByText('sandbox/echo doesn’t accept images: choose another model, or remove them'),
  ).toBeVisible();
  // On a line of its own: beside the buttons it became a narrow column.
  const warning = await page.getByText('sandbox/echo doesn’t accept images:').boundingBox();
  expect(warning?.height).toBeLessThan(24);
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('Look');
  await expect(attached(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Attach images' }).click();
  await expect(page.getByRole('menuitem')).toContainText('sandbox/echo doesn’t accept images');
  await page.keyboard.press('Escape');
  await chooseModel(page, VISION);
  await composer(page).press('Enter');
  await expect(replies(page, VISION)).toContainText('GIF, 1 × 1');
});

test('an edited message keeps its images, and can remove one', async ({ appPage: page }) => {
  await chooseModel(page, VISION);
  await hand(page, 'drop', 'one.gif', 'image/gif', gif);
  await hand(page, 'drop', 'two.png', 'image/png', await picture('png'));
  await expect(attached(page)).toHaveCount(2);
  await exchange(page, 'Both', VISION);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(attached(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove two.png' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(replies(page, VISION)).toContainText('I see one picture.');
  await expect(transcript(page).getByRole('article', { name: 'You' }).getByRole('img')).toHaveCount(1);
});

test('an image of the library is attached with the keyboard alone', async ({ appPage: page }) => {
  await openCreateTab(page, 'Image');
  await generate(page, 'A lighthouse');
  await expect(jobRow(page, 'A lighthouse')).toContainText('completed');
  await page.getByRole('link', { name: 'Chat' }).click();
  await chooseModel(page, VISION);
  await page.getByRole('button', { name: 'Attach images' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'From the library…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Attach from the library' });
  await expect(dialog.getByRole('img', { name: 'A lighthouse' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'A lighthouse' }).focus();
  await page.keyboard.press('Enter');
  await expect(attached(page)).toHaveCount(1);
  await expect(page.getByText('Text stored in the image removed')).toBeVisible();
  const reply = await exchange(page, 'Who made it?', VISION);
  await expect(reply).toContainText('PNG, 1024 × 1024');
  // The prompt it was made from is in the file of the library, and is not sent.
  await expect(reply).not.toContainText('lighthouse');
});

test('View code names the files it reads, and offers them', async ({ appPage: page }) => {
  await chooseModel(page, VISION);
  await hand(page, 'drop', 'cat.gif', 'image/gif', gif);
  await expect(attached(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'View code' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'View code' });
  await expect(dialog).toContainText("base64 < 'image-1.gif'");
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save image-1.gif' }).click();
  expect((await download).suggestedFilename()).toBe('image-1.gif');
});
