/** A model that means harm by what it says: nothing runs, nothing loads, nothing leads astray, nothing hangs. */
import { expect, test } from '../support/app';
import { startEvilSite } from '../support/evil-site';
import {
  expectHostsTold,
  expectInert,
  expectTurnsKept,
  expectUnharmed,
  hostileMarkdown,
  lookalikes,
  textBombs,
  turnedText,
} from '../support/hostile-replies';
import { hearExactly } from '../support/scripted-model';

test('nothing a model writes runs, loads or leads astray', async ({ appPage: page, context }) => {
  const evil = await startEvilSite();
  try {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const reply = await hearExactly(page, hostileMarkdown(`http://127.0.0.1:${evil.port}`));
    await expectInert(page, reply);
    await page.waitForTimeout(500);
    const { origin } = new URL(page.url());
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(evil.requests).toEqual([]);
    // Only a click asks the other site, in a page of its own that knows nothing of this one.
    const opened = context.waitForEvent('page');
    await reply.getByRole('link', { name: 'remote' }).click();
    const other = await opened;
    await expect.poll(() => evil.requests[0]).toBe('GET /pixel.png');
    expect(evil.headers[0]?.referer).toBeUndefined();
    expect(await other.evaluate(() => window.opener === null)).toBe(true);
    await other.close();
  } finally {
    await evil.close();
  }
});

test('a link whose words promise another place names where it goes', async ({ appPage: page }) => {
  await expectHostsTold(await hearExactly(page, lookalikes));
});

test('signs that turn the direction of text reach no further than their paragraph, and are told in code', async ({
  appPage: page,
}) => {
  await expectTurnsKept(await hearExactly(page, turnedText));
});

for (const [name, bomb] of Object.entries(textBombs)) {
  test(`${name} neither hangs nor breaks the page`, ({ appPage: page }) =>
    expectUnharmed(page, () => hearExactly(page, bomb)));
}
