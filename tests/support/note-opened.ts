import type { RunningDesktop } from './app';

/** Notes what the app would hand to the system instead of doing it; answers the way to read the notes. */
export async function noteOpened({ app }: RunningDesktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => {
      opened.push(url);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}
