/** Hostile replies: nothing runs, loads, misleads or hangs. */
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
import { hearFrom } from '../support/scripted-model';
import { expect, test } from '../support/shared-app';

test('nothing in a reply runs, loads anything or misleads', async ({ appPage: page, context, model }) => {
  const evil = await startEvilSite();
  try {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const reply = await hearFrom(model, page, hostileMarkdown(`http://127.0.0.1:${evil.port}`));
    await expectInert(page, reply);
    await page.waitForTimeout(500);
    const { origin } = new URL(page.url());
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(evil.requests).toEqual([]);
    // Only a click loads the other site, in a separate page without access to this one.
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

test('a link whose text names another site shows its real address', async ({ appPage: page, model }) => {
  await expectHostsTold(await hearFrom(model, page, lookalikes));
});

test('characters that change text direction affect only their paragraph, and are marked in code', async ({
  appPage: page,
  model,
}) => {
  await expectTurnsKept(await hearFrom(model, page, turnedText));
});

for (const [name, bomb] of Object.entries(textBombs)) {
  test(`${name} neither hangs nor breaks the page`, ({ appPage: page, model }) =>
    expectUnharmed(page, () => hearFrom(model, page, bomb)));
}
