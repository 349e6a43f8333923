import { expect, test } from '../support/app';
import { chooseModel, replies, say, setExtra } from '../support/chat-page';

test('a reply grows as it is written, however long the page has been open', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/firehose');
  await setExtra(page, { tokens: 2_000, tokens_per_second: 200, seed: 1 });
  // Whatever is counted from the opening of the page is large by now.
  await page.waitForTimeout(2_000);
  await say(page, 'Write on.');
  const reply = replies(page, 'sandbox/firehose').last();
  await expect(reply).toContainText(/\w+ \w+/);
  const lengths: number[] = [];
  for (let look = 0; look < 4; look += 1) {
    await page.waitForTimeout(500);
    lengths.push((await reply.textContent())?.length ?? 0);
  }
  expect(new Set(lengths).size, `seen lengths: ${lengths.join(', ')}`).toBe(lengths.length);
});
