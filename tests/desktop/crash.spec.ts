/** What a person sees after the window crashed: their work, a word about it, and something to hand on. */
import type { Diagnostics } from '../../shared/diagnostics';
import { expect, test } from '../support/desktop';

test('a window that crashes reopens with its draft and a notice, and leaves a dump that is never sent', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await window.getByRole('textbox', { name: 'Message' }).fill('A draft to keep');
  // Playwright holds the page that crashed; what the new one shows is read through its window.
  const inPage = (script: string): Promise<unknown> =>
    app.evaluate(async ({ BrowserWindow }, code) => {
      const [open] = BrowserWindow.getAllWindows();
      // A page that ends in the middle never answers.
      const noAnswer = new Promise((resolve) => setTimeout(() => resolve(null), 2_000));
      return Promise.race([noAnswer, open?.webContents.executeJavaScript(code).catch(() => null)]);
    }, script);
  const draft = "window.bridge.call('app.snapshot', {}).then(({ value }) => value.newChatDraft)";
  await expect.poll(() => inPage(draft)).toBe('A draft to keep');

  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );

  await expect
    .poll(() => inPage('document.body.innerText'), { timeout: 30_000 })
    .toContain('The window crashed and was reloaded');
  await expect.poll(() => inPage("document.querySelector('textarea')?.value")).toBe('A draft to keep');
  const read = "window.bridge.call('app.diagnostics', {}).then(({ value }) => value)";
  await expect.poll(async () => ((await inPage(read)) as Diagnostics).crashes.length).toBe(1);
  const { report } = (await inPage(read)) as Diagnostics;
  expect(report).toContain('the window ended: ');
  expect(report).not.toContain('A draft to keep');
});
