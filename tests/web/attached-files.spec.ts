/** Sound and documents attached to a chat: chosen, dropped, shown by name, kept and sent. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, replies, sendButton, transcript } from '../support/chat-page';
import { pdfOf } from '../support/documents';
import { expect, test } from '../support/emptied-app';
import { gif, wav } from '../support/media-files';

const MODEL = 'sandbox/files';
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');

async function chooseFiles(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.getByRole('button', { name: 'Attach images' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Attach audio, video or documents…' }).click();
  await (await chooser).setFiles(files);
}

async function drop(page: Page, name: string, type: string, bytes: Uint8Array) {
  const transfer = await page.evaluateHandle(
    ([fileName, mime, numbers]) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(numbers)], fileName, { type: mime }));
      return made;
    },
    [name, type, [...bytes]] as const,
  );
  await composer(page).dispatchEvent('drop', { dataTransfer: transfer });
}

test('a document and a sound are chosen, shown by name and size, sent, and shown with the message', async ({
  appPage: page,
}) => {
  await chooseModel(page, MODEL);
  const sound = wav(1);
  await chooseFiles(
    page,
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'voice.wav', mimeType: 'audio/wav', buffer: Buffer.from(sound) },
  );
  await expect(attached(page)).toHaveText([
    `report.pdfPDF · ${pdf.length} BRemove report.pdf`,
    /^voice\.wavWAV · 1(\.0)? s · 32 kBRemove voice\.wav$/,
  ]);
  await expect(composer(page)).toBeFocused();
  await expect(page.locator('[data-cost-ahead]')).toContainText('files not counted');
  await expectAccessible(page);
  const reply = await exchange(page, 'What is it?', MODEL);
  for (const bytes of [pdf, sound]) await expect(reply).toContainText(sha(bytes));
  await expect(attached(page)).toHaveCount(0);
  const own = transcript(page).getByRole('article', { name: 'You' });
  await expect(own.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  const saved = page.waitForEvent('download');
  await own.getByRole('button', { name: 'report.pdf' }).click();
  expect((await saved).suggestedFilename()).toBe('report.pdf');
  await expectAccessible(page);
});

test('a document says how it is sent, and goes so', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/echo');
  await drop(page, 'rent.pdf', 'application/pdf', pdfOf(['Rent is 900 a month', 'Heating is 120']));
  const ways = page.getByRole('group', { name: 'rent.pdf, 2 pages' });
  await expect(ways.getByRole('radio', { name: 'As text' })).toBeChecked();
  await expect(ways).toContainText('tokens');
  await page.getByText('Show the beginning of the text').click();
  await expect(page.getByRole('list', { name: 'How documents are sent' })).toContainText('[Page 2]');
  await expectAccessible(page);
  await chooseModel(page, MODEL);
  await expect(ways.getByRole('radio', { name: 'As file' })).toBeChecked();
  await ways.getByRole('radio', { name: 'As images' }).click();
  await expect(ways).toContainText(/As images\s*≈/);
  const reply = await exchange(page, 'What is it?', MODEL);
  await expect(reply).toContainText(/2 (files|pictures)|image/i);
});

test('what is dropped is attached beside images, and text is quoted as before', async ({ appPage: page }) => {
  await chooseModel(page, MODEL);
  await drop(page, 'dot.gif', 'image/gif', gif);
  await drop(page, 'paper.pdf', 'application/pdf', pdf);
  await expect(attached(page)).toHaveCount(2);
  // By its name a film, by its bytes a program.
  await drop(page, 'code.ts', 'video/mp2t', Buffer.from('export {};'));
  await expect(composer(page)).toHaveValue(/`code.ts`:[\s\S]*export/);
  await page.reload();
  await expect(attached(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove paper.pdf' }).click();
  await expect(page.getByRole('list', { name: 'Attached images' }).getByRole('img')).toHaveCount(1);
  await expect(composer(page)).toBeFocused();
});

test('a model that does not take them is pointed out before sending, and nothing is lost', async ({
  appPage: page,
}) => {
  await chooseModel(page, MODEL);
  await drop(page, 'paper.pdf', 'application/pdf', pdf);
  await composer(page).fill('What is it?');
  await chooseModel(page, 'sandbox/vision');
  const why = 'sandbox/vision doesn’t accept files: choose another model, or remove them';
  await expect(page.getByText(why)).toBeVisible();
  await composer(page).press('Enter');
  await expect(sendButton(page)).toBeDisabled();
  await expect(attached(page)).toHaveCount(1);
  await chooseModel(page, MODEL);
  await expect(page.getByText(why)).toHaveCount(0);
  await composer(page).press('Enter');
  await expect(replies(page, MODEL)).toContainText(['paper.pdf, application/pdf']);
});
