import type { Locator, Page } from 'playwright/test';
import { localPorts } from '../../shared/profiles/local-servers';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, exchange } from '../support/chat-page';
import { generate, openTab, result, results, shortestVideo } from '../support/create-page';
import {
  events,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../support/hostile-server';
import { startPortkey } from '../support/portkey';
import { startTestSandbox } from '../support/sandbox';

const form = (page: Page) => page.getByRole('form', { name: 'New gateway' });
const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem').filter({ hasText: name });

async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add profile' }).click();
}

async function chooseGateway(page: Page, name: string): Promise<void> {
  await form(page).getByRole('combobox', { name: 'Gateway' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** Where no keychain answers, the form offers to keep the key for the session. */
async function create(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: 'Create profile' }).click();
  const session = page.getByRole('button', { name: 'Keep for this session only' });
  const test = page.getByRole('button', { name: 'Test connection' });
  await expect(session.or(test).first()).toBeVisible();
  if (await session.isVisible()) await session.click();
  await expect(test).toBeVisible();
}

async function generateWith(
  page: Page,
  tab: 'Image' | 'Speech' | 'Video',
  model: string,
  set?: () => Promise<void>,
): Promise<void> {
  await openTab(page, tab);
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option').filter({ hasText: model }).first().click();
  await set?.();
  await generate(page, 'A harbour');
}

const costOf = (item: Locator) => item.getByText(/^≈?\s?[\d.]+ cr$/).first();

async function paste(page: Page, field: string, text: string): Promise<void> {
  await form(page)
    .getByRole('textbox', { name: field })
    .evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}

test('Portkey is added with its header, tested by itself, chats, and generates an image, speech and a video with their costs', async ({
  appPage: page,
}) => {
  const [sandbox, portkey] = await Promise.all([startTestSandbox(), startPortkey()]);
  try {
    await openForm(page);
    await chooseGateway(page, 'portk');
    await expect(form(page).getByLabel('Name', { exact: true })).toHaveValue('Portkey');
    await form(page).getByRole('textbox', { name: 'Base URL' }).fill(portkey.baseUrl);
    await form(page).getByRole('textbox', { name: 'API key' }).fill(sandbox.apiKey);
    await form(page).getByLabel('x-portkey-provider').fill('openai');
    await form(page).getByLabel('x-portkey-custom-host').fill(sandbox.baseUrl);
    await create(page);
    await expect(step(page, 'Models')).toContainText('ok');
    await expect(step(page, 'Key')).toContainText('ok');
    await page.getByRole('button', { name: 'Use this profile' }).click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await chooseModel(page, 'sandbox/eliza');
    const reply = await exchange(page, 'Through a gateway', 'sandbox/eliza');
    await expect(reply).toContainText(' cr');
    await generateWith(page, 'Image', 'sandbox/poster');
    await expect(costOf(result(page, 'A harbour'))).toBeVisible();
    await generateWith(page, 'Speech', 'sandbox/narrator');
    await expect(costOf(result(page, 'A harbour'))).toBeVisible();
    await generateWith(page, 'Video', 'sandbox/kinograph', () => shortestVideo(page));
    await expect(results(page).locator('video')).toBeVisible();
    await expect(costOf(result(page, 'A harbour'))).toBeVisible();
    // What a result shows may be its estimate: the job itself may still run.
    await expect.poll(async () => (await sandbox.account()).charges.length).toBe(4);
    const { charges } = await sandbox.account();
    const spent = charges.reduce((sum, { credits }) => sum + credits, 0);
    expect(spent).toBeGreaterThan(0);
    const left = charges[0]?.balance ?? 0;
    await expect(page.getByRole('status', { name: 'Credits' })).toContainText(String(Math.floor(left)));
  } finally {
    await Promise.all([sandbox.close(), portkey.close()]);
  }
});

test('a local server is looked for with one click, added with the keyboard alone, and used without a key', async ({
  appPage: page,
}) => {
  const server = await startHostileServer(
    undefined,
    localPorts.map(({ port }) => port),
  );
  const delta = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const answer = ({ url, method }: { url: string; method: string }): Script => {
    if (method === 'POST') return events(delta('Hello from here'), 'data: [DONE]\n\n');
    if (url.endsWith('/api/tags')) return json({ models: [{ name: 'tiny', capabilities: ['completion'] }] });
    return json({ object: 'list', data: [{ id: 'tiny', object: 'model', owned_by: 'library' }] });
  };
  server.script(...Array.from({ length: 50 }, () => answer));
  try {
    await openForm(page);
    expect(server.requests).toEqual([]);
    await form(page).getByRole('button', { name: 'Look for local servers' }).press('Enter');
    const { host } = new URL(server.origin);
    await expect(form(page).getByRole('list', { name: 'Local servers' })).toContainText('1 model');
    await form(page)
      .getByRole('button', { name: `Use Ollama at ${host}` })
      .press('Enter');
    await expect(form(page).getByRole('combobox', { name: 'Gateway' })).toHaveValue('Ollama');
    await expect(form(page).getByRole('textbox', { name: 'API key' })).toHaveCount(0);
    await form(page).getByRole('textbox', { name: 'Base URL' }).press('Enter');
    await expect(step(page, 'Models')).toContainText('1 model is listed');
    await expect(step(page, 'Key')).toContainText('sends no key');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use this profile' }).press('Enter');
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await chooseModel(page, 'tiny');
    await expect(await exchange(page, 'Hello?', 'tiny')).toContainText('Hello from here');
    expect(server.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a pasted cURL command fills the form; what the address lacks and a wrong header are said', async ({
  appPage: page,
}) => {
  await openForm(page);
  await expectAccessible(page);
  await paste(
    page,
    'Name',
    `curl https://openrouter.ai/api/v1/chat/completions -H "Authorization: Bearer sk-or-pasted" -H 'X-Team: blue' -d '{}'`,
  );
  await expect(form(page).getByRole('status')).toHaveText(
    'Filled from the cURL command: address, key, 1 header.',
  );
  await expect(form(page).getByRole('textbox', { name: 'Base URL' })).toHaveValue(
    'https://openrouter.ai/api/v1',
  );
  await expect(form(page).getByRole('textbox', { name: 'API key' })).toHaveValue('sk-or-pasted');
  await expect(form(page).getByRole('combobox', { name: 'Gateway' })).toHaveValue('OpenRouter');
  await form(page).getByText('Advanced').click();
  await expect(form(page).getByLabel('Value of X-Team')).toHaveValue('blue');
  await form(page).getByRole('button', { name: 'Add header' }).click();
  await form(page).getByLabel('Name of header 2').fill('Host');
  await form(page).getByLabel('Value of Host').fill('elsewhere');
  await expect(form(page)).toContainText('can’t be “Host”');
  await expectAccessible(page);
  await expect(form(page).getByRole('button', { name: 'Create profile' })).toBeDisabled();
  await form(page).getByRole('button', { name: 'Remove header 2' }).click();
  const firstByte = form(page).getByLabel('Wait for the first byte');
  await firstByte.fill('forever');
  await expect(form(page).getByRole('button', { name: 'Create profile' })).toBeDisabled();
  await firstByte.fill('45');
  await expect(form(page).getByRole('button', { name: 'Create profile' })).toBeEnabled();
  await chooseGateway(page, 'cloudflare');
  await form(page)
    .getByRole('textbox', { name: 'Base URL' })
    .fill('https://gateway.ai.cloudflare.com/v1/{account}/x/compat');
  await expect(form(page)).toContainText('Replace {account} in the base URL with yours.');
});

test('of pasted .env lines that don’t tell which key is for which address, nothing is filled before it is chosen', async ({
  appPage: page,
}) => {
  await openForm(page);
  const lines = 'ANTHROPIC_API_KEY=sk-ant-1\nGITHUB_TOKEN=ghp_1\nOPENAI_BASE_URL=https://gw.example/v1';
  await paste(page, 'Name', lines);
  const choice = form(page).getByRole('group', { name: 'Address and key' });
  await expect(choice.getByLabel('Address', { exact: true })).toContainText(
    'OPENAI_BASE_URL: https://gw.example/v1',
  );
  await expect(form(page).getByRole('textbox', { name: 'Base URL' })).toHaveValue('');
  await expect(form(page).getByRole('textbox', { name: 'API key' })).toHaveValue('');
  await expectAccessible(page);
  await choice.getByLabel('Key for this address').selectOption('ANTHROPIC_API_KEY');
  await choice.getByRole('button', { name: 'Fill in' }).click();
  await expect(choice).toBeHidden();
  await expect(form(page).getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://gw.example/v1');
  await expect(form(page).getByRole('textbox', { name: 'API key' })).toHaveValue('sk-ant-1');
  await form(page).getByText('Advanced').click();
  await form(page).getByRole('button', { name: 'Add parameter' }).click();
  await form(page).getByLabel('Name of parameter 1').fill('access_token');
  await expect(form(page).getByLabel('Value of parameter 1')).toHaveAttribute('type', 'password');
  await expect(form(page).getByRole('checkbox', { name: 'Secret' })).toBeChecked();
});

test('a pasted command, and three presses of Enter, lead to a chat with the model that it names', async ({
  appPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  const server = await startHostileServer();
  const delta = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  server.script(
    ...Array.from({ length: 50 }, () => ({ method }: { method: string }): Script => {
      if (method === 'POST') return events(delta('Hello from here'), 'data: [DONE]\n\n');
      return json({
        object: 'list',
        data: ['first', 'named', 'last'].map((id) => ({ id, object: 'model' })),
      });
    }),
  );
  try {
    await openForm(page);
    await paste(
      page,
      'Name',
      `docker run -e OPENAI_API_BASE_URL=${server.origin}/v1 -e OPENAI_API_KEY=sk-pasted -e MODEL=named image:main`,
    );
    await expect(form(page).getByRole('status')).toHaveText(
      'Filled from the snippet: address, key, model named.',
    );
    const create = form(page).getByRole('button', { name: 'Create profile' });
    await expect(create).toBeFocused();
    await expect(create).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    const use = page.getByRole('button', { name: 'Use this profile' });
    const session = page.getByRole('button', { name: 'Keep for this session only' });
    await expect(session.or(use).first()).toBeInViewport({ ratio: 1 });
    if (await session.isVisible()) await session.press('Enter');
    await expect(use).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Start a chat' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('named');
    await expect(page.getByRole('button', { name: /^Profile/ })).toContainText(new URL(server.origin).host);
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await expect(await exchange(page, 'Hello?', 'named')).toContainText('Hello from here');
  } finally {
    await server.close();
  }
});

test('the right path of a base URL that lacks it is found by the test, and taken with one press', async ({
  appPage: page,
}) => {
  const server = await startHostileServer();
  const answer = ({ url, headers }: RecordedRequest): Script => {
    if (url !== '/v1/models') return json({ detail: 'Not Found' }, 404);
    const list = { object: 'list', data: [{ id: 'only', object: 'model' }] };
    return headers.authorization === undefined ? json({ detail: 'No key' }, 401) : json(list);
  };
  server.script(...Array.from({ length: 50 }, () => answer));
  try {
    await openForm(page);
    await paste(page, 'Name', `INFERENCE_URL=${server.origin}\nINFERENCE_KEY=inf-0123456789abcdef`);
    await create(page);
    await expect(step(page, 'Models')).toContainText(`but at ${server.origin}/v1; use that as the base URL.`);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Use ${server.origin}/v1` }).press('Enter');
    await expect(step(page, 'Models')).toContainText('1 model is listed');
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(`${server.origin}/v1`);
    await expect(page.getByRole('button', { name: 'Test connection' })).toBeFocused();
  } finally {
    await server.close();
  }
});
