/** The page of results opens anywhere: its sounds and videos are in it, and play. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { collectComplaints } from '../support/app';
import { command } from '../support/command';
import { expect, test } from '../support/shared-app';

test('a sound and a video play in the exported page, without the app', async ({
  appPage: page,
  browser,
}, info) => {
  const made = {
    profileId: SANDBOX_PROFILE_ID,
    template: '{{word}}',
    promptVersion: null,
    extra: {},
  } as const;
  const kinds = [
    { modality: 'speech', model: 'sandbox/narrator', parameters: {}, tag: 'audio' },
    {
      modality: 'video',
      model: 'sandbox/kinograph',
      parameters: { duration: 1, resolution: '480p' },
      tag: 'video',
    },
  ] as const;
  for (const { tag, ...setup } of kinds) {
    const id = randomUUID();
    const title = `In the page: ${tag}`;
    await command(page, 'experiments.create', {
      ...{
        id,
        title,
        variants: [{ ...made, ...setup, label: tag }],
        cases: [{ variables: { word: 'hello' } }],
      },
    });
    await command(page, 'experiments.start', { id });
    await page.evaluate((to) => location.assign(`#/lab/${to}`), id);
    await expect(page.getByRole('status', { name: 'State', exact: true })).toHaveText(
      'completed · 1 of 1 done',
    );
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Page (HTML)' }).click();
    const path = info.outputPath(`${tag}.html`);
    await (await saved).saveAs(path);
    const context = await browser.newContext();
    const other = await context.newPage();
    const complaints = collectComplaints(other);
    await other.goto(pathToFileURL(path).href);
    const player = other.locator(tag);
    await expect(player).toHaveAttribute('aria-label', /hello/);
    await player.evaluate((element: HTMLMediaElement) => element.load());
    await player.evaluate((element: HTMLMediaElement) => {
      element.muted = true;
      return element.play();
    });
    expect(await player.evaluate((element: HTMLMediaElement) => element.duration)).toBeGreaterThan(0.3);
    expect(complaints).toEqual([]);
    await context.close();
  }
});
