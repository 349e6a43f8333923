/** Another program takes the port of a host that has ended, while a tab of it is still open. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { Page } from 'playwright/test';
import { expect, openApp, test } from '../support/app';

const key = 'sk-canary-of-a-port';

interface Stranger {
  /** Everything that was sent to it: request lines, headers and bodies. */
  received(): string;
  asked(path: string): number;
  close(): Promise<void>;
}

/** Answers as the host would, as far as one can who does not know the session. */
async function startStranger(port: number): Promise<Stranger> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${await bodyOf(request)}`);
    if (request.url?.startsWith('/api/events')) {
      const notice = { id: 'evil', level: 'error', title: 'Evil notice', message: 'Enter your key again' };
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('event: proof\ndata: made-up\n\n');
      response.write(`data: ${JSON.stringify({ type: 'notices.changed', notices: [notice] })}\n\n`);
      return;
    }
    if (request.url?.startsWith('/assets/')) {
      response.setHeader('Content-Type', 'text/javascript');
      return void response.end('window.strangeCode = true; export {};');
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ ok: true, value: { id: 'evil', pass: 'evil' } }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    received: () => seen.join('\n'),
    asked: (path) => seen.filter((line) => line.includes(` ${path}`)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
}

const passOf = (page: Page) => page.evaluate(() => localStorage.getItem('gatehouse.pass') ?? 'none');

test('gets neither the session nor a key, and is believed nothing', async ({ web, page }) => {
  await openApp(page, web.url);
  // Its code is loaded while the host is there.
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Add profile' })).toBeVisible();
  const pass = await passOf(page);
  await web.stop();
  const stranger = await startStranger(Number(new URL(web.origin).port));
  try {
    await expect.poll(() => stranger.asked('/api/events')).toBeGreaterThan(1);
    await expect(page.getByText('Gatehouse isn’t responding.', { exact: true })).toBeVisible();
    // Code that is loaded only now is refused: it could come from anybody.
    await page.getByRole('link', { name: 'Library' }).first().click();
    // Nor is the page loaded again, which would show another program's page in the place of the app's.
    await expect.poll(() => stranger.asked('/assets/')).toBeGreaterThan(4);
    expect(await page.evaluate(() => 'strangeCode' in window)).toBe(false);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add profile' }).click();
    const form = page.getByRole('form', { name: 'New gateway' });
    await form.getByLabel('Name', { exact: true }).fill('Mine');
    await form.getByRole('textbox', { name: 'Base URL' }).fill('https://gateway.example/v1');
    await form.getByRole('textbox', { name: 'API key' }).fill(key);
    await form.getByRole('button', { name: 'Create profile' }).click();
    await expect(page.getByText('another program answers')).toBeVisible();
    expect(stranger.asked('/api/call')).toBeGreaterThan(0);
    expect(stranger.received()).toContain('profiles.create');
    for (const secret of [key, Buffer.from(key).toString('base64').slice(0, 20), pass, 'gateway.example'])
      expect(stranger.received()).not.toContain(secret);
    await expect(page.getByText('Evil notice')).toHaveCount(0);
    expect(stranger.asked('/ ')).toBe(0);
  } finally {
    await stranger.close();
  }
});

test('the printed name of a start works, keeps its cookie to itself, and is gone with it', async ({
  web,
  page,
  context,
  home,
}) => {
  const { name } = await controlOf(home);
  const token = new URL(web.url).hash;
  await page.goto(`http://${name}/open${token}`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(page.url()).toBe(`http://${name}/`);
  expect((await context.cookies()).map(({ domain }) => domain)).toEqual([name.split(':')[0]]);
  // What another program on 127.0.0.1 would be sent.
  expect(await context.cookies(web.origin)).toEqual([]);
});

async function controlOf(home: string): Promise<{ readonly name: string }> {
  return JSON.parse(await readFile(`${home}/web-host.json`, 'utf8'));
}
