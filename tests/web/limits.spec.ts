import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, exchange, replies, say, transcript } from '../support/chat-page';
import { expectAccepted } from '../support/create-page';
import { readAccount, startTestSandbox } from '../support/sandbox';
import { addProfile } from '../support/settings-page';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const question = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

async function setLimit(page: Page, label: string, credits: string): Promise<void> {
  await link(page, 'Settings').click();
  const field = page.getByLabel(label);
  await field.fill(credits);
  // Each command is a request of its own: the next one may overtake it.
  const saved = page.waitForResponse(
    (reply) => reply.request().postData()?.includes('settings.update') === true,
  );
  await field.press('Enter');
  await saved;
  await link(page, 'Chat').click();
}

test('a request above the threshold asks first, and the safe answer has the focus', async ({
  appPage: page,
}) => {
  await setLimit(page, 'Confirm requests over', '0.0001');
  await chooseModel(page, 'sandbox/firehose');
  await say(page, 'Everything');
  const dialog = question(page, /Send anyway/);
  await expect(dialog).toContainText('This call, at most');
  await expect(dialog.getByRole('button', { name: 'Don’t send' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(composer(page)).toHaveValue('Everything');
  await expect(transcript(page).getByRole('article')).toHaveCount(0);
  await composer(page).press('Enter');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const reply = replies(page, 'sandbox/firehose');
  await expect(reply).toHaveAttribute('aria-busy', 'false');
  await reply.getByRole('button', { name: 'Regenerate' }).click();
  await dialog.getByRole('button', { name: 'Don’t send' }).click();
  await expect(reply).not.toContainText('2 / 2');
  await reply.getByRole('button', { name: 'Regenerate' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(reply).toContainText('2 / 2');
});

test('a hard limit refuses before anything is sent, and can’t be confirmed away', async ({
  appPage: page,
}) => {
  const gateway = await startTestSandbox();
  try {
    await addProfile(page, { name: 'Own', baseUrl: gateway.baseUrl, key: gateway.apiKey });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByLabel('Hard limit per day').fill('0.000001');
    await page.getByLabel('Hard limit per day').blur();
    await link(page, 'Chat').click();
    await chooseModel(page, 'sandbox/markdown-tour');
    await say(page, 'Everything');
    const dialog = question(page, /limit does not allow/);
    await expect(dialog).toContainText('Nothing was sent');
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toHaveValue('Everything');
    const { requests } = await readAccount(gateway.baseUrl, gateway.apiKey);
    expect(requests).not.toHaveProperty('POST /api/v1/chat/completions');
    await setLimit(page, 'Hard limit per day', '');
    await composer(page).press('Enter');
    await expect(replies(page, 'sandbox/markdown-tour')).toHaveCount(1);
  } finally {
    await gateway.close();
  }
});

test('generating is confirmed and refused in the same way, with the text kept', async ({ appPage: page }) => {
  await setLimit(page, 'Confirm requests over', '1');
  await link(page, 'Image').click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('A boat');
  await prompt.press('Control+Enter');
  const dialog = question(page, /Send anyway/);
  await expect(dialog).toContainText('This call, at most4 cr');
  await expect(dialog.getByRole('button', { name: 'Don’t send' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(prompt).toHaveValue('A boat');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await prompt.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectAccepted(page, 'A boat');
  await setLimit(page, 'Hard limit per month', '0.5');
  await link(page, 'Image').click();
  await prompt.fill('Another boat');
  await page.getByRole('button', { name: 'Generate' }).click();
  const refusal = question(page, /limit does not allow/);
  await expect(refusal).toContainText('Limit per month0.5 cr');
  await expect(refusal.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(prompt).toHaveValue('Another boat');
});

test('the meter shows when a soft limit is passed, and how much of it is spent', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  await setLimit(page, 'Warning at, per day', '0.000001');
  await expect(page.getByRole('banner')).toContainText('past your limit for today');
  await page.getByRole('button', { name: /Spending/ }).click();
  const details = page.getByRole('dialog', { name: 'Spending' });
  await expect(details).toContainText(/Spent today[\d.]+ of 0.000001 cr/);
  await expect(details).toContainText(/Spent this month[\d.]+ cr/);
  await page.keyboard.press('Escape');
  await setLimit(page, 'Warning at, per day', '100');
  await expect(page.getByRole('banner')).not.toContainText('past your limit');
});

test('outside spending is shown separately', async ({ appPage: page }) => {
  const gateway = await startTestSandbox();
  try {
    await addProfile(page, { name: 'Shared', baseUrl: gateway.baseUrl, key: gateway.apiKey });
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await link(page, 'Chat').click();
    await chooseModel(page, 'sandbox/eliza');
    await exchange(page, 'Mine', 'sandbox/eliza');
    const reply = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'theirs' }] }),
    });
    const { gatehouse } = (await reply.json()) as { gatehouse: { credits_used: number } };
    await exchange(page, 'Mine again', 'sandbox/eliza');
    await page.getByRole('button', { name: /Spending/ }).click();
    await expect(page.getByRole('dialog', { name: 'Spending' })).toContainText(
      `Spent outside this app${gatehouse.credits_used} cr`,
    );
  } finally {
    await gateway.close();
  }
});

test('an invalid limit is reported and not saved', async ({ appPage: page }) => {
  await link(page, 'Settings').click();
  const field = page.getByLabel('Hard limit per month');
  await field.fill('-5');
  await field.blur();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('0 or more credits')).toBeVisible();
  await page.reload();
  await link(page, 'Settings').click();
  await expect(field).toHaveValue('');
});
