import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { findElectron } from '../../scripts/lib/find-electron.mjs';
import { root } from '../../scripts/lib/root.mjs';
import type { Diagnostics } from '../../shared/app/diagnostics';
import { launchWeb, makeHome, removeHome } from '../support/app';
import { chooseModel, exchange } from '../support/chat-page';
import { descendantsOf } from '../support/descendants';
import { expect, test } from '../support/desktop';
import { dumpedProcesses } from '../support/dumps';
import { callFrom, lastReply, startLongReply } from '../support/long-reply';

/** The desktop app without Playwright's hand on it. */
function startPlain(home: string, args: readonly string[] = []) {
  const child = spawn(findElectron() ?? '', [...rootFlags, root, ...args], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return { child, ended, stderr: () => stderr };
}

test('the window shows the page with its title and menu', async ({ launch }) => {
  const desktop = await launch();
  await expect(desktop.window.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await desktop.window.title()).toContain('Gatehouse');
  const menu = await desktop.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map(({ label, role }) => role ?? label),
  );
  expect(menu).toEqual(expect.arrayContaining(['&File', 'editmenu', '&View', 'windowmenu', 'help']));
});

test('code in a reply is colored', async ({ launch }) => {
  const { window: page } = await launch();
  await chooseModel(page, 'sandbox/echo');
  await exchange(page, '```ts\nconst answer = 42;\n```', 'sandbox/echo');
  await expect(page.locator('.code-keyword').first()).toBeVisible();
});

test('closing the window ends the app, and the next start restores its position', async ({ launch }) => {
  const first = await launch();
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 }),
  );
  const ended = once(first.app.process(), 'exit');
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect((await ended)[0]).toBe(0);
  const second = await launch();
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: 1000, height: 700 });
});

test('a second start on the same data folder brings the first one to the front', async ({ launch, home }) => {
  const first = await launch();
  await first.app.evaluate(({ app }) => {
    Object.assign(globalThis, { starts: 0 });
    app.on('second-instance', () => {
      Object.assign(globalThis, { starts: (globalThis as unknown as { starts: number }).starts + 1 });
    });
  });
  const second = startPlain(home);
  expect((await second.ended)[0]).toBe(0);
  await expect
    .poll(() => first.app.evaluate(() => (globalThis as unknown as { starts: number }).starts))
    .toBe(1);
  expect(await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a link that is too long to be passed on is refused by the app that runs, which goes on', async ({
  launch,
  home,
}) => {
  const { window } = await launch();
  for (const letters of [40_000, 110_000]) {
    const second = startPlain(home, [`gatehouse://prompt?text=${'x'.repeat(letters)}`]);
    expect((await second.ended)[0]).toBe(0);
    await expect(window.getByRole('dialog')).toContainText('The link is too long');
    await window.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(window.getByRole('dialog')).toHaveCount(0);
  }
});

test('two data folders are two apps', async ({ launch }) => {
  await launch();
  const elsewhere = await makeHome();
  const other = await launch({ home: elsewhere });
  await expect(other.window.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await other.stop();
  await removeHome(elsewhere);
});

test('a data folder that the browser host uses is left alone, and a message says so', async ({ home }) => {
  const web = await launchWeb({ home });
  const desktop = startPlain(home);
  try {
    await expect.poll(desktop.stderr).toMatch(/gatehouse: .*using the data folder/);
  } finally {
    desktop.child.kill('SIGKILL');
    await desktop.ended;
    await web.stop();
  }
});

test('a page that crashed reloads, with the core unchanged', async ({ launch }) => {
  const desktop = await launch();
  await expect(desktop.window.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await desktop.window.evaluate(() => window.bridge?.call('settings.update', { patch: { theme: 'dark' } }));
  const loaded = desktop.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => resolve());
        contents?.forcefullyCrashRenderer();
      }),
  );
  await loaded;
  const answer = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('bridge.call("app.snapshot", {})'),
  );
  expect(answer).toMatchObject({ ok: true, value: { settings: { theme: 'dark' } } });
});

test('the window follows the chosen theme', async ({ launch, home }) => {
  const desktop = await launch();
  await desktop.window.evaluate(() => window.bridge?.call('settings.update', { patch: { theme: 'dark' } }));
  const theme = () => desktop.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
  await expect.poll(theme).toBe('dark');
  await desktop.app.close();
  expect(JSON.parse(await readFile(path.join(home, 'desktop', 'window.json'), 'utf8')).theme).toBe('dark');
});

test('quitting lets the core finish what it is writing', async ({ launch }) => {
  const desktop = await launch();
  const { conversationId, text } = await startLongReply(callFrom(desktop.window));
  const ended = once(desktop.app.process(), 'exit');
  desktop.app.process().kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  const next = await launch();
  const reply = await lastReply(callFrom(next.window), conversationId);
  // A reply found unfinished at the next start would carry an error that says so.
  expect(reply).toMatchObject({ status: 'interrupted', error: null });
  expect(reply.text.startsWith(text)).toBe(true);
});

test('the end of a session, which signals all its processes at once, closes it in order', async ({
  launch,
  home,
}) => {
  test.skip(process.platform !== 'linux', 'processes are listed in /proc');
  const desktop = await launch();
  const { conversationId, text } = await startLongReply(callFrom(desktop.window));
  const main = desktop.app.process();
  const ended = once(main, 'exit');
  // In the order in which the system lists them, the oldest first.
  const all = [main.pid ?? 0, ...(await descendantsOf(main.pid ?? 0))];
  expect(all.length).toBeGreaterThan(3);
  for (const id of all) process.kill(id, 'SIGTERM');
  // As a log-out does: another one follows.
  process.kill(main.pid ?? 0, 'SIGHUP');
  expect(await ended).toEqual([0, null]);
  expect(dumpedProcesses(path.join(home, 'crashes')).filter((id) => all.includes(id ?? 0))).toEqual([]);

  const next = await launch();
  const call = callFrom(next.window);
  const reply = await lastReply(call, conversationId);
  expect(reply.status).toBe('interrupted');
  expect(reply.text.startsWith(text)).toBe(true);
  const answer = await call('app.diagnostics', {});
  expect((answer.ok && (answer.value as Diagnostics)) || null).toMatchObject({
    report: expect.not.stringContaining('the window ended'),
  });
  await expect(next.window.getByRole('alert')).toHaveCount(0);
});
