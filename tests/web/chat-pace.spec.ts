import type { Page } from 'playwright/test';
import { chooseModel, exchange, replies, say, setExtra } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

test.use({ keepsPage: false });

test('a reply is drawn as it streams, however long the page has been open', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 4_000, tokens_per_second: 200, seed: 1 });
  // Whatever is counted from the opening of the page is large by now.
  await page.waitForFunction(() => performance.now() > 2_000);
  await say(page, 'Write on.');
  const reply = replies(page, 'sandbox/firehose').last();
  const length = async () => (await reply.textContent())?.length ?? 0;
  for (let growth = 0; growth < 4; growth += 1) {
    const before = await length();
    await expect.poll(length).toBeGreaterThan(before);
    await expect(reply, 'it is still being written').toHaveAttribute('aria-busy', 'true');
  }
});

test('the first words of a reply take the place that was kept for them', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/flaky');
  await setExtra(page, { fail: 'slow_headers', fail_delay_ms: 300, tokens_per_second: 5 });
  const heights = heightsOfReply(page);
  await say(page, 'Quay and gate.');
  const { waiting, withText } = await heights;
  expect(withText).toBe(waiting);
});

test('the first words are drawn in the event that brings them, before what else waits', async ({
  appPage: page,
}) => {
  await page.addInitScript(noteFirstWords);
  await page.reload();
  await chooseModel(page, 'sandbox/echo');
  // What draws a reply is loaded with the first one.
  await exchange(page, 'Quay.', 'sandbox/echo');
  await page.evaluate(() => delete window.firstWords);
  await say(page, 'Quay and gate.');
  const noted = () => page.evaluate(() => window.firstWords);
  await expect.poll(noted).toBeDefined();
  const words = await noted();
  expect(words?.arrived).toContain('Q');
  expect(words?.drawn).toBe(words?.arrived);
});

declare global {
  interface Window {
    /** The text of the first delta, and of its reply in the page once the event was handled. */
    firstWords?: { arrived: string; drawn: string };
  }
}

function noteFirstWords(): void {
  const note = (data: string) => {
    const event = JSON.parse(data);
    if (event.type !== 'message.delta' || event.offset !== 0) return;
    const reply = document.querySelector(`[data-message="${event.messageId}"] .markdown`);
    window.firstWords ??= { arrived: event.text, drawn: reply?.textContent ?? '' };
  };
  window.EventSource = class extends EventSource {
    override set onmessage(handle: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        handle(event);
        note(event.data);
      };
    }
  };
}

/** The height of the next reply while nothing has arrived, and when its first words are drawn. */
function heightsOfReply(page: Page): Promise<{ waiting: number; withText: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let waiting = 0;
        const observer = new MutationObserver(() => {
          const reply = document.querySelector('[role=log] article[aria-label="sandbox/flaky"]');
          if (reply?.textContent?.includes('waiting for the first token')) waiting = heightOf(reply);
          if (!reply?.querySelector('.markdown')?.textContent?.trim()) return;
          observer.disconnect();
          resolve({ waiting, withText: heightOf(reply) });
        });
        // The row is what the list measures; a margin of its last line would leave it.
        const heightOf = (reply: Element) => reply.parentElement?.getBoundingClientRect().height ?? 0;
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
}
