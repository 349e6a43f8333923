/** What opens over the page: by keyboard, in the smallest window at 200 %, and in the system's own colors. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/emptied-app';
import { fillForOpenings, type Opening, open, places } from '../support/openings';
import { pastFrame } from '../support/past-frame';

const softly = expect.configure({ soft: true });
const small = { width: 512, height: 320 };

/** Looks at what is open alone: the page around it has tests of its own. */
async function look(page: Page, opening: Opening): Promise<void> {
  await opening.shown(page).evaluate((element) => element.setAttribute('data-looked-at', ''));
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await expectAccessible(page, '[data-looked-at]');
  }
  await page.emulateMedia({ forcedColors: 'none' });
}

async function close(page: Page, { name, from, shown }: Opening): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(shown(page)).toBeHidden();
  await expect.soft(from(page), `${name} gives the focus back`).toBeFocused();
}

for (const [place, { reach, openings }] of Object.entries(places))
  test(`what opens in ${place} closes with Escape, gives the focus back, is whole and accessible`, async ({
    appPage: page,
    viewport,
  }) => {
    await fillForOpenings(page);
    await reach(page);
    for (const opening of openings)
      await test.step(opening.name, async () => {
        await page.setViewportSize(viewport ?? small);
        await open(page, opening);
        await look(page, opening);
        await close(page, opening);
        await page.setViewportSize(small);
        // What is in a column that is closed here is opened with it.
        if (!(await opening.from(page).isVisible())) return;
        await open(page, opening);
        // A column that the smaller window closes takes a moment to go.
        await softly.poll(() => pastFrame(page), opening.name).toEqual([]);
        await close(page, opening);
      });
  });
