import { test as base } from 'playwright/test';
import type { Bridge } from '../../shared/contract';
import { type LaunchOptions, launchDesktop, makeHome, type RunningDesktop, removeHome } from './app';

declare global {
  interface Window {
    readonly bridge?: Bridge;
  }
}

export { expect } from 'playwright/test';
export type { RunningDesktop };

export interface DesktopFixtures {
  /** A data folder of this test's own, removed after it. */
  readonly home: string;
  /** Starts the desktop app, on `home` where left open; each one still running at the end of the test is stopped. */
  readonly launch: (options?: LaunchOptions) => Promise<RunningDesktop>;
}

export const test = base.extend<DesktopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  home: async ({}, use) => {
    const home = await makeHome();
    await use(home);
    await removeHome(home);
  },
  launch: async ({ home }, use) => {
    const running: RunningDesktop[] = [];
    await use(async (options) => {
      const desktop = await launchDesktop({ home, ...options });
      running.push(desktop);
      return desktop;
    });
    await Promise.all(running.map((desktop) => desktop.stop()));
  },
});

/** Size of the picture on the clipboard, in pixels. Electron 45 reads it otherwise than earlier ones. */
export function clipboardPicture({ app }: RunningDesktop): Promise<{ width: number; height: number }> {
  return app.evaluate(async ({ clipboard, nativeImage }) => {
    const earlier = clipboard as unknown as { readImage?: () => Electron.NativeImage };
    if (earlier.readImage) return earlier.readImage().getSize();
    const [item] = await clipboard.read();
    const picture = await (item as unknown as ClipboardItem).getType('image/png');
    return nativeImage.createFromBuffer(Buffer.from(await picture.arrayBuffer())).getSize();
  });
}
