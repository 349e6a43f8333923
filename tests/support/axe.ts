/** The page as an accessibility checker sees it. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/**
 * Fails with each finding's rule and element; every rule counts, the "best practices" too.
 *
 * @param within a selector of the part to look at; the whole page where left out
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Without the legacy mode a frame of the checker's own is opened, which the page's policy forbids.
  // Its copies of style sheets inside components would be styles of its own, which the policy forbids too.
  // Listing everything that is right takes a third of the time.
  const checker = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ preload: { assets: ['media'] }, resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? checker : checker.include(within)).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} — ${node.failureSummary?.split('\n')[1]?.trim()}`),
  );
  expect(findings).toEqual([]);
}
