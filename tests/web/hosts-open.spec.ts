import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, launchWeb, openApp, test } from '../support/app';
import { callFrom, lastReply, startLongReply } from '../support/long-reply';

const rail = { name: 'Main' };

/** Runs the browser host to its end, or until it has printed a line. */
async function startAgain(home: string, flags: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    [path.join(root, 'dist', 'electron', 'web.js'), '--no-open', ...flags],
    {
      env: { ...process.env, GATEHOUSE_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code as number, stdout, stderr };
}

test('the printed link opens the app, and its token stays in no address', async ({ web, page }) => {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
  expect(seen.at(-1)).toBe(`${web.origin}/`);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('#');
});

test('a link works in the browser that opened it, and in no other', async ({ web, page, browser }) => {
  await openApp(page, web.url);
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(web.url);
  await expect(stranger.getByRole('status')).toContainText('used already');
  await stranger.goto(web.origin);
  await expect(stranger.getByRole('heading')).toHaveText('This browser has no session');
  await other.close();
});

test('getting the link without a browser does not use it up', async ({ web, page }) => {
  for (let count = 0; count < 3; count += 1) expect((await fetch(web.url)).status).toBe(200);
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
});

test('a second start hands out a link of the first and starts nothing', async ({ web, page }) => {
  const second = await startAgain(web.home, ['--json']);
  expect(second.code).toBe(0);
  const { url } = JSON.parse(second.stdout) as { url: string };
  expect(new URL(url).origin).toBe(web.origin);
  await openApp(page, url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
  expect((await startAgain(web.home)).stdout).toContain(`${web.origin}/open#`);
});

test('the machine-readable output is one line, whatever happens later', async ({ web, page }) => {
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
  await page.goto('about:blank');
  await fetch(web.origin, { method: 'DELETE' });
  expect(await web.stop()).toBe(0);
  expect(web.output().stdout.split('\n')).toEqual([JSON.stringify({ url: web.url }), '']);
});

test('a host that is told to end leaves nothing behind, and its sessions end with it', async ({
  web,
  page,
}) => {
  await openApp(page, web.url);
  const control = path.join(web.home, 'web-host.json');
  await access(control);
  expect(await web.stop()).toBe(0);
  await expect(access(control)).rejects.toThrow();
  const next = await launchWeb({ home: web.home, port: Number(new URL(web.origin).port) });
  try {
    const reply = await page.goto(next.origin);
    expect(reply?.status()).toBe(401);
  } finally {
    await next.stop();
  }
});

test('a host that is told to end lets the core put away what it was writing', async ({ web, page }) => {
  await openApp(page, web.url);
  const { conversationId, text } = await startLongReply(callFrom(page));
  expect(await web.stop()).toBe(0);
  const next = await launchWeb({ home: web.home });
  try {
    await openApp(page, next.url);
    const reply = await lastReply(callFrom(page), conversationId);
    // A reply found unfinished at the next start would carry an error that says so.
    expect(reply).toMatchObject({ status: 'interrupted', error: null });
    expect(reply.text.startsWith(text)).toBe(true);
  } finally {
    await next.stop();
  }
});

test('a host that was killed does not keep the next one from starting', async ({ web, page }) => {
  await web.kill();
  expect(JSON.parse(await readFile(path.join(web.home, 'web-host.json'), 'utf8')).pid).toBe(web.child.pid);
  const next = await launchWeb({ home: web.home });
  try {
    await openApp(page, next.url);
    await expect(page.getByRole('navigation', rail)).toBeVisible();
  } finally {
    await next.stop();
  }
});

test('a host whose starter is gone ends by itself', async ({ web }) => {
  web.child.disconnect();
  const [code] = await once(web.child, 'exit');
  expect(code).toBe(0);
});

test('a port in use, a folder that can not be written and an unknown flag are told in one line', async ({
  home,
}) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const taken = await startAgain(home, ['--port', String(port)]);
  blocker.close();
  expect(taken).toEqual({
    code: 1,
    stdout: '',
    stderr: 'gatehouse: That port is in use. Choose another with --port N.\n',
  });

  const unwritable = await startAgain('/proc/gatehouse');
  expect(unwritable.code).toBe(1);
  expect(unwritable.stderr).toMatch(/^gatehouse: The data folder \/proc\/gatehouse can't be written to.*\n$/);

  const unknown = await startAgain(home, ['--wrong']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/^gatehouse: Unknown option '--wrong'.*\n$/);
});
