/** A page of a program that runs already, over Chromium's own debugging port. */
import { chromium, expect, type Page } from 'playwright/test';

const startMs = 120_000;
/** Far above what attaching takes. */
const attachMs = 60_000;

interface Target {
  readonly type: string;
  readonly url: string;
}

/**
 * Waits for the program's page before it connects: Playwright misses a window that opens while it attaches, and then
 * waits for ever. Seldom it waits for ever nevertheless; once more was enough so far.
 *
 * @param address of the port, such as `http://127.0.0.1:9222`
 */
export async function attachToPage(address: string): Promise<Page> {
  const hasPage = async (): Promise<boolean> => {
    const answer = await fetch(`${address}/json/list`).catch(() => null);
    const targets = answer?.ok ? ((await answer.json()) as Target[]) : [];
    return targets.some(({ type, url }) => type === 'page' && url.startsWith('app://'));
  };
  await expect.poll(hasPage, { timeout: startMs, message: 'the program shows its page' }).toBe(true);
  const connect = () => chromium.connectOverCDP(address, { timeout: attachMs });
  const browser = await connect().catch(connect);
  const page = browser.contexts().flatMap((context) => context.pages())[0];
  if (page === undefined) throw new Error('The program shows no page.');
  return page;
}

/** @param printed everything the program printed so far: with `--remote-debugging-port=0` it names the port it took */
export async function debuggingAddress(printed: () => string): Promise<string> {
  const port = () => /DevTools listening on ws:\/\/([^/]+)/.exec(printed())?.[1];
  await expect.poll(port, { timeout: startMs, message: 'the program starts' }).toBeDefined();
  return `http://${port()}`;
}
