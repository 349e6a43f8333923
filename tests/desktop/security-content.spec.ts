/** The desktop app against hostile models and gateways. */
import { launchDesktop } from '../support/app';
import { test as base, expect, type RunningDesktop } from '../support/desktop';
import { startEvilSite } from '../support/evil-site';
import { expectUnharmedAfter, gatewayAttacks } from '../support/gateway-attacks';
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
import { noteOpened } from '../support/note-opened';
import { activateScriptedModel, hearFrom, type ScriptedModel } from '../support/scripted-model';

interface Shared {
  readonly desktop: RunningDesktop;
  readonly model: ScriptedModel;
}

// One app for all: none of these may change it, and the next one would notice.
const test = base.extend<object, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const desktop = await launchDesktop();
      const complaints: string[] = [];
      desktop.window.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      desktop.window.on('crash', () => complaints.push('the page crashed'));
      const model = await activateScriptedModel(desktop.window);
      await use({ desktop, model });
      await model.close();
      await desktop.stop();
      expect(complaints, 'the page threw or crashed').toEqual([]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('nothing in a reply runs, loads anything or misleads', async ({ shared: { desktop, model } }) => {
  const page = desktop.window;
  const evil = await startEvilSite();
  try {
    const opened = await noteOpened(desktop);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const reply = await hearFrom(model, page, hostileMarkdown(`http://127.0.0.1:${evil.port}`));
    await expectInert(page, reply);
    await page.waitForTimeout(500);
    expect(requests.filter((url) => !/^(app|media|blob|data):/.test(url))).toEqual([]);
    expect(await opened()).toEqual([]);
    // Only a click leads there, in the system's browser.
    await reply.getByRole('link', { name: 'remote' }).click();
    await expect.poll(opened).toEqual([`http://127.0.0.1:${evil.port}/pixel.png`]);
    expect(evil.requests).toEqual([]);
    expect(page.url()).toMatch(/^app:\/\/gatehouse\//);
  } finally {
    await evil.close();
  }
});

test('a link whose text names another site shows its real address', async ({ shared }) => {
  await expectHostsTold(await hearFrom(shared.model, shared.desktop.window, lookalikes));
});

test('characters that change text direction affect only their paragraph, and are marked in code', async ({
  shared,
}) => {
  await expectTurnsKept(await hearFrom(shared.model, shared.desktop.window, turnedText));
});

for (const [name, bomb] of Object.entries(textBombs)) {
  test(`${name} neither hangs nor breaks the page`, async ({ shared: { desktop, model } }) => {
    const { window } = desktop;
    await window.getByRole('button', { name: 'New chat' }).click();
    await expectUnharmed(window, () => hearFrom(model, window, bomb));
  });
}

for (const [name, attack] of Object.entries(gatewayAttacks)) {
  test(name, async ({ shared: { desktop, model } }) => {
    await desktop.window.getByRole('button', { name: 'New chat' }).click();
    await attack(desktop.window, model);
    await expectUnharmedAfter(desktop.window);
  });
}
