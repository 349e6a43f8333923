import { expect, test } from '../support/app';
import { chooseModel, replies, say, setExtra } from '../support/chat-page';

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
