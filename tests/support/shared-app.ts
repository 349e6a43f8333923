/**
 * One app, and one page of it, for all tests of a worker that need nothing but a new chat: starting and loading both is
 * most of what such a test takes.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { test as base, collectComplaints, expect, launchWeb, openApp } from './app';
import { command } from './command';
import { activateScriptedModel, type ScriptedModel } from './scripted-model';

interface SharedApp {
  readonly page: Page;
  /** What the page complained of since the last test. */
  readonly complaints: string[];
  readonly model: ScriptedModel;
  readonly modelProfileId: string;
}

interface Fixtures {
  readonly context: BrowserContext;
  /** A new chat on the Sandbox. The test fails when the page throws, or tries what its policy forbids. */
  readonly appPage: Page;
  /** The same chat on a gateway whose replies are scripted. */
  readonly model: ScriptedModel;
}

export { expect };

export const test = base.extend<Fixtures, { shared: SharedApp }>({
  shared: [
    async ({ browser }, use) => {
      const web = await launchWeb();
      const page = await browser.newPage();
      const complaints = collectComplaints(page);
      await openApp(page, web.url);
      const model = await activateScriptedModel(page);
      const { activeProfileId } = await command(page, 'app.snapshot', {});
      await use({ page, complaints, model, modelProfileId: activeProfileId });
      await model.close();
      await page.close();
      await web.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  context: async ({ shared }, use) => use(shared.page.context()),
  appPage: async ({ shared: { page, complaints }, viewport }, use) => {
    complaints.length = 0;
    if (viewport !== null) await page.setViewportSize(viewport);
    await newChat(page, SANDBOX_PROFILE_ID);
    await use(page);
    expect(complaints, 'the page threw, or its policy was broken').toEqual([]);
  },
  model: async ({ shared: { model, modelProfileId }, appPage }, use) => {
    await newChat(appPage, modelProfileId);
    await use(model);
  },
});

async function newChat(page: Page, profileId: string): Promise<void> {
  await command(page, 'profiles.activate', { id: profileId });
  // The test before may have ended in another tab.
  await page.evaluate(() => {
    location.hash = '#/chat';
  });
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByText('Try one of these')).toBeVisible();
}
