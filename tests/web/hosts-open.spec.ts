import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/root.mjs';
import { expect, launchWeb, openApp, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { type FakeDesktop, fakeDesktop } from '../support/fake-desktop';
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

test('the printed link opens the app, and its token does not stay in any address', async ({ web, page }) => {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
  expect(seen.at(-1)).toBe(`${web.origin}/`);
  // The page that opened the session became the app: a second document would be a second start.
  const [document] = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map(({ name }) => name),
  );
  expect(document).toMatch(/\/open(#|$)/);
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
  await expect(stranger.getByRole('main')).toHaveCSS('max-width', '448px');
  await expectAccessible(stranger);
  await stranger.goto(web.origin);
  await expect(stranger.getByRole('heading')).toHaveText('This browser has no session');
  await expect(stranger.getByRole('main')).toHaveCSS('max-width', '448px');
  await expectAccessible(stranger);
  await other.close();
});

test('requesting the link without a browser does not use it up', async ({ web, page }) => {
  for (let count = 0; count < 3; count += 1) expect((await fetch(web.url)).status).toBe(200);
  await openApp(page, web.url);
  await expect(page.getByRole('navigation', rail)).toBeVisible();
});

test('a second start prints a link of the first and starts nothing', async ({ web, page }) => {
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

test('a host that is stopped leaves nothing behind, and its sessions end with it', async ({ web, page }) => {
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

test('a host that is stopped lets the core finish what it is writing', async ({ web, page }) => {
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

test('a host that was killed does not stop the next one from starting', async ({ web, page }) => {
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

test('a host ends when the process that started it has ended', async ({ web }) => {
  web.child.disconnect();
  const [code] = await once(web.child, 'exit');
  expect(code).toBe(0);
});

/** Starts the host as a person does who lets it open the browser. */
function startOpening(home: string, desktop: FakeDesktop) {
  const child = spawn(process.execPath, [path.join(root, 'dist', 'electron', 'web.js'), '--json'], {
    env: { ...process.env, ...desktop.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { stderr: () => stderr, stop };
}

test('the browser’s command line contains no secret, and opens the app once', async ({ home, page }) => {
  const desktop = await fakeDesktop('firefox.desktop');
  const host = startOpening(home, desktop);
  try {
    await expect.poll(desktop.opened).toHaveLength(1);
    const [commandLine = ''] = await desktop.opened();
    const file = commandLine.trim().split(' ').at(-1) ?? '';
    const html = await readFile(file, 'utf8');
    const [link = '', token = ''] = /http:\/\/gh-[\w.:/]+#([\w-]{43})/.exec(html) ?? [];
    expect(commandLine).not.toContain(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByRole('navigation', rail)).toBeVisible();
    await expect.poll(() => access(file).catch(() => 'gone')).toBe('gone');
    const again = await startAgain(home, ['--json']);
    // By its own name, which the next start does not have.
    expect(new URL(JSON.parse(again.stdout).url).port).toBe(new URL(link).port);
    expect(new URL(page.url()).host).toMatch(/^gh-[0-9a-f]{16}\.localhost:\d+$/);
  } finally {
    await host.stop();
  }
});

test('a browser that can’t read the file is let in with the code from the terminal', async ({
  home,
  page,
}) => {
  const desktop = await fakeDesktop('firefox_firefox.desktop');
  const host = startOpening(home, desktop);
  try {
    await expect.poll(host.stderr).toContain('code: ');
    const [, code = ''] = /code: (\S+)/.exec(host.stderr()) ?? [];
    const [commandLine = ''] = await desktop.opened();
    expect(commandLine).toMatch(/ http:\/\/gh-[0-9a-f]{16}\.localhost:\d+\/open $/);
    await page.goto(commandLine.trim().split(' ').at(-1) ?? '');
    const field = page.getByRole('textbox', { name: 'Code' });
    await expect(field).toBeFocused();
    await field.fill('wrong');
    await field.press('Enter');
    await expect(page.getByRole('status')).toContainText('wrong, used or too old');
    await field.fill(code.toLowerCase());
    await field.press('Enter');
    await expect(page.getByRole('navigation', rail)).toBeVisible();
  } finally {
    await host.stop();
  }
});

test('a port in use, a folder that isn’t writable and an unknown flag are reported in one line', async ({
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
  expect(unwritable.stderr).toMatch(/^gatehouse: The data folder \/proc\/gatehouse can’t be written to.*\n$/);

  const unknown = await startAgain(home, ['--wrong']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/^gatehouse: Unknown option '--wrong'.*\n$/);
});
