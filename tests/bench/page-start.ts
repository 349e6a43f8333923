/** One start of the browser host and one first page load, in a browser that is already open. */
import type { Browser, Page } from 'playwright/test';
import { launchWeb } from '../support/app';
import { launchBrowser, viewport } from './app-page';
import { clock } from './statistics';

export interface PageStart {
  /** From the start of the program to the link it prints, in milliseconds. */
  readonly hostMs: number;
  /** From following the link to the composer's paint, in milliseconds. */
  readonly pageMs: number;
  /** Bytes of script and style that came before the composer, as they are stored. */
  readonly codeBytes: number;
}

/** Starts the app on a data folder, opens it in a browser that knows nothing of it, and ends both. */
export async function openPageOnce(home: string): Promise<PageStart> {
  const browser = await launchBrowser();
  const began = performance.now();
  const host = await launchWeb({ home });
  try {
    const hostMs = performance.now() - began;
    const { page, readyMs } = await timeNavigation(browser, host.url, 'textarea[aria-label="Message"]');
    return { hostMs, pageMs: readyMs, codeBytes: await page.evaluate(codeBytesBeforeReady) };
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** The same for any address: until an element is painted, in milliseconds. */
export async function timeNavigation(browser: Browser, url: string, selector: string) {
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.addInitScript(watchForElement, selector);
  const began = clock();
  await page.goto(url, { waitUntil: 'commit' });
  const readyAt = await whenReady(page);
  return { page, readyMs: readyAt - began };
}

declare global {
  interface Window {
    /** When the awaited element was painted, in milliseconds since the epoch. */
    benchReadyAt?: number;
  }
}

/** Survives that the first document leads to another. */
async function whenReady(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.benchReadyAt, null, { polling: 50 });
  return (await handle.jsonValue()) as number;
}

function watchForElement(selector: string): void {
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    window.benchReadyAt = performance.timeOrigin + performance.now();
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  observer.observe(document, { childList: true, subtree: true });
}

function codeBytesBeforeReady(): number {
  const readyAt = (window.benchReadyAt ?? 0) - performance.timeOrigin;
  return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name, responseEnd }) => /\.(js|css)$/.test(name) && responseEnd < readyAt)
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
}
