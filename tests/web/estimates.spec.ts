import { expect, test } from '../support/app';
import { chooseModel, composer, exchange, runSettings } from '../support/chat-page';

test('the composer shows what such replies typically cost, once there were some', async ({
  appPage: page,
}) => {
  const ahead = page.locator('[data-cost-ahead]');
  await chooseModel(page, 'sandbox/eliza');
  await composer(page).fill('How are you today?');
  await expect(ahead).toHaveText(/^≈ \d+ tokens · usually [\d.]+–[\d.]+ cr$/);
  await expect(ahead).toHaveAttribute('title', /^From the model’s price\. At most [\d.]+ cr\.$/);
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('And how is the weather?');
  await expect(ahead).toHaveText(/≈ [\d.]+–[\d.]+, usually [\d.]+ cr$/);
  await expect(ahead).toHaveAttribute('title', /the cost of the last call of this model, too few to rely on/);
  await exchange(page, 'And how is the weather?', 'sandbox/eliza');
  await exchange(page, 'And tomorrow?', 'sandbox/eliza');
  await composer(page).fill('And then?');
  await expect(ahead).toHaveAttribute('title', /the median cost of the last 3 calls of this model/);
  const [, from = '', to = '', usually = ''] =
    /≈ ([\d.]+)–([\d.]+), usually ([\d.]+)/.exec((await ahead.textContent()) ?? '') ?? [];
  expect(Number(usually)).toBeGreaterThanOrEqual(Number(from));
  expect(Number(usually)).toBeLessThanOrEqual(Number(to));
  await runSettings(page).getByRole('spinbutton', { name: 'Max tokens' }).fill('1');
  await runSettings(page).getByRole('spinbutton', { name: 'Max tokens' }).press('Enter');
  await expect(ahead).not.toHaveText(new RegExp(`–${to.replace('.', '\\.')},`));
  await chooseModel(page, 'sandbox/echo');
  await expect(ahead).toHaveText(/usually [\d.]+–[\d.]+ cr$/);
  await expect(ahead).toHaveAttribute('title', /At most [\d.]+ cr\./);
});

test('the form shows the actual cost of similar requests beside Generate', async ({ appPage: page }) => {
  await page.getByRole('link', { name: 'Image', exact: true }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const form = page.locator('form').filter({ has: prompt });
  await prompt.fill('A boat');
  await expect(form).toContainText('≈ 4 cr');
  await expect(form.getByTitle('From the model’s price.')).toBeVisible();
  await form.getByRole('button', { name: 'Generate' }).click();
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByRole('button', { name: 'Open A boat' })).toBeVisible();
  await expect(form.getByTitle(/the cost of the last call of this model, too few to rely on/)).toHaveText(
    '≈ 4 cr',
  );
});
