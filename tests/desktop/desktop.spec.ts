/** The program among others on a desktop: windows, dialogs, links, zoom, quick ask and the tray. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { findElectron } from '../../scripts/lib/find-electron.mjs';
import { root } from '../../scripts/lib/root.mjs';
import type { Envelope } from '../../shared/errors';
import type { Snapshot } from '../../shared/reports';
import { launchDesktop, makeHome, removeHome } from '../support/app';
import { composer } from '../support/chat-page';
import { expect, type RunningDesktop, test } from '../support/desktop';
import { callFrom } from '../support/long-reply';
import { startLongVideo } from '../support/long-video';
import { startPaidGateway } from '../support/paid-gateway';
import { startTrayBus } from '../support/tray-bus';

test.describe.configure({ mode: 'serial' });

let home: string;
let desktop: RunningDesktop;
let page: Page;

test.beforeAll(async () => {
  home = await makeHome();
  desktop = await launchDesktop({ home });
  page = desktop.window;
});
test.afterAll(async () => {
  await desktop.stop();
  await removeHome(home);
});

/** Presses an entry of the application menu. */
const press = (label: string) =>
  desktop.app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find((item) => item.label.replace('&', '') === wanted)?.click();
  }, label);

/** Another start of the program on the same data, as the system does for a link or a file. */
async function startWith(...args: readonly string[]): Promise<void> {
  const env = { ...process.env, GATEHOUSE_HOME: home };
  const child = spawn(findElectron() ?? '', [...rootFlags, root, ...args], { env, stdio: 'ignore' });
  expect((await once(child, 'exit'))[0]).toBe(0);
}

test('the folder for results is chosen in the system’s dialog', async () => {
  const folder = path.join(home, 'My results');
  await mkdir(folder);
  await desktop.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(page.getByRole('textbox', { name: 'Save to' })).toHaveValue(folder);
});

test('a second window shows the same chats, in a tab of its own', async () => {
  const opened = desktop.app.waitForEvent('window');
  await press('New Window');
  const second = await opened;
  await expect(second.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Save to' })).toBeVisible();
  await second.getByRole('textbox', { name: 'Message' }).fill('From the second window');
  await second.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(page.getByRole('link', { name: /^From the second window/ })).toBeVisible();
  await second.close();
});

test('a window is shown once its page has loaded, also where Electron never calls it ready', async () => {
  await desktop.app.evaluate(({ app }) => {
    app.once('browser-window-created', (_, created) => {
      // The listener of the app is added right after this event.
      setImmediate(() => created.removeAllListeners('ready-to-show'));
    });
  });
  const opened = desktop.app.waitForEvent('window');
  await press('New Window');
  const second = await opened;
  const window = await desktop.app.browserWindow(second);
  await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
  await second.close();
});

test('the zoom of the menu and of the settings is one', async () => {
  await press('Zoom In');
  const factor = () =>
    desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
    );
  await expect.poll(factor).toBeCloseTo(1.1);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Zoom')).toHaveValue('110');
  await page.getByLabel('Zoom').selectOption('100');
  await expect.poll(factor).toBeCloseTo(1);
  const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  const before = Number.parseFloat(await size());
  await page.getByLabel('Text size').selectOption('largest');
  await expect.poll(async () => Number.parseFloat(await size())).toBeCloseTo(before * 1.3, 1);
  await page.getByLabel('Text size').selectOption('medium');
});

test('spelling is checked in the chosen language, with nothing downloaded', async () => {
  await expect(page.getByLabel('Check spelling in')).toHaveValue('');
  await page.getByLabel('Check spelling in').selectOption('en');
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await composer(page).pressSequentially('The lighthuose stands ');
  const wrongWord = () =>
    desktop.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const area = await contents?.executeJavaScript(
        `(() => { const { x, y } = document.querySelector('textarea').getBoundingClientRect(); return { x, y }; })()`,
      );
      const asked = new Promise<string>((resolve) =>
        contents?.once('context-menu', (_, { misspelledWord }) => resolve(misspelledWord)),
      );
      const at = {
        x: Math.round(area.x) + 60,
        y: Math.round(area.y) + 14,
        button: 'right' as const,
        clickCount: 1,
      };
      contents?.sendInputEvent({ type: 'mouseDown', ...at });
      contents?.sendInputEvent({ type: 'mouseUp', ...at });
      return asked;
    });
  await expect.poll(wrongWord).toBe('lighthuose');
  await page.keyboard.press('Escape');
  await composer(page).fill('');
});

test('a link is shown first, then prepares its prompt; what was typed stays, and nothing is sent', async () => {
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByRole('button', { name: 'New chat' }).click();
  await composer(page).fill('Typed before');
  await startWith('gatehouse://prompt?text=From%20a%20link');
  const question = page.getByRole('dialog', { name: 'Use the prompt from this link?' });
  await expect(question).toContainText('From a link');
  await expect(composer(page)).toHaveValue('Typed before');
  await question.getByRole('button', { name: 'Use prompt' }).click();
  await expect(composer(page)).toHaveValue('Typed before\n\nFrom a link');
  await expect(page.getByRole('article')).toHaveCount(0);
  await composer(page).fill('');
});

test('the question of a link takes the focus, closes with Escape, and gives the focus back', async () => {
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await composer(page).focus();
  await startWith('gatehouse://prompt?text=From%20a%20link');
  const question = page.getByRole('dialog', { name: 'Use the prompt from this link?' });
  await expect(question.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('');
});

test('a second link waits until the first one is answered', async () => {
  await startWith('gatehouse://prompt?text=The%20first%20link');
  const question = page.getByRole('dialog', { name: 'Use the prompt from this link?' });
  await expect(question).toContainText('The first link');
  await startWith('gatehouse://prompt?text=The%20second%20link');
  // What the core reports next comes after the second link, in the order of its events.
  await callFrom(page)('settings.update', { patch: { theme: 'dark' } });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(question).toContainText('The first link');
  await expect(question).not.toContainText('The second link');
  await question.getByRole('button', { name: 'Use prompt' }).click();
  await expect(question).toContainText('The second link');
  await expect(composer(page)).toHaveValue('The first link');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(composer(page)).toHaveValue('The first link');
  await composer(page).fill('');
});

test('a link to a gateway adds a profile without a key once that is confirmed, and sends it nothing', async () => {
  const gateway = await startPaidGateway();
  try {
    const url = encodeURIComponent(gateway.baseUrl);
    await startWith(`gatehouse://profile?name=From%20a%20link&url=${url}&key=sk-of-a-link`);
    const question = page.getByRole('dialog', { name: 'Add the gateway from this link?' });
    await expect(question).toContainText(gateway.baseUrl);
    const call = callFrom(page);
    const profiles = async () => {
      const snapshot = (await call('app.snapshot', {})) as Envelope<Snapshot>;
      return snapshot.ok && snapshot.value.profiles.map(({ name, key }) => `${name}: ${key}`);
    };
    await question.getByRole('button', { name: 'Add profile' }).click();
    await page.getByRole('button', { name: 'From a link' }).click();
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(gateway.baseUrl);
    expect(await profiles()).toEqual(['Sandbox: not-needed', 'From a link: missing']);
    expect(gateway.requests).toEqual([]);
  } finally {
    await gateway.close();
  }
});

test('an archive that is opened asks before it is imported, and one that is none says so', async () => {
  const archive = path.join(home, 'taken along.gatehouse');
  await desktop.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, archive);
  await desktop.app.evaluate(({ app }) => {
    app.addRecentDocument = (file) => void Object.assign(globalThis, { recent: file });
  });
  const call = callFrom(page);
  await call('archive.export', { includesMedia: false });
  const done = async () => {
    const snapshot = await call('app.snapshot', {});
    return snapshot.ok && (snapshot.value as { archive: { state: string } | null }).archive?.state;
  };
  await expect.poll(done).toBe('completed');
  // The jump list of Windows and the dock of macOS offer it again.
  const recent = () => desktop.app.evaluate(() => (globalThis as { recent?: string }).recent);
  await expect.poll(recent).toBe(archive);
  await startWith(archive);
  const question = page.getByRole('dialog', { name: 'Import archive' });
  await expect(question).toContainText('1 chat');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await startWith(path.join(home, 'gone.gatehouse'));
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('quick ask closes with Escape; it answers one question, and the chat opens in the app', async () => {
  const openQuickAsk = async () => {
    const opened = desktop.app.waitForEvent('window');
    await startWith('--quick-ask');
    return opened;
  };
  const given = await openQuickAsk();
  await expect(given.getByRole('textbox', { name: 'Question' })).toBeFocused();
  const closed = given.waitForEvent('close');
  // The key may be released when the window is gone already.
  await given.keyboard.press('Escape').catch(() => undefined);
  await closed;
  const quick = await openQuickAsk();
  await quick.getByRole('textbox', { name: 'Question' }).fill('Quickly now');
  await quick.keyboard.press('Enter');
  await expect(quick.getByRole('article')).toContainText(/\w/);
  await quick.getByRole('button', { name: 'Open in Gatehouse' }).click();
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/Quickly now/);
  expect(quick.isClosed()).toBe(true);
});

test('quick ask has a key of the whole system, and a key that another program has is told', async () => {
  const call = callFrom(page);
  const isRegistered = (key: string) =>
    desktop.app.evaluate(({ globalShortcut }, asked) => globalShortcut.isRegistered(asked), key);
  await call('settings.update', { patch: { quickAskKey: 'Control+Alt+G' } });
  await expect.poll(() => isRegistered('Control+Alt+G')).toBe(true);
  await desktop.app.evaluate(({ globalShortcut }) => {
    const register = globalShortcut.register.bind(globalShortcut);
    globalShortcut.register = (key, run) => key !== 'Control+Alt+J' && register(key, run);
  });
  await call('settings.update', { patch: { quickAskKey: 'Control+Alt+J' } });
  await expect(page.getByText('Control+Alt+J can’t be used for quick ask.')).toBeVisible();
  expect(await isRegistered('Control+Alt+G')).toBe(false);
  await call('settings.update', { patch: { quickAskKey: '' } });
});

test('with the icon in the tray the app goes on without a window, and its menu tells what runs', async () => {
  const bus = await startTrayBus(home);
  await desktop.app.evaluate((_, address) => {
    process.env.DBUS_SESSION_BUS_ADDRESS = address;
  }, bus.address);
  await desktop.app.evaluate(({ Tray }) => {
    const { setContextMenu } = Tray.prototype;
    Tray.prototype.setContextMenu = function (menu) {
      Object.assign(globalThis, { trayMenu: menu });
      return setContextMenu.call(this, menu);
    };
  });
  const menu = () =>
    desktop.app.evaluate(() =>
      (globalThis as { trayMenu?: Electron.Menu }).trayMenu?.items.map(({ label }) => label),
    );
  const call = callFrom(page);
  await call('settings.update', { patch: { tray: true } });
  const credits = expect.stringMatching(/^[\d.,]+ credits$/);
  const actions = ['', 'Quick ask', 'Open Gatehouse', '', 'Quit'];
  await expect.poll(menu).toEqual(['No jobs running', credits, ...actions]);
  const id = await startLongVideo(page);
  await expect.poll(menu).toEqual(['1 job running', credits, ...actions]);
  await call('jobs.cancel', { id });
  await expect.poll(menu).toEqual(['No jobs running', credits, ...actions]);
  // The profile in use, which here has not stated a balance yet; and back.
  const before = await menu();
  const profile = { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9/v1', keep: 'session' };
  const created = await call('profiles.create', profile);
  await call('profiles.activate', created.ok ? created.value : {});
  await expect.poll(menu).toEqual(['No jobs running', 'Balance unknown', ...actions]);
  await call('profiles.activate', { id: 'sandbox' });
  await expect.poll(menu).toEqual(before);

  const closed = page.waitForEvent('close');
  await desktop.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
  await closed;
  const reopened = desktop.app.waitForEvent('window');
  await startWith();
  page = await reopened;
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  bus.server.close();
});
