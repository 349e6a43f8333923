/** The desktop app from the attacker's side: what a page gone bad could reach. */
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { launchDesktop } from '../support/app';
import { test as base, expect, type RunningDesktop } from '../support/desktop';
import { type EvilSite, startEvilSite } from '../support/evil-site';
import { noteOpened } from '../support/note-opened';
import { injectAttacks } from '../support/page-attacks';
import { startListener, tryConnections, tryElements } from '../support/way-out-attacks';

const pageUrl = 'app://gatehouse/';

// One app for all: none of these may change it, and the next one would notice.
const test = base.extend<object, { shared: RunningDesktop; evil: EvilSite }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const desktop = await launchDesktop();
      await use(desktop);
      await desktop.stop();
    },
    { scope: 'worker' },
  ],
  evil: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const evil = await startEvilSite();
      await use(evil);
      await evil.close();
    },
    { scope: 'worker' },
  ],
});

test('the window has the security settings for untrusted pages', async ({ shared }) => {
  const preferences = await shared.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Electron has it, its types do not.
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
  });
});

test('the page can use two functions of the app, and nothing of Node or Electron', async ({ shared }) => {
  const seen = await shared.window.evaluate(() => ({
    bridge: Object.entries(window.bridge ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
    others: [
      'require',
      'process',
      'module',
      'exports',
      'global',
      'Buffer',
      '__dirname',
      'electron',
      'ipcRenderer',
    ].filter((name) => name in window),
    // A way out of an unisolated preload would be through the functions it hands over.
    outside: window.bridge?.call.constructor('return typeof process === "undefined"') instanceof Function,
  }));
  expect(seen).toEqual({
    bridge: ['call: function', 'subscribe: function'],
    others: [],
    outside: expect.anything(),
  });
});

test('injected scripts don’t run, and nothing is loaded from elsewhere', async ({ shared, evil }) => {
  const outcome = await injectAttacks(shared.window, `http://127.0.0.1:${evil.port}`);
  expect(outcome).toEqual({ ran: [], loaded: [] });
  expect(evil.requests).toEqual([]);
  expect(shared.window.url()).toBe(pageUrl);
});

test('nothing reaches an address by WebRTC, by hints to connect ahead, or past the page’s policy', async ({
  shared,
}) => {
  const listener = await startListener();
  try {
    await tryElements(shared.window, listener.port);
    await tryConnections(shared.window, listener.port);
    expect(listener.arrived).toEqual([]);
  } finally {
    await listener.close();
  }
  await shared.window.reload();
});

test('the page can’t navigate elsewhere', async ({ shared, evil }) => {
  const targets = [
    `http://127.0.0.1:${evil.port}/`,
    'https://example.com/',
    'file:///etc/passwd',
    'data:text/html,evil',
    'app://evil/',
    'app://gatehouse/assets/other.html',
    'javascript:document.write(1)',
    'chrome://gpu',
    'view-source:app://gatehouse/',
  ];
  for (const target of targets) {
    await shared.window.evaluate((url) => {
      try {
        location.href = url;
      } catch {
        // Refused at once.
      }
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
      link.remove();
    }, target);
    await shared.window.waitForTimeout(100);
    expect(shared.window.url(), target).toBe(pageUrl);
  }
  // Asked of the page itself: Playwright's own waiting never ends after a navigation that was refused.
  expect(await shared.window.evaluate(() => document.querySelector('nav')?.ariaLabel)).toBe('Main');
  expect(evil.requests).toEqual([]);
});

test('the page can be reloaded at any address inside it', async ({ shared }) => {
  for (const hash of ['', '#/settings']) {
    await shared.window.evaluate((target) => {
      location.hash = target;
      setTimeout(() => location.reload());
    }, hash);
    await shared.window.waitForEvent('load');
    expect(shared.window.url()).toContain(`${pageUrl}${hash}`);
  }
  await shared.window.evaluate(() => {
    location.hash = '';
  });
});

test('a page that was replaced by a blank one comes back', async ({ shared }) => {
  await shared.window.evaluate(() => {
    location.href = 'about:blank';
  });
  await expect(shared.window).toHaveURL(pageUrl);
  await expect(shared.window.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('no page can be framed, not even our own', async ({ shared, evil }) => {
  await shared.window.evaluate((origin) => {
    for (const source of [
      `${origin}/frame`,
      'app://gatehouse/',
      'data:text/html,evil',
      'file:///etc/passwd',
    ]) {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
    }
  }, `http://127.0.0.1:${evil.port}`);
  await shared.window.waitForTimeout(500);
  const inside = await shared.app.evaluate(({ BrowserWindow }) => {
    const frames = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames ?? [];
    return Promise.all(
      frames.map(async (frame) => ({
        hasBridge: await frame.executeJavaScript('"bridge" in window').catch(() => false),
        hasContent: await frame
          .executeJavaScript('document.title === "evil" || document.getElementById("root") !== null')
          .catch(() => false),
      })),
    );
  });
  for (const frame of inside) expect(frame).toEqual({ hasBridge: false, hasContent: false });
  expect(evil.requests).toEqual([]);
  await shared.window.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });
});

test('no window opens, and only http(s) addresses without a password and mail addresses are passed to the system, each for a click', async ({
  shared,
}) => {
  const opened = await noteOpened(shared);
  const { window: page } = shared;
  const targets = [
    'https://example.com/docs?a=1',
    'http://example.com/',
    'mailto:a@example.com?subject=x&attach=/etc/passwd',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'data:text/html,evil',
    'app://gatehouse/',
    'https://user:secret@example.com/',
    'about:blank',
    '',
  ];
  await page.evaluate((all) => {
    // Without a person, nothing: neither by a script nor by a link that a script clicks.
    for (const target of all) {
      window.open(target);
      const link = Object.assign(document.createElement('a'), {
        href: target,
        target: '_blank',
        rel: 'noopener',
      });
      document.body.append(link);
      link.click();
      link.remove();
    }
    const button = Object.assign(document.createElement('button'), { id: 'attack', textContent: 'Attack' });
    button.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 99999';
    // As often as a script likes, for one click.
    button.onclick = () => {
      for (let count = 0; count < 20; count += 1) window.open(button.title);
    };
    document.body.append(button);
  }, targets);
  expect(await opened()).toEqual([]);
  for (const target of targets) {
    await page.evaluate((to) => document.getElementById('attack')?.setAttribute('title', to), target);
    await page.locator('#attack').click();
  }
  await expect.poll(opened).toHaveLength(3);
  expect(await opened()).toEqual([
    'https://example.com/docs?a=1',
    'http://example.com/',
    'mailto:a@example.com',
  ]);
  expect(await shared.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await page.evaluate(() => document.getElementById('attack')?.remove());
});

test('a webview remains an unknown element', async ({ shared }) => {
  const before = await shared.app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  const kind = await shared.window.evaluate(() => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.com/');
    view.setAttribute('nodeintegration', '');
    document.body.append(view);
    return Object.prototype.toString.call(view);
  });
  expect(kind).toBe('[object HTMLElement]');
  expect(await shared.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before);
});

test('every permission is denied except writing to the clipboard', async ({ shared }) => {
  const answers = await shared.window.evaluate(async () => {
    const refused = (attempt: () => Promise<unknown>) =>
      attempt().then(
        () => 'granted',
        () => 'refused',
      );
    return {
      camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true })),
      microphone: await refused(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await refused(() => navigator.mediaDevices.getDisplayMedia()),
      place: await refused(() => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
      notification: await Notification.requestPermission(),
      readClipboard: await refused(() => navigator.clipboard.readText()),
      midi: await refused(() => navigator.requestMIDIAccess({ sysex: true })),
      persistent: (await navigator.permissions.query({ name: 'persistent-storage' })).state,
    };
  });
  expect(answers).toEqual({
    camera: 'refused',
    microphone: 'refused',
    screen: 'refused',
    place: 'refused',
    notification: 'denied',
    readClipboard: 'refused',
    midi: 'refused',
    persistent: 'denied',
  });
  await shared.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
  await shared.window.evaluate(() => navigator.clipboard.writeText('copied'));
  expect(await shared.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied');
});

test('a download that our page did not start is refused', async ({ shared }) => {
  await shared.app.evaluate(({ session }) => {
    const downloads: string[] = [];
    Object.assign(globalThis, { downloads });
    session.defaultSession.on('will-download', (event, item) => {
      downloads.push(`${new URL(item.getURL()).protocol} ${event.defaultPrevented ? 'refused' : 'taken'}`);
      event.preventDefault();
    });
  });
  await shared.window.evaluate(() => {
    for (const href of ['data:application/octet-stream,x', URL.createObjectURL(new Blob(['x']))]) {
      const link = Object.assign(document.createElement('a'), { href, download: 'x.bin' });
      document.body.append(link);
      link.click();
      link.remove();
    }
  });
  const seen = () => shared.app.evaluate(() => (globalThis as unknown as { downloads: string[] }).downloads);
  await expect.poll(seen).toContain('blob: taken');
  expect(await seen()).not.toContain('data: taken');
});

test('a call that is unknown or unreadable gets an error envelope', async ({ shared }) => {
  const answers = await shared.window.evaluate(() =>
    Promise.all([
      window.bridge?.call('no.such', {}),
      window.bridge?.call('__proto__', {}),
      window.bridge?.call('constructor', {}),
      window.bridge?.call('chat.send', { text: 7 }),
      window.bridge?.call('app.snapshot', { extra: 1 }),
      window.bridge?.call('app.snapshot', undefined),
      window.bridge?.call('app.snapshot', 'x'.repeat(9 * 1024 * 1024)),
      window.bridge?.call(7 as unknown as string, {}),
      window.bridge?.call('app.snapshot', {}),
    ]),
  );
  const last = answers.pop();
  for (const answer of answers) {
    expect(answer).toMatchObject({
      ok: false,
      error: { code: expect.any(String), message: expect.any(String) },
    });
  }
  expect(last).toMatchObject({ ok: true });
});

test('another page in our window, and our page in another window, get no answer', async ({ launch }) => {
  const { app } = await launch();
  const asked = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const ask = 'bridge.call("app.snapshot", {}).then((answer) => JSON.stringify(answer), String)';
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await other.loadURL('app://gatehouse/');
      const inOther = await other.webContents.executeJavaScript(ask);
      other.destroy();
      const own = BrowserWindow.getAllWindows()[0]?.webContents;
      // Without the guard that leads the window back, to see that the next one holds.
      own?.removeAllListeners('did-navigate');
      await own?.loadURL('data:text/html,<title>evil</title>');
      return { inOther, inOwn: await own?.executeJavaScript(ask), title: own?.getTitle() };
    },
    path.join(root, 'dist', 'preload', 'preload.cjs'),
  );
  expect(asked.inOther).toContain('No handler registered');
  expect(JSON.parse(asked.inOwn)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Only the page') },
  });
  expect(asked.title).toBe('evil');
});

test('only the page’s own files are served, and only for reading', async ({ shared }) => {
  const statuses = await shared.window.evaluate(async () => {
    const status = (url: string, init?: RequestInit) =>
      fetch(url, init).then(
        (reply) => reply.status,
        () => 'failed',
      );
    return {
      parent: await status('/../../package.json'),
      encoded: await status('/%2e%2e/%2e%2e/package.json'),
      slashed: await status('/..%2f..%2fpackage.json'),
      dotted: await status('/.hidden'),
      post: await status('/', { method: 'POST', body: 'x' }),
      otherHost: await status('app://evil/index.html'),
      file: await status('file:///etc/passwd'),
    };
  });
  expect(statuses).toEqual({
    parent: 404,
    encoded: 404,
    slashed: 404,
    dotted: 404,
    post: 405,
    otherHost: 'failed',
    file: 'failed',
  });
});
