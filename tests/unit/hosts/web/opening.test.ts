import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderSource } from '../../../../electron/hosts/shared/page/source';
import { askForCode, askForPage, writeControl } from '../../../../electron/hosts/web/control-file';
import {
  type BrowserOpening,
  canReadPages,
  createOpeningPages,
  openBrowser,
  pageLifeMs,
} from '../../../../electron/hosts/web/open-browser';
import { startWebHost, type WebHost } from '../../../../electron/hosts/web/server';
import { createSessions, linkLifeMs } from '../../../../electron/hosts/web/sessions';
import { fakeCore } from '../../../support/fake-core';
import { rawRequest } from '../../../support/raw-http';

const secret = 'a control secret of some length';
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-opening-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe('the page that opens the app in a browser', () => {
  const link = 'http://127.0.0.1:4310/open#token-of-some-length';

  it('is a file readable by its owner only, and its path reveals nothing about the link', async () => {
    const pages = createOpeningPages(home);
    const file = await pages.write(link);
    expect(file).not.toContain('token');
    expect(await modeOf(file)).toBe(0o600);
    expect(await modeOf(path.dirname(file))).toBe(0o700);
    expect(await readFile(file, 'utf8')).toContain(`content="0; url=${link}"`);
    await pages.clear();
    expect(await readdir(home)).toEqual([]);
  });

  it('is deleted once its link was used, and after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pages = createOpeningPages(home);
      const used = await pages.write(link);
      const left = await pages.write(`${link}-2`);
      pages.remove(link);
      await vi.waitFor(() => expect(stat(used)).rejects.toThrow(), { timeout: 60_000 });
      await stat(left);
      vi.advanceTimersByTime(pageLifeMs);
      await vi.waitFor(() => expect(stat(left)).rejects.toThrow(), { timeout: 60_000 });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a code', () => {
  const sessionsAt = () => {
    let nowMs = 0;
    const sessions = createSessions(() => nowMs);
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { sessions, pass };
  };

  it('opens a session once, however it is typed', () => {
    const { sessions } = sessionsAt();
    const code = sessions.issueCode();
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const session = sessions.redeemCode(` ${code.toLowerCase().replace('-', ' ')} `);
    expect(sessions.admits(session?.id, session?.pass)).toBe(true);
    expect(sessions.redeemCode(code)).toBeNull();
  });

  it('ends after five wrong attempts, after a while, and when another replaces it', () => {
    const { sessions, pass } = sessionsAt();
    const guessed = sessions.issueCode();
    for (let tries = 0; tries < 5; tries += 1) expect(sessions.redeemCode('WRONG-ONE')).toBeNull();
    expect(sessions.redeemCode(guessed)).toBeNull();
    const early = sessions.issueCode();
    const late = sessions.issueCode();
    expect(sessions.redeemCode(early)).toBeNull();
    pass(linkLifeMs);
    expect(sessions.redeemCode(late)).toBeNull();
  });
});

describe('the browser', () => {
  const opened: string[] = [];
  const opening: BrowserOpening = {
    open: async (target: string) => void opened.push(target),
    makePage: async () => '/home/ada/page.html',
    codeAddress: 'http://127.0.0.1:4310/open',
    canReadPages: async () => true,
  };
  beforeEach(() => opened.splice(0));

  it.each<[string, BrowserOpening, string, string?]>([
    ['a page', opening, 'page', '/home/ada/page.html'],
    ['the code’s page where it can’t read files', { ...opening, canReadPages: async () => false }, 'code'],
    ['the code’s page where no file can be written', { ...opening, makePage: async () => null }, 'code'],
  ])('opens %s', async (_, how, way, target = opening.codeAddress) => {
    expect(await openBrowser(how)).toBe(way);
    expect(opened).toEqual([target]);
  });

  it('may be missing without an error', async () => {
    expect(await openBrowser({ ...opening, open: () => Promise.reject(new Error('ENOENT')) })).toBe('none');
  });

  it.each([
    ['firefox_firefox.desktop', false],
    ['chromium_chromium.desktop', false],
    ['firefox.desktop', true],
    ['org.mozilla.firefox.desktop', true],
    ['google-chrome.desktop', true],
    ['', true],
  ])('that is %j can read a page: %j', async (entry, isReadable) => {
    const program = path.join(home, 'xdg-settings');
    await writeFile(program, `#!/bin/sh\necho '${entry}'\n`);
    await chmod(program, 0o700);
    const env = { PATH: `${home}:/bin:/usr/bin` };
    expect(await canReadPages(env, 'linux')).toBe(isReadable);
    expect(await canReadPages({ ...env, WSL_DISTRO_NAME: 'Debian' }, 'linux')).toBe(false);
    expect(await canReadPages(env, 'darwin')).toBe(true);
  });
});

describe('a host', () => {
  let host: WebHost;
  beforeEach(async () => {
    host = await startWebHost({
      core: fakeCore(),
      page: folderSource(home),
      port: 0,
      controlSecret: secret,
      home,
    });
    await writeControl(home, { port: host.port, secret, pid: process.pid });
  });
  afterEach(() => host.close());

  const enter = (body: object) =>
    rawRequest({
      port: host.port,
      method: 'POST',
      path: '/api/session',
      body: JSON.stringify(body),
      headers: { Origin: `http://127.0.0.1:${host.port}`, 'Content-Type': 'application/json' },
    });

  it('gives a second start its own page and code', async () => {
    const file = await askForPage(home, fetch);
    const [, token] = /#([\w-]{43})"/.exec(await readFile(file ?? '', 'utf8')) ?? [];
    expect((await enter({ token })).status).toBe(200);
    await vi.waitFor(() => expect(stat(file ?? '')).rejects.toThrow(), { timeout: 60_000 });
    expect((await enter({ token })).status).toBe(401);
    const code = await askForCode(home, fetch);
    expect((await enter({ code: 'AAAA-AAAA' })).status).toBe(401);
    expect((await enter({ code })).status).toBe(200);
  });

  it.each(['link', 'page', 'code'])('gives out no %s without its secret', async (what) => {
    const headers = { Authorization: 'Bearer a guess of some length' };
    const reply = await rawRequest({ port: host.port, method: 'POST', path: `/control/${what}`, headers });
    expect(reply.status).toBe(401);
    expect(reply.body).not.toMatch(/open|html|[A-Z2-9]{4}-[A-Z2-9]{4}/);
  });

  it('deletes its pages when it ends, and those of a host that was killed', async () => {
    const file = (await host.makePage()) ?? '';
    await stat(file);
    await host.close();
    await expect(stat(file)).rejects.toThrow();
    await createOpeningPages(home).write('http://127.0.0.1:1/open#left-behind');
    host = await startWebHost({
      core: fakeCore(),
      page: folderSource(home),
      port: 0,
      controlSecret: secret,
      home,
    });
    expect(await readdir(home)).toEqual(['web-host.json']);
  });
});
