/** The running browser host from the side of programs and pages of the same machine. */
import type { BrowserContext } from 'playwright/test';
import { expect, openApp, type RunningWeb, test } from '../support/app';
import { exchange } from '../support/chat-page';
import { command } from '../support/command';
import { startEvilSite } from '../support/evil-site';
import { rawRequest } from '../support/raw-http';

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

/** A program of this machine that has overheard a session's cookie and claims to be the page. */
function askAsPage({ origin }: RunningWeb, cookie: string, path: string, body?: string) {
  const { port, host } = new URL(origin);
  const headers = {
    Host: host,
    Origin: origin,
    Cookie: cookie,
    'Sec-Fetch-Site': 'same-origin',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return rawRequest({ port: Number(port), path, headers, body, method: body === undefined ? 'GET' : 'POST' });
}

test('a server on another port of this machine gets the cookie, and can do nothing with it', async ({
  web,
  page,
  context,
}) => {
  const evil = await startEvilSite();
  try {
    await openApp(page, web.url);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${evil.port}/`);
    const overheard = evil.headers[0]?.cookie ?? '';
    expect(overheard, 'cookies know no ports').toContain('gatehouse_session_');
    const body = JSON.stringify({ name: 'app.snapshot', input: {} });
    expect((await askAsPage(web, overheard, '/api/call', body)).status).toBe(401);
    expect((await askAsPage(web, overheard, '/api/events')).status).toBe(401);
    const renewed = await askAsPage(web, overheard, '/api/session', '{"token":"a guess"}');
    expect(renewed.body).not.toContain('pass');
    // What the page itself holds is out of the other port's reach.
    expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([]);
  } finally {
    await evil.close();
  }
});

test('a page that navigates away takes nothing along, and finds everything when it returns', async ({
  appPage: page,
}) => {
  const evil = await startEvilSite();
  try {
    await exchange(page, 'Before', 'sandbox/eliza');
    await page.evaluate((origin) => {
      location.href = `${origin}/led-away`;
    }, `http://localhost:${evil.port}`);
    await page.waitForURL(/led-away/);
    expect(evil.headers[0]?.referer).toBeUndefined();
    expect(evil.headers[0]?.cookie).toBeUndefined();
    expect(await page.evaluate(() => [window.opener, history.state, window.name])).toEqual([null, null, '']);
    await page.goBack();
    await expect(page.getByRole('log')).toContainText('Before');
  } finally {
    await evil.close();
  }
});

test('a window that the page opens has no access to it', async ({ appPage: page, context }) => {
  const evil = await startEvilSite();
  try {
    const opened = context.waitForEvent('page');
    await page.evaluate((origin) => void window.open(`${origin}/opened`), `http://localhost:${evil.port}`);
    const other = await opened;
    await other.waitForURL(/opened/);
    expect(await other.evaluate(() => window.opener === null)).toBe(true);
    expect(evil.headers[0]?.referer).toBeUndefined();
  } finally {
    await evil.close();
  }
});

test('a page of another site reads nothing from the Sandbox’s port', async ({ appPage: page, context }) => {
  const evil = await startEvilSite();
  try {
    // Known only once the Sandbox listens.
    const addressOfSandbox = async () =>
      (await command(page, 'app.snapshot', {})).profiles.find(({ id }) => id === 'sandbox')?.baseUrl ?? '';
    await expect.poll(addressOfSandbox).toMatch(/^http:/);
    const baseUrl = await addressOfSandbox();
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${evil.port}/`);
    const answers = await other.evaluate(async (base) => {
      const read = (init: RequestInit) =>
        fetch(`${base}/models`, init).then(
          (reply) => reply.text(),
          () => 'failed',
        );
      return [await read({}), await read({ headers: { Authorization: 'Bearer guess' } })];
    }, baseUrl);
    expect(answers).toEqual(['failed', 'failed']);
  } finally {
    await evil.close();
  }
});

test('no address of the host leads to another folder', async ({ appPage: page, web, context, home }) => {
  const id = crypto.randomUUID();
  await command(page, 'jobs.create', {
    id,
    modality: 'image',
    model: 'sandbox/aurora',
    prompt: 'a gate',
    extra: {},
    parameters: { size: '512x512', format: 'png', seed: 1 },
  });
  const done = async () =>
    (await command(page, 'jobs.page', { modality: null, cursor: null, limit: 1 })).jobs[0]?.media[0]?.id;
  await expect.poll(done).toBeDefined();
  const media = await done();
  const cookie = await cookieOf(context);
  expect((await askAsPage(web, cookie, `/media/${media}`)).status).toBe(200);
  const escapes = [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/../../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/media/..%2fgatehouse.db',
    '/media/%2e%2e%2fgatehouse.db',
    '/media/../gatehouse.db',
    `/media/${media}/../../gatehouse.db`,
    `/media/${media}%00.png`,
    `/media/${encodeURIComponent(`${home}/gatehouse.db`)}`,
    '/media//etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/exports/..%2f..%2fgatehouse.db',
    '/exports/%2e%2e',
    '/web-host.json',
    '/gatehouse.db',
    '/file:///etc/passwd',
  ];
  for (const path of escapes) {
    const reply = await askAsPage(web, cookie, path);
    // Some are the address of the page itself, once a browser's rules have been applied to them.
    if (reply.status === 200) expect(reply.body, path).toContain('<div id="root"');
    else expect([400, 404, 405, 421], `${path} → ${reply.status}`).toContain(reply.status);
    expect(reply.body).not.toMatch(/root:|SQLite format|"version"|secret/);
  }
});
