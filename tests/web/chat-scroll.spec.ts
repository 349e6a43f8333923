import type { Page } from 'playwright/test';
import { beginLongReply, distanceFromEnd, fillChat, say, stopButton, transcript } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';

const scrollTop = (page: Page) => transcript(page).evaluate((log) => log.scrollTop);
const latest = (page: Page) => page.getByRole('button', { name: 'Jump to latest' });

/** Until the reply is taller than its window, so that there is something to scroll. */
async function untilScrolling(page: Page): Promise<void> {
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(200);
}

test('the transcript follows a reply while it is at the end', async ({ appPage: page }) => {
  await beginLongReply(page, 8_000, 200);
  await untilScrolling(page);
  for (let look = 0; look < 8; look += 1) {
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(40);
    await page.waitForTimeout(100);
  }
  await expect(latest(page)).toHaveCount(0);
});

test('scrolling up stops following at once, and the text stays where it is', async ({ appPage: page }) => {
  await beginLongReply(page, 8_000, 200);
  await untilScrolling(page);
  await transcript(page).hover();
  await page.mouse.wheel(0, -120);
  await expect(latest(page)).toBeVisible();
  await page.waitForTimeout(200);
  const held = await scrollTop(page);
  const before = await distanceFromEnd(page);
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(before + 100);
  expect(await scrollTop(page)).toBe(held);
  await latest(page).click();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(40);
});

test('an upward key stops following too, and the end of the reply moves nothing', async ({
  appPage: page,
}) => {
  await beginLongReply(page, 8_000, 200);
  await untilScrolling(page);
  await transcript(page).focus();
  await page.keyboard.press('PageUp');
  await expect(latest(page)).toBeVisible();
  await page.waitForTimeout(300);
  const held = await scrollTop(page);
  await stopButton(page).click();
  await expect(transcript(page)).toContainText('Stopped');
  await page.waitForTimeout(300);
  expect(await scrollTop(page)).toBe(held);
});

test('scrolling down to the end follows again', async ({ appPage: page }) => {
  await beginLongReply(page, 8_000, 200);
  await untilScrolling(page);
  await transcript(page).hover();
  await page.mouse.wheel(0, -200);
  await expect(latest(page)).toBeVisible();
  await page.waitForTimeout(300);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return latest(page).count();
    })
    .toBe(0);
  await page.waitForTimeout(500);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(40);
});

test('a reply that shrinks and grows again before the next frame is still followed', async ({
  appPage: page,
}) => {
  const long = 'A message of some length, to fill the window. '.repeat(12);
  await fillChat(page, ['The first', ...Array.from({ length: 8 }, (_, turn) => `${turn}: ${long}`)]);
  await page.getByRole('link', { name: 'The first' }).click();
  await expect(transcript(page)).toContainText('7: A message');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(5);
  await transcript(page).evaluate(async (log) => {
    const row = [...log.querySelectorAll<HTMLElement>('[data-index]')].at(-1);
    if (row === undefined) throw new Error('There is no message.');
    // Ends behind a frame, and before the events of the scroll in it.
    const frame = () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        requestAnimationFrame(() => port2.postMessage(null));
      });
    const height = row.offsetHeight;
    row.style.height = `${height - 60}px`;
    await frame();
    row.style.height = `${height + 300}px`;
    await frame();
    await frame();
  });
  await expect(latest(page)).toHaveCount(0);
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(5);
});

test('older messages are added above without moving the visible text', async ({ appPage: page }) => {
  const long = 'A message of some length, to fill the window. '.repeat(12);
  await fillChat(page, ['The very first', ...Array.from({ length: 32 }, (_, turn) => `${turn}: ${long}`)]);
  await page.getByRole('link', { name: 'The very first' }).click();
  await expect(transcript(page)).toContainText('31: A message');
  await expect(transcript(page)).not.toContainText('The very first');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(5);
  await transcript(page).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -3_000);
      return transcript(page).getByText('The very first').count();
    })
    .toBe(1);
});

test('sending while scrolled up shows the new message', async ({ appPage: page }) => {
  await beginLongReply(page, 1_500, 0);
  await expect(stopButton(page)).toHaveCount(0);
  await transcript(page).hover();
  await page.mouse.wheel(0, -800);
  await expect(latest(page)).toBeVisible();
  await say(page, 'And now?');
  await expect(transcript(page).getByRole('article', { name: 'You' }).last()).toHaveText('And now?');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(60);
});

test('the end of a chat stays visible when the window shrinks or the message field grows', async ({
  appPage: page,
}) => {
  const texts = Array.from({ length: 8 }, (_, index) => `Message ${index}\n\n${'and more '.repeat(60)}`);
  await fillChat(page, texts);
  await page.getByRole('link', { name: 'Message 0' }).click();
  await expect(transcript(page)).toContainText('Message 7');
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(5);
  await page.setViewportSize({ width: 1200, height: 620 });
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(5);
  await page.getByRole('textbox', { name: 'Message' }).fill('a line\n'.repeat(12));
  await page.waitForTimeout(100);
  expect(await distanceFromEnd(page)).toBeLessThan(5);
  await expect(latest(page)).toHaveCount(0);
});
