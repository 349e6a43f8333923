/** What a person sees after the window crashed: their work, a word about it, and something to hand on. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostics } from '../../shared/diagnostics';
import { expect, test } from '../support/desktop';
import { callFrom } from '../support/long-reply';

/** The process of a minidump: the second field of its stream MiscInfo (type 15), found through the table of streams. */
function processOf(dump: Buffer): number | null {
  const [streams, table] = [dump.readUInt32LE(8), dump.readUInt32LE(12)];
  for (let at = table; at < table + streams * 12; at += 12) {
    if (dump.readUInt32LE(at) === 15) return dump.readUInt32LE(dump.readUInt32LE(at + 8) + 8);
  }
  return null;
}

/** The processes that left a dump. A renderer that Electron replaces while it starts now and then leaves one too. */
const processesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => processOf(readFileSync(path.join(folder, name))));

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

  await expect
    .poll(() => inPage('document.body.innerText'), { timeout: 30_000 })
    .toContain('The window crashed and was reloaded');
  await expect.poll(() => inPage("document.querySelector('textarea')?.value")).toBe('A draft to keep');
  const read = "window.bridge.call('app.diagnostics', {}).then(({ value }) => value)";
  const folder = await app.evaluate((electron) => electron.app.getPath('crashDumps'));
  await expect.poll(() => processesOf(folder).filter((id) => id === renderer)).toHaveLength(1);
  const { report, crashes } = (await inPage(read)) as Diagnostics;
  expect(crashes).toHaveLength(processesOf(folder).length);
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
