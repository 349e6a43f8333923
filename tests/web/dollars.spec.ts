/** A gateway that charges US dollars, on every screen that names money. */
import { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange } from '../support/chat-page';
import { startDollarGateway } from '../support/dollar-gateway';
import { addOpenRouter } from '../support/profile-page';

const meter = (page: Page) => page.getByRole('status', { name: 'Credits' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('prices, costs, balance and ledger are in dollars, and the Sandbox keeps its credits', async ({
  appPage: page,
}) => {
  const gateway = await startDollarGateway();
  try {
    await addOpenRouter(page, gateway.baseUrl);
    await expect(meter(page)).toHaveText('$10.00');
    await expect(page.getByRole('button', { name: /^Spending/ })).toContainText('no calls');
    await link(page, 'Chat').click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await expect(page.getByRole('option').filter({ hasText: 'a/chat' })).toContainText('$');
    await expect(page.getByRole('option').filter({ hasText: 'a/free' })).toContainText('free');
    await page.keyboard.press('Escape');
    await chooseModel(page, 'a/chat');
    await expect(await exchange(page, 'streamed 400', 'a/chat')).toContainText('$0.0000004');
    await expect(await exchange(page, 'streamed 20000000', 'a/chat')).toContainText('$0.02');
    await expect(meter(page)).toContainText('$9.98');
    await expect(await exchange(page, 'moved 0', 'a/chat')).toContainText('answered by b/other');
    await expectAccessible(page);

    // Charged, but the cost was in the part that never came: the gateway tells it by the generation's id.
    await expect(await exchange(page, 'cut 2000000', 'a/chat')).toContainText('$0.002');
    expect(gateway.charged()).toBe(22_000_400);

    await link(page, 'Activity').click();
    const total = page.getByRole('main');
    await expect(total).toContainText('$0.022');
    await expect(total).not.toContainText(' cr');
    await expectAccessible(page);
  } finally {
    await gateway.close();
  }
});

test('OpenRouter as another program imitates it shows its prices, the cost of a call in dollars, and no balance that it doesn’t state', async ({
  appPage: page,
}) => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.on(
    { userMessage: 'hi', model: 'a/chat' },
    { content: 'Hello', usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4, cost: 0.0021 } },
    { openRouterProcessing: true },
  );
  await mock.start();
  try {
    await addOpenRouter(page, `${mock.url}/api/v1`);
    // Its key has no limit, and its models cost nothing by their list.
    await expect(meter(page)).toHaveText('no balance');
    await link(page, 'Chat').click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await expect(page.getByRole('option').filter({ hasText: 'a/chat' })).toContainText('free');
    await page.keyboard.press('Escape');
    await chooseModel(page, 'a/chat');
    await expect(await exchange(page, 'hi', 'a/chat')).toContainText('$0.0021');
    await expect(page.getByRole('button', { name: /^Spending/ })).toContainText('$0.0021');
  } finally {
    await mock.stop();
  }
});
