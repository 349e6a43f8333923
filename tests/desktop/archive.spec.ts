/** Everything out of one data folder and into another, through the system's own dialogs. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { inMain, makeHome, removeHome } from '../support/app';
import { exchange, transcript } from '../support/chat-page';
import { expect, type RunningDesktop, test } from '../support/desktop';

/** Replaces the system's dialogs, which no test can control. */
const answerDialogs = ({ app }: RunningDesktop, file: string) =>
  inMain(() =>
    app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, file),
  );

const openSettings = async (page: Page) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  return page.getByRole('region', { name: 'Data' });
};

test('an archive is saved where the dialog says, and imports unchanged on another computer', async ({
  launch,
  home,
}) => {
  const file = path.join(home, 'taken along.zip');
  const here = await launch();
  await exchange(here.window, 'Remember the harbour', 'sandbox/eliza');
  await answerDialogs(here, file);
  const data = await openSettings(here.window);
  await data.getByRole('button', { name: 'Export everything' }).click();
  await expect(data.getByRole('status', { name: 'Export' })).toContainText(file);
  expect((await stat(file)).size).toBeGreaterThan(1_000);

  const otherHome = await makeHome();
  try {
    const there = await launch({ home: otherHome });
    await answerDialogs(there, file);
    const dataThere = await openSettings(there.window);
    await dataThere.getByRole('button', { name: 'Import archive' }).click();
    const dialog = there.window.getByRole('dialog', { name: 'Import archive' });
    await expect(dialog).toContainText('1 chat, 2 messages');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dataThere.getByRole('status', { name: 'Import' })).toContainText('Imported 1 chat');
    await there.window.getByRole('link', { name: 'Chat', exact: true }).click();
    await there.window.getByRole('navigation', { name: 'History' }).getByRole('link').first().click();
    await expect(transcript(there.window)).toContainText('Remember the harbour');
    // The person's own file is read, never taken.
    expect((await stat(file)).size).toBeGreaterThan(1_000);
    await there.stop();
  } finally {
    await removeHome(otherHome);
  }
});
