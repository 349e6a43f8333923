/** Batches and comparisons that are there open as grids of the lab, by keyboard, and nothing is sent. */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { aBatch } from '../support/batches';
import { command } from '../support/command';
import { aRound, nextRound } from '../support/compare-core';
import { expect, test } from '../support/shared-app';

const state = (page: Page) => page.getByRole('status', { name: 'State', exact: true });
const view = (page: Page) => page.getByRole('button', { name: 'View in the lab' });

test('a finished batch and a comparison open as grids of their answers', async ({ appPage: page }) => {
  const rows = [
    ['tea', 'icontains:tea'],
    ['milk', 'icontains:tea'],
  ];
  const batch = aBatch({ columns: ['what', '__expected'], template: 'Say {{what}}', rows });
  await command(page, 'batches.create', batch);
  await page.evaluate((to) => location.assign(`#/batches/batch:${to}`), batch.id);
  await expect(page.getByRole('status', { name: 'State' })).toContainText('completed');
  await view(page).focus();
  await page.keyboard.press('Enter');
  await expect(state(page)).toHaveText('completed · 2 of 2 done');
  await expect(page.getByText('1 of 2 passed')).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toContainText('Say tea');
  await expect(page.getByRole('button', { name: /^Run / })).toHaveCount(0);
  await expectAccessible(page);

  const round = aRound([{ model: 'sandbox/echo' }, { model: 'sandbox/eliza' }]);
  await command(page, 'compare.send', round);
  await page.evaluate((to) => location.assign(`#/chat/compare:${to}`), round.id);
  await expect
    .poll(async () => (await command(page, 'compare.get', { id: round.id })).comparison.isRunning)
    .toBe(false);
  await view(page).focus();
  await page.keyboard.press('Enter');
  await expect(state(page)).toHaveText('completed · 2 of 2 done');
  await expect(page.getByRole('columnheader', { name: /^sandbox\/eliza/ })).toBeVisible();

  // What is asked later in the comparison is offered to the same experiment.
  await command(page, 'compare.send', nextRound(round, 'And a boat?'));
  await expect
    .poll(async () => (await command(page, 'compare.get', { id: round.id })).comparison.isRunning)
    .toBe(false);
  const lab = page.url();
  await page.evaluate((to) => location.assign(`#/chat/compare:${to}`), round.id);
  await view(page).focus();
  await page.keyboard.press('Enter');
  const more = page.getByRole('region', { name: 'New answers' });
  await expect(more).toContainText('The comparison has 2 answers that are not here.');
  expect(page.url()).toBe(lab);
  await expectAccessible(page);
  await more.getByRole('button', { name: 'Take new answers' }).focus();
  await page.keyboard.press('Enter');
  await expect(state(page)).toHaveText('completed · 4 of 4 done');
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: /And a boat/ }).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'View' }).getByRole('button', { name: 'Vote' }).click();
  await expect(page.getByRole('region', { name: 'Vote', exact: true })).toContainText('2 pairs left');
});
