/** What hostile content inside the page could do, should it ever get there: nothing. */
import { test as base, expect, openApp } from '../support/app';
import { type EvilSite, startEvilSite } from '../support/evil-site';
import { injectAttacks } from '../support/page-attacks';
import { startListener, tryElements } from '../support/way-out-attacks';

const test = base.extend<{ evil: EvilSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  evil: async ({}, use) => {
    const evil = await startEvilSite();
    await use(evil);
    await evil.close();
  },
});

test('runs no injected script, loads nothing from elsewhere and sends nothing out', async ({
  web,
  page,
  evil,
}) => {
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const outcome = await injectAttacks(page, `http://127.0.0.1:${evil.port}`);
  expect(outcome).toEqual({ ran: [], loaded: [] });
  expect(evil.requests).toEqual([]);
  expect(page.url()).toBe(`${web.origin}/`);
});

test('nothing is loaded or sent past the policy by what `fetch` and elements are not', async ({
  web,
  page,
}) => {
  const listener = await startListener();
  try {
    await openApp(page, web.url);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await tryElements(page, listener.port);
    expect(listener.arrived).toEqual([]);
  } finally {
    await listener.close();
  }
});

test('a call that is unknown or unreadable gets an error envelope', async ({ web, page }) => {
  await openApp(page, web.url);
  const ask = (body: string, type = 'application/json') =>
    page.evaluate(
      async ({ body, type }) => {
        const pass = localStorage.getItem('gatehouse.pass') ?? '';
        const headers = { 'Content-Type': type, 'X-Gatehouse-Pass': pass };
        const reply = await fetch('/api/call', { method: 'POST', headers, body });
        return { status: reply.status, envelope: await reply.json() };
      },
      { body, type },
    );
  const refused = {
    envelope: { ok: false, error: { code: expect.any(String), message: expect.any(String) } },
  };
  expect(await ask('{"name":"no.such","input":{}}')).toMatchObject({ status: 200, ...refused });
  expect(await ask('{"name":"__proto__","input":{}}')).toMatchObject({ status: 200, ...refused });
  expect(await ask('{"name":"constructor","input":{}}')).toMatchObject({ status: 200, ...refused });
  expect(await ask('{"name":"chat.send","input":{"text":7}}')).toMatchObject({ status: 200, ...refused });
  expect(await ask('{"name":"app.snapshot","input":{"extra":1}}')).toMatchObject({ status: 200, ...refused });
  expect(await ask('{')).toMatchObject({ status: 400, ...refused });
  expect(await ask('{"name":"app.snapshot"}', 'text/plain')).toMatchObject({ status: 415, ...refused });
  const large = JSON.stringify({ name: 'app.snapshot', input: 'x'.repeat(9 * 1024 * 1024) });
  expect(await ask(large)).toMatchObject({ status: 413, ...refused });
  expect(await ask('{"name":"app.snapshot","input":{}}')).toMatchObject({
    status: 200,
    envelope: { ok: true },
  });
});
