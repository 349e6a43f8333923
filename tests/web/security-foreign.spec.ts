/** What other sites can do to the app in a browser that has a session: nothing. */
import { networkInterfaces } from 'node:os';
import type { Page } from 'playwright/test';
import { test as base, expect, openApp } from '../support/app';
import { type EvilSite, startEvilSite } from '../support/evil-site';
import { rawRequest } from '../support/raw-http';

const rebindName = 'rebound.example';

const test = base.extend<{ evil: EvilSite; victim: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  evil: async ({}, use) => {
    const evil = await startEvilSite();
    await use(evil);
    await evil.close();
  },
  /** A tab of the app, in the browser that the attacker's page is open in too. */
  victim: async ({ web, context }, use) => {
    const victim = await context.newPage();
    await openApp(victim, web.url);
    await expect(victim.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await use(victim);
  },
});

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const rules = `--host-resolver-rules=MAP ${rebindName} 127.0.0.1, MAP evil.example 127.0.0.1`;
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rules] });
  },
});

const themeOf = (victim: Page): Promise<unknown> =>
  victim.evaluate(async () => {
    const pass = localStorage.getItem('gatehouse.pass') ?? '';
    const reply = await fetch('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Gatehouse-Pass': pass },
      body: JSON.stringify({ name: 'app.snapshot', input: {} }),
    });
    return (await reply.json()).value.settings.theme;
  });

const attack = JSON.stringify({ name: 'settings.update', input: { patch: { theme: 'light' } } });

// Another port of 127.0.0.1 is the same site to a browser: it even sends the session's cookie along.
for (const name of ['127.0.0.1', 'localhost', 'evil.example']) {
  test.describe(`a page of ${name}`, () => {
    test.beforeEach(async ({ victim, page, evil }) => {
      expect(await themeOf(victim)).toBe('system');
      await page.goto(`http://${name}:${evil.port}/`);
    });

    test('can’t run a command by fetch, whatever it claims to send', async ({ victim, page, web }) => {
      const answers = await page.evaluate(
        async ({ origin, body }) => {
          const send = (init: RequestInit) =>
            fetch(`${origin}/api/call`, { method: 'POST', body, credentials: 'include', ...init }).then(
              (reply) => reply.type,
              () => 'failed',
            );
          return [
            await send({ headers: { 'Content-Type': 'application/json' } }),
            await send({ mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } }),
            await send({ mode: 'no-cors' }),
            await send({ headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'x' } }),
            String(navigator.sendBeacon(`${origin}/api/call`, new Blob([body], { type: 'text/plain' }))),
          ];
        },
        { origin: web.origin, body: attack },
      );
      expect(answers.slice(0, 1)).toEqual(['failed']);
      expect(answers[3]).toBe('failed');
      expect(await themeOf(victim)).toBe('system');
    });

    test('can’t run a command with a form', async ({ victim, page, web }) => {
      await page.evaluate(
        ({ origin, body }) => {
          const form = document.createElement('form');
          form.method = 'post';
          form.enctype = 'text/plain';
          form.action = `${origin}/api/call`;
          const field = document.createElement('input');
          field.name = `${body.slice(0, -1)},"x":"`;
          field.value = '"}';
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { origin: web.origin, body: attack },
      );
      await page.waitForURL(`${web.origin}/api/call`);
      expect(await page.locator('body').textContent()).toContain('"statusCode":403');
      expect(await themeOf(victim)).toBe('system');
    });

    test('can’t read the app, its files or its events', async ({ victim, page, web }) => {
      const script = await victim.locator('script[src]').first().getAttribute('src');
      const seen = await page.evaluate(
        async ({ origin, file }) => {
          const read = (target: string) =>
            fetch(`${origin}${target}`, { credentials: 'include' }).then(
              (reply) => reply.text(),
              () => 'failed',
            );
          const events = new EventSource(`${origin}/api/events`, { withCredentials: true });
          const heard = new Promise((resolve) => {
            events.onmessage = () => resolve('heard');
            events.onopen = () => resolve('open');
            events.onerror = () => resolve('failed');
          });
          const loaded = new Promise((resolve) => {
            const element = document.createElement('script');
            element.onload = () => resolve('loaded');
            element.onerror = () => resolve('failed');
            element.src = `${origin}${file}`;
            document.body.append(element);
          });
          return [await read('/'), await read('/api/events'), await heard, await loaded];
        },
        { origin: web.origin, file: new URL(script ?? '', victim.url()).pathname },
      );
      expect(seen).toEqual(['failed', 'failed', 'failed', 'failed']);
    });

    test('can’t frame the app', async ({ victim, page, web }) => {
      await page.evaluate((origin) => {
        const frame = document.createElement('iframe');
        frame.src = origin;
        document.body.append(frame);
      }, web.origin);
      await page.waitForTimeout(500);
      for (const frame of page.frames().slice(1)) {
        expect(await frame.locator('#root').count()).toBe(0);
      }
      expect(await themeOf(victim)).toBe('system');
    });

    test('can open the app, but gets no access to it', async ({ victim, page, context, web }) => {
      const opened = context.waitForEvent('page');
      const reach = await page.evaluate(async (origin) => {
        const handle = window.open(origin);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return handle === null || handle.closed;
      }, web.origin);
      expect(reach).toBe(true);
      expect(await (await opened).evaluate(() => window.opener === null)).toBe(true);
      expect(await themeOf(victim)).toBe('system');
    });
  });
}

test('a name that resolves to 127.0.0.1 gets nothing from the host', async ({ victim, page, web }) => {
  const { port } = new URL(web.origin);
  for (const target of ['/', '/open', '/api/events', '/assets/']) {
    const reply = await page.goto(`http://${rebindName}:${port}${target}`);
    expect(reply?.status()).toBe(421);
  }
  const status = await page.evaluate(
    async (body) =>
      (await fetch('/api/call', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }))
        .status,
    attack,
  );
  expect(status).toBe(421);
  expect(await themeOf(victim)).toBe('system');
});

test('no other address of this machine reaches the host', async ({ web }) => {
  const { port, host } = new URL(web.origin);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
    .filter((address) => address !== '127.0.0.1');
  // All of 127/8 is this machine on Linux.
  for (const address of [...others, '127.0.0.2', '::1']) {
    const attempt = rawRequest({ port: Number(port), address, headers: { Host: host } });
    await expect(attempt, address).rejects.toThrow();
  }
});

test('a session can be neither guessed nor fixed', async ({ web, page, context }) => {
  const { port, hostname } = new URL(web.origin);
  const name = `gatehouse_session_${port}`;
  for (const value of ['', 'A'.repeat(43), 'null', '../../etc/passwd']) {
    const reply = await rawRequest({
      port: Number(port),
      headers: { Host: `${hostname}:${port}`, Cookie: `${name}=${value}` },
    });
    expect(reply.status).toBe(401);
  }
  // A cookie another page has planted is not the session, nor does it become one by a link.
  await context.addCookies([{ name, value: 'planted', domain: hostname, path: '/' }]);
  await openApp(page, web.url);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name, httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 });
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('guessed links open nothing', async ({ web }) => {
  const headers = { 'Content-Type': 'application/json', Origin: web.origin };
  const guess = (token: unknown) =>
    fetch(`${web.origin}/api/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  const real = new URL(web.url).hash.slice(1);
  expect(Buffer.from(real, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const near = [real.slice(0, -1), `${real}A`, real.toLowerCase(), `${real} `, [real], { token: real }];
  for (const token of [...near, '', null, 0, true]) expect((await guess(token)).status).toBe(401);
  expect((await guess(real)).status).toBe(200);
});
