/** From a link that a browser knows nothing of to the first words of a reply on the screen. */
import type { Page } from 'playwright/test';
import { launchWeb } from '../support/app';
import { launchBrowser, viewport } from './app-page';
import { clock } from './statistics';

export interface FirstAnswer {
  /** From following the link to the first painted words of the reply, in milliseconds. */
  readonly wholeMs: number;
  /** From the key that sends to those words, in milliseconds. */
  readonly sentMs: number;
}

/** Starts the app on a data folder, sends a message as soon as the message field is painted, and ends both. */
export async function answerOnce(home: string): Promise<FirstAnswer> {
  const browser = await launchBrowser();
  const host = await launchWeb({ home });
  try {
    const page = await (await browser.newContext({ viewport })).newPage();
    await page.addInitScript(sendAtOnce);
    const began = clock();
    await page.goto(host.url, { waitUntil: 'commit' });
    const { sentAt, answeredAt } = await whenAnswered(page);
    return { wholeMs: answeredAt - began, sentMs: answeredAt - sentAt };
  } finally {
    await browser.close();
    await host.stop();
  }
}

declare global {
  interface Window {
    /** Milliseconds since the epoch. */
    benchAnswer?: { sentAt: number; answeredAt: number };
  }
}

/** Survives that the first document leads to another. */
async function whenAnswered(page: Page): Promise<{ sentAt: number; answeredAt: number }> {
  const handle = await page.waitForFunction(() => window.benchAnswer, null, { polling: 50 });
  return (await handle.jsonValue()) as { sentAt: number; answeredAt: number };
}

/** In the page itself, since a message to the browser takes as long as what is measured. */
function sendAtOnce(): void {
  const now = () => performance.timeOrigin + performance.now();
  /** Once the frame that shows it is drawn. */
  const whenPainted = (then: () => void) => {
    const painted = new MessageChannel();
    painted.port1.onmessage = then;
    requestAnimationFrame(() => painted.port2.postMessage(null));
  };
  const whenThere = (isThere: () => boolean, then: () => void) => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      whenPainted(then);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  };
  const field = () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]');
  const words = () => document.querySelector('[role=log] article:not([aria-label=You]) p')?.textContent;
  const send = () => {
    field()?.focus();
    document.execCommand('insertText', false, 'Quay and gate');
    const sentAt = now();
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    whenThere(
      () => Boolean(words()),
      () => {
        window.benchAnswer = { sentAt, answeredAt: now() };
      },
    );
  };
  whenThere(() => field() !== null, send);
}
