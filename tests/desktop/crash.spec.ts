/** What a person sees after the window crashed: their work, a word about it, and something to hand on. */
import type { Diagnostics } from '../../shared/app/diagnostics';
import { expect, test } from '../support/desktop';
import { dumpedProcesses } from '../support/dumps';
import { callFrom } from '../support/long-reply';

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

  const renderer = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const id = contents?.getOSProcessId();
    contents?.forcefullyCrashRenderer();
    return id;
  });

  await expect.poll(() => inPage('document.body.innerText')).toContain('The window crashed and was reloaded');
  await expect.poll(() => inPage("document.querySelector('textarea')?.value")).toBe('A draft to keep');
  const read = "window.bridge.call('app.diagnostics', {}).then(({ value }) => value)";
  const folder = await app.evaluate((electron) => electron.app.getPath('crashDumps'));
  await expect.poll(() => dumpedProcesses(folder).filter((id) => id === renderer)).toHaveLength(1);
  const { report, crashes } = (await inPage(read)) as Diagnostics;
  expect(crashes).toHaveLength(dumpedProcesses(folder).length);
  expect(report).toContain('the window ended: ');
  expect(report).not.toContain('A draft to keep');
});

test('calls work again after Chromium’s network process was killed', async ({ launch }) => {
  const { app, window: page } = await launch();
  const call = callFrom(page);
  const refresh = () => call('models.refresh', {});
  expect((await refresh()).ok).toBe(true);
  const networkProcess = () =>
    app.evaluate((electron) => {
      const isNetwork = ({ serviceName }: Electron.ProcessMetric) =>
        serviceName === 'network.mojom.NetworkService';
      return electron.app.getAppMetrics().find(isNetwork)?.pid ?? null;
    });
  for (const _time of ['once', 'twice']) {
    const before = await networkProcess();
    process.kill(before ?? Number.NaN, 'SIGKILL');
    // Until the app has heard of it, a call may still fail.
    await expect.poll(async () => (await refresh()).ok).toBe(true);
    expect((await refresh()).ok).toBe(true);
  }
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});
