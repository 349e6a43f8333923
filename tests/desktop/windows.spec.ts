/** The windows of a person who works in several: they come back as they were left. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WindowState } from '../../electron/hosts/desktop/window-state';
import { expect, type RunningDesktop, test } from '../support/desktop';

const places = [
  { x: 40, y: 30, width: 1000, height: 700 },
  { x: 90, y: 60, width: 900, height: 600 },
];

interface Shown {
  readonly address: string;
  readonly bounds: Electron.Rectangle;
}

/** Every window with the address of its page, in the order of their names. */
const windowsOf = ({ app }: RunningDesktop): Promise<readonly Shown[]> =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => ({
        address: new URL(window.webContents.getURL()).hash,
        bounds: window.getBounds(),
      }))
      .sort((one, other) => one.address.localeCompare(other.address)),
  );

const addressesOf = async (desktop: RunningDesktop) =>
  (await windowsOf(desktop)).map(({ address }) => address);

/** Opens the library in the first window and the settings in another one. */
async function openTwo(desktop: RunningDesktop): Promise<void> {
  await desktop.window.getByRole('link', { name: 'Library' }).click();
  const opened = desktop.app.waitForEvent('window');
  await desktop.app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label.replace('&', '') === 'New Window')?.click();
  });
  await (await opened).getByRole('link', { name: 'Settings' }).click();
  await desktop.app.evaluate(({ BrowserWindow }, bounds) => {
    for (const window of BrowserWindow.getAllWindows()) {
      const isFirst = window.webContents.getURL().endsWith('#/library');
      window.setBounds(bounds[isFirst ? 0 : 1] ?? {});
    }
  }, places);
}

const fileIn = (home: string): string => path.join(home, 'desktop', 'window.json');
const read = async (home: string): Promise<WindowState> => JSON.parse(await readFile(fileIn(home), 'utf8'));

test('after a quit the next start opens every window again, each with its tab and place', async ({
  launch,
  home,
}) => {
  const first = await launch();
  await openTwo(first);
  await first.stop();

  const second = await launch();
  await expect.poll(() => addressesOf(second)).toEqual(['#/library', '#/settings']);
  expect((await windowsOf(second)).map(({ bounds }) => bounds)).toEqual(places);
  // The window that a person closes does not come back, whatever ends the app.
  await second.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    windows.find(({ webContents }) => webContents.getURL().endsWith('#/library'))?.close();
  });
  const kept = async () => (await read(home)).windows.map(({ address }) => address);
  await expect.poll(kept).toEqual(['#/settings']);
  await second.kill();

  const third = await launch();
  await expect.poll(() => addressesOf(third)).toEqual(['#/settings']);
  await expect(third.window.getByRole('region', { name: 'About' })).toBeVisible();
});

test('a window that was on a display that is gone is opened on one that is there', async ({
  launch,
  home,
}) => {
  const first = await launch();
  await first.stop();
  const state = await read(home);
  const far = { ...places[0], x: 9_000, y: 400 };
  const windows = state.windows.map((one) => ({ ...one, bounds: far, arrangements: {} }));
  await writeFile(fileIn(home), JSON.stringify({ ...state, windows }));

  const second = await launch();
  const area = await second.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  const { x, y, width, height } = (await windowsOf(second))[0]?.bounds ?? area;
  expect(x).toBeGreaterThanOrEqual(area.x);
  expect(x + width).toBeLessThanOrEqual(area.x + area.width);
  expect(y + height).toBeLessThanOrEqual(area.y + area.height);
  expect(width).toBe(places[0]?.width);
});
