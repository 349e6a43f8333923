import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { announcer, chooseModel, composer, exchange, runSettings, setExtra } from '../support/chat-page';
import { expect, test } from '../support/emptied-app';
import { runSnippet } from '../support/run-snippet';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'View code' });
const open = (page: Page) => page.getByRole('button', { name: 'View code' }).last().click();
const language = (page: Page, name: string) => dialog(page).getByRole('tab', { name });

async function copied(page: Page): Promise<string> {
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(announcer(page)).toHaveText('Code copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

test('the code of a chat gives the same reply', async ({ appPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseModel(page, 'sandbox/echo');
  await setExtra(page, { tokens_per_second: 0 });
  await runSettings(page).getByLabel('Temperature').fill('0.4');
  const prompt = `it's "$(id)" \`id\` \\ 100% 🌊`;
  await exchange(page, prompt, 'sandbox/echo');
  await open(page);
  await expect(language(page, 'cURL')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Copy the Sandbox’s key' }).click();
  await expect(announcer(page)).toContainText('Copied');
  const key = (await page.evaluate(() => navigator.clipboard.readText())).split('=')[1] ?? '';
  await language(page, 'TypeScript').click();
  await expect(dialog(page)).toContainText('temperature: 0.4');
  await expect(dialog(page)).toContainText('tokens_per_second: 0');
  const streamed = await copied(page);
  expect(streamed).toContain('stream: true');
  await runSnippet('typescript', streamed, key, ({ stdout }) => expect(stdout).toBe(`${prompt}\n`));
  await dialog(page).getByRole('switch', { name: 'Stream' }).click();
  const whole = await copied(page);
  expect(whole).not.toContain('stream');
  await runSnippet('typescript', whole, key, ({ stdout }) => expect(stdout).toBe(`${prompt}\n`));
  await language(page, 'cURL').click();
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', (await copied(page)).replace('curl ', 'curl -s ')],
    {
      env: { ...process.env, GATEHOUSE_API_KEY: key },
    },
  );
  expect(JSON.parse(stdout).choices[0].message.content).toBe(prompt);
});

test('typed text is in the code before it is sent; a past reply has the code of its own call', async ({
  appPage: page,
}) => {
  await exchange(page, 'The first question', 'sandbox/eliza');
  await composer(page).fill('A second one');
  await open(page);
  await expect(dialog(page)).toContainText('A second one');
  await expect(dialog(page)).toContainText('The request that would be sent now.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('A second one');
  await page.getByRole('button', { name: 'More for this message' }).last().click();
  await page.getByRole('menuitem', { name: 'View code' }).click();
  await expect(dialog(page)).toContainText('The first question');
  await expect(dialog(page)).not.toContainText('A second one');
  await expect(dialog(page)).toContainText('Exactly the request that was sent.');
});

test('every tab and every result has its code', async ({ appPage: page }) => {
  const fields: readonly [string, string, string][] = [
    ['Image', 'Prompt', 'images.generate'],
    ['Speech', 'Text', 'audio/speech'],
    ['Video', 'Prompt', '/videos/generations'],
  ];
  for (const [name, field, call] of fields) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await page.getByRole('textbox', { name: field, exact: true }).fill(`Something for ${name}`);
    await open(page);
    await language(page, 'TypeScript').click();
    await expect(dialog(page)).toContainText(call);
    await expect(dialog(page)).toContainText(`Something for ${name}`);
    await expect(dialog(page).getByRole('switch')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Image' }).click();
  await page.getByRole('button', { name: /^Generate/ }).click();
  const result = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
  await result.getByRole('button', { name: 'View code' }).click();
  await expect(dialog(page)).toContainText('Exactly the request that was sent.');
  await expect(dialog(page)).toContainText('Something for Image');
});

test('the dialog works with the keyboard, and the checker finds nothing in it, light and dark', async ({
  appPage: page,
}) => {
  await exchange(page, 'Hello', 'sandbox/eliza');
  const button = page.getByRole('button', { name: 'View code' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).locator('.code-token').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
