import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxCallBytes } from '../../../../electron/hosts/shared/limits';
import { folderSource } from '../../../../electron/hosts/shared/page/source';
import { startWebHost, type WebHost } from '../../../../electron/hosts/web/server';
import { linkLifeMs } from '../../../../electron/hosts/web/sessions';
import type { AppEvent } from '../../../../shared/contract';
import { type FakeCore, fakeCore } from '../../../support/fake-core';
import { rawRequest } from '../../../support/raw-http';

const controlSecret = 'a control secret of some length';
const notices: AppEvent = { type: 'notices.changed', notices: [] };

const pageHtml = `<!doctype html><html><head><style nonce="GATEHOUSE_NONCE"></style>
<script type="module" crossorigin src="./assets/index-1a2b.js" nonce="GATEHOUSE_NONCE"></script>
<link rel="stylesheet" crossorigin href="./assets/index-3c4d.css" nonce="GATEHOUSE_NONCE"></head>
<body><div id="root"></div></body></html>`;

let folder: string;
let core: FakeCore;
let host: WebHost;
let clockMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-page-'));
  await mkdir(path.join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'page', 'index.html'), pageHtml);
  await writeFile(path.join(folder, 'page', 'assets', 'index-1a2b.js'), 'export {};');
  await writeFile(path.join(folder, 'outside.txt'), 'not for you');
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  clockMs = 0;
  core = fakeCore();
  const page = folderSource(path.join(folder, 'page'));
  host = await startWebHost({ core, page, port: 0, controlSecret, home: folder, now: () => clockMs });
});
afterEach(() => host.close());

const origin = () => `http://127.0.0.1:${host.port}`;
const get = (target: string, headers: Record<string, string> = {}) =>
  rawRequest({ port: host.port, path: target, headers });
const post = (target: string, body: unknown, headers: Record<string, string> = {}) =>
  rawRequest({
    port: host.port,
    method: 'POST',
    path: target,
    headers: { Origin: origin(), 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const redeem = (token: string, headers: Record<string, string> = {}) =>
  post('/api/session', { token }, headers);
const tokenOf = (link: string) => new URL(link).hash.slice(1);

interface SessionHeaders extends Record<string, string> {
  Cookie: string;
  'X-Gatehouse-Pass': string;
}

async function openSession(): Promise<SessionHeaders> {
  const reply = await redeem(tokenOf(host.makeLink()));
  const { pass } = JSON.parse(reply.body).value;
  return { Cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '', 'X-Gatehouse-Pass': pass };
}

describe('a one-time link', () => {
  it('becomes a session in a cookie that no script reads and no other site sends', async () => {
    const reply = await redeem(tokenOf(host.makeLink()));
    expect(reply.status).toBe(200);
    const cookie = String(reply.headers['set-cookie']);
    expect(cookie).toMatch(
      new RegExp(`^gatehouse_session_${host.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
  });

  it('works once', async () => {
    const token = tokenOf(host.makeLink());
    expect((await redeem(token)).status).toBe(200);
    expect((await redeem(token)).status).toBe(401);
  });

  it('is not used up by a GET of its address', async () => {
    const link = host.makeLink();
    expect((await get('/open')).status).toBe(200);
    expect((await get(`/open?${tokenOf(link)}`)).headers['set-cookie']).toBeUndefined();
    expect((await redeem(tokenOf(link))).status).toBe(200);
  });

  it('expires after a while', async () => {
    const token = tokenOf(host.makeLink());
    clockMs = linkLifeMs;
    expect((await redeem(token)).status).toBe(401);
  });

  it('opened again by the browser that used it opens the app', async () => {
    const token = tokenOf(host.makeLink());
    const first = await redeem(token);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await redeem(token, { Cookie: cookie })).status).toBe(200);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 1],
    ['an empty one', ''],
    ['a guess', 'x'.repeat(43)],
  ])('is not replaced by %s', async (_, token) => {
    host.makeLink();
    const reply = await post('/api/session', { token });
    expect(reply.status).toBe(401);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('the page at the link’s address', () => {
  it('is the app’s own, with every file that needs a session held back', async () => {
    const { body } = await get('/open');
    const [shown = '', held = ''] = body.split('<template id="app">');
    expect(shown.match(/(?:src|href)="[^"]*"/g)).toBeNull();
    expect(held.match(/(?:src|href)="[^"]*"/g)).toEqual([
      ...['src="./assets/index-1a2b.js"', 'href="./assets/index-3c4d.css"', 'src="/open.js"'],
    ]);
    expect(held).toMatch(/<\/template><script src="\/open.js"><\/script><\/body>/);
  });

  it('has the app’s policy, with a nonce of its own', async () => {
    const { body, headers } = await get('/open');
    const nonce = /nonce="([\w+/=]{24})"/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('without a session', () => {
  it('the page says how to get a link', async () => {
    const reply = await get('/');
    expect(reply.status).toBe(401);
    expect(reply.body).toContain('npm start -- --web');
  });

  it.each(['/assets/index-1a2b.js', '/api/events', '/api/anything'])('%s is refused', async (target) => {
    expect((await get(target)).status).toBe(401);
  });

  it('a call is refused and never reaches the core', async () => {
    const reply = await post('/api/call', { name: 'app.snapshot', input: {} });
    expect(reply.status).toBe(401);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { statusCode: 401 } });
    expect(core.calls).toEqual([]);
  });

  it('a session of another process is refused', async () => {
    const cookie = `gatehouse_session_${host.port}=${'A'.repeat(43)}`;
    expect((await get('/', { Cookie: cookie })).status).toBe(401);
  });
});

describe('a cookie without the pass of its session', () => {
  it('allows no command and no events', async () => {
    const { Cookie } = await openSession();
    const other = await openSession();
    for (const pass of [undefined, '', 'x'.repeat(43), other['X-Gatehouse-Pass']]) {
      const headers: Record<string, string> =
        pass === undefined ? { Cookie } : { Cookie, 'X-Gatehouse-Pass': pass };
      expect((await post('/api/call', { name: 'a', input: {} }, headers)).status).toBe(401);
      expect((await get('/api/events', headers)).status).toBe(401);
    }
    expect(core.calls).toEqual([]);
  });

  it('is not given one', async () => {
    const { Cookie } = await openSession();
    const reply = await post('/api/session', { token: 'a guess' }, { Cookie });
    expect(JSON.parse(reply.body)).toEqual({ ok: true, value: null });
  });
});

describe('a call', () => {
  it('reaches the core and returns its envelope', async () => {
    const reply = await post('/api/call', { name: 'a.b', input: { c: 1 } }, await openSession());
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toEqual({ ok: true, value: { name: 'a.b', input: { c: 1 } } });
  });

  it('reaches the core in chunks of undeclared length too', async () => {
    const headers = { ...(await openSession()), 'Transfer-Encoding': 'chunked' };
    const reply = await post('/api/call', { name: 'a.b', input: { c: 1 } }, headers);
    expect(JSON.parse(reply.body)).toEqual({ ok: true, value: { name: 'a.b', input: { c: 1 } } });
  });

  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no name', '{"input":{}}'],
    ['nothing', ''],
  ])('that is %s gets an envelope', async (_, body) => {
    const reply = await post('/api/call', body, await openSession());
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(core.calls).toEqual([]);
  });

  it('larger than the limit gets an envelope', async () => {
    const body = JSON.stringify({ name: 'a', input: 'x'.repeat(maxCallBytes) });
    const reply = await post('/api/call', body, await openSession());
    expect(reply.status).toBe(413);
    expect(JSON.parse(reply.body)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', statusCode: 413 },
    });
  });

  it('larger than the limit in chunks of undeclared length gets an envelope', async () => {
    const session = await openSession();
    const reply = await post('/api/call', `"${'x'.repeat(maxCallBytes)}"`, {
      ...session,
      'Transfer-Encoding': 'chunked',
    });
    expect(reply.status).toBe(413);
    expect(core.calls).toEqual([]);
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data'], ['']])(
    'of type "%s" is refused',
    async (type) => {
      const reply = await post('/api/call', '{"name":"a"}', {
        ...(await openSession()),
        'Content-Type': type,
      });
      expect(reply.status).toBe(415);
      expect(core.calls).toEqual([]);
    },
  );
});

describe('an uploaded archive', () => {
  const send = (headers: Record<string, string>, body = 'x'.repeat(maxCallBytes + 1)) =>
    post('/api/archives', body, { 'Content-Type': 'application/zip', ...headers });

  it('is accepted unchanged, however large, with both halves of the session', async () => {
    const reply = await send(await openSession());
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toEqual({ ok: true, value: { archiveId: 'a' } });
    expect(core.received).toEqual([maxCallBytes + 1]);
  });

  it.each([
    ['without a session', 401, async () => ({})],
    ['with the cookie alone', 401, async () => ({ Cookie: (await openSession()).Cookie })],
    ['from another site', 403, async () => ({ ...(await openSession()), Origin: 'https://evil.example' })],
    [
      'as a form would send it',
      415,
      async () => ({ ...(await openSession()), 'Content-Type': 'multipart/form-data' }),
    ],
    ['as text', 415, async () => ({ ...(await openSession()), 'Content-Type': 'text/plain' })],
  ])('is refused %s', async (_, status, headers) => {
    expect((await send(await headers(), 'x')).status).toBe(status);
    expect(core.received).toEqual([]);
  });
});

describe('a request from elsewhere', () => {
  it.each([
    ['localhost', (port: number) => `localhost:${port}`],
    ['a name bent to 127.0.0.1', (port: number) => `evil.example:${port}`],
    ['another port', () => '127.0.0.1:1'],
    ['no port', () => '127.0.0.1'],
    ['a longer name', (port: number) => `127.0.0.1.evil.example:${port}`],
  ])('for the Host %s is refused, session or not', async (_, name) => {
    const session = await openSession();
    const headers = { ...session, Host: name(host.port) };
    expect((await get('/', headers)).status).toBe(421);
    expect((await get('/api/events', headers)).status).toBe(421);
    expect((await post('/api/call', { name: 'a', input: {} }, headers)).status).toBe(421);
    expect(core.calls).toEqual([]);
  });

  it('with another address in its first line is refused', async () => {
    const reply = await get('http://evil.example/', await openSession());
    expect(reply.status).toBe(421);
  });

  it.each([['https://evil.example'], ['null'], ['http://127.0.0.1:1'], ['http://localhost'], ['']])(
    'of origin "%s" is refused with a session',
    async (from) => {
      const session = await openSession();
      const reply = await post('/api/call', { name: 'a', input: {} }, { ...session, Origin: from });
      expect(reply.status).toBe(403);
      expect(core.calls).toEqual([]);
    },
  );

  it('that changes something without an origin is refused', async () => {
    const reply = await rawRequest({
      port: host.port,
      method: 'POST',
      path: '/api/call',
      headers: { ...(await openSession()), 'Content-Type': 'application/json' },
      body: '{"name":"a","input":{}}',
    });
    expect(reply.status).toBe(403);
    expect(core.calls).toEqual([]);
  });

  it.each(['cross-site', 'same-site', 'something-new'])(
    'that a browser marks as %s gets no file, event or response',
    async (site) => {
      const headers = { ...(await openSession()), 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'empty' };
      expect((await get('/', headers)).status).toBe(403);
      expect((await get('/assets/index-1a2b.js', { ...headers, 'Sec-Fetch-Dest': 'script' })).status).toBe(
        403,
      );
      expect((await get('/api/events', headers)).status).toBe(403);
      expect((await post('/api/call', { name: 'a' }, headers)).status).toBe(403);
    },
  );

  it('from a followed link gets the page, but never the API', async () => {
    const headers = {
      ...(await openSession()),
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Dest': 'document',
    };
    expect((await get('/', headers)).status).toBe(200);
    expect((await get('/api/events', headers)).status).toBe(403);
    expect((await get('/', { ...headers, 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('by %s is refused', async (method) => {
    const headers = { ...(await openSession()), Origin: origin(), 'Content-Type': 'application/json' };
    const reply = await rawRequest({ port: host.port, method, path: '/api/call', headers });
    expect(reply.status).toBe(405);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('files of the page', () => {
  it('have a policy with their own nonce', async () => {
    const session = await openSession();
    const [first, second] = [await get('/', session), await get('/', session)];
    const nonce = /nonce="([\w+/=]{24})"/.exec(first.body)?.[1];
    expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(first.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(second.body).not.toBe(first.body);
    expect(first.headers['cache-control']).toBe('no-store');
  });

  it('with a hash in the name may be cached', async () => {
    const reply = await get('/assets/index-1a2b.js', await openSession());
    expect(reply.headers['content-type']).toMatch(/^text\/javascript/);
    expect(reply.headers['cache-control']).toContain('immutable');
  });

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/../../outside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/..%5coutside.txt',
    '/assets%2f..%2f..%2foutside.txt',
    '//outside.txt',
    '/%00',
    '/%',
    '/assets',
    '/assets/',
  ])('do not lead to %s', async (target) => {
    const reply = await get(target, await openSession());
    expect(reply.status).toBe(404);
    expect(reply.body).not.toContain('not for you');
  });

  it.each(['/', '/assets/index-1a2b.js', '/missing', '/open', '/open.js', '/open.css', '/api/nothing'])(
    'and every other response have the protective headers: %s',
    async (target) => {
      const { headers } = await get(target, await openSession());
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('events', () => {
  it('arrive as they happen, and end with the connection', async () => {
    const stop = new AbortController();
    const reply = await fetch(`${origin()}/api/events`, {
      headers: await openSession(),
      signal: stop.signal,
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain(': connected');
    core.emit(notices);
    expect((await reader?.read())?.value).toBe(`data: ${JSON.stringify(notices)}\n\n`);
    stop.abort();
    await vi.waitFor(() => expect(core.listeners.size).toBe(0), { timeout: 60_000 });
  });

  it('are not buffered without limit for a reader that does not read', async () => {
    const { Cookie, 'X-Gatehouse-Pass': pass } = await openSession();
    const socket = connect(host.port, '127.0.0.1');
    socket.pause();
    socket.write(
      `GET /api/events?pass=${pass} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nCookie: ${Cookie}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(core.listeners.size).toBe(1), { timeout: 60_000 });
    const title = 'x'.repeat(1024 * 1024);
    const big: AppEvent = {
      type: 'notices.changed',
      notices: [{ id: '1', level: 'info', title, message: '' }],
    };
    for (let count = 0; count < 40 && core.listeners.size > 0; count += 1) {
      core.emit(big);
      await new Promise(setImmediate);
    }
    expect(core.listeners.size).toBe(0);
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined).resume();
    await ended;
  });

  it('are not started by a HEAD request', async () => {
    const headers = await openSession();
    const reply = await rawRequest({ port: host.port, method: 'HEAD', path: '/api/events', headers });
    expect(reply.status).toBe(405);
    expect(core.listeners.size).toBe(0);
  });

  it('end when the host closes', async () => {
    const reply = await fetch(`${origin()}/api/events`, { headers: await openSession() });
    await host.close();
    await expect(reply.text()).rejects.toThrow();
    await vi.waitFor(() => expect(core.listeners.size).toBe(0), { timeout: 60_000 });
  });
});

describe('the control route', () => {
  const ask = (headers: Record<string, string>) =>
    rawRequest({ port: host.port, method: 'POST', path: '/control/link', headers });

  it('returns a new link to a caller with the secret', async () => {
    const reply = await ask({ Authorization: `Bearer ${controlSecret}` });
    const { url } = JSON.parse(reply.body) as { url: string };
    expect((await redeem(tokenOf(url))).status).toBe(200);
  });

  it('refuses a wrong secret, and a browser even with the right one', async () => {
    expect((await ask({})).status).toBe(401);
    expect((await ask({ Authorization: 'Bearer wrong' })).status).toBe(401);
    const right = { Authorization: `Bearer ${controlSecret}` };
    expect((await ask({ ...right, Origin: origin() })).status).toBe(403);
    expect((await ask({ ...right, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(403);
  });
});
