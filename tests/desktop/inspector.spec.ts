import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { announcer, exchange } from '../support/chat-page';
import { expect, test } from '../support/desktop';

test('requests over Chromium’s network are recorded too, and a copied cURL command runs in a shell', async ({
  launch,
}) => {
  const { app, window: page } = await launch();
  const clipboard = () => app.evaluate(({ clipboard: board }) => board.readText());
  await exchange(page, `It's a "test" of $(id)`, 'sandbox/eliza');
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('region', { name: 'Inspector', exact: true });
  const chat = panel.getByRole('option').filter({ hasText: 'sandbox/eliza' });
  await expect(chat).toContainText('200');
  await expect(chat).toContainText('cr');
  await chat.click();
  await panel.getByRole('tab', { name: 'Timing' }).click();
  await expect(panel).toContainText('connection time not available');
  await expect(panel).toContainText('Queue, connection and waiting for the response');
  await panel.getByRole('button', { name: 'Copy as cURL' }).click();
  await expect(announcer(page)).toHaveText('Copied as cURL');
  const command = (await clipboard()).replace('curl ', 'curl -s ');
  await panel.getByRole('button', { name: 'Copy the Sandbox’s key' }).click();
  await expect.poll(clipboard).toContain('export GATEHOUSE_API_KEY=');
  const { stdout } = await promisify(execFile)('sh', ['-c', `${await clipboard()}\n${command}`]);
  expect(stdout).toContain('data: {"id":"chatcmpl-');
  expect(stdout).toContain('[DONE]');
});
