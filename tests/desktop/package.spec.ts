/** The packaged app: that its program starts and chats, and that it takes no orders but its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { attachToPage, debuggingAddress } from '../support/attach';
import { generate, openCreateTab, result } from '../support/create-page';
import { expect, test } from '../support/desktop';
import { printFirstPaint } from '../support/first-start';

test.describe.configure({ mode: 'serial' });
test.skip(process.platform !== 'linux', 'the folder and the name of the program differ on other systems');

let folder: string;
let resources: string;
let program: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-package-'));
  const script = path.join(root, 'scripts', 'package.mjs');
  // To be driven over Chromium’s debugging port.
  const flags = ['--dir', `-c.directories.output=${folder}`, '-c.extraMetadata.debugging=true'];
  expect(await run(process.execPath, [script, ...flags], { stdio: 'ignore' })).toBe(0);
  const unpacked = path.join(
    folder,
    process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
  );
  program = path.join(unpacked, 'gatehouse');
  resources = path.join(unpacked, 'resources');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  printed(): string;
  stop(): Promise<void>;
}

function start(home: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(program, [...rootFlags, ...flags], {
    env: { ...process.env, ...env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return {
    child,
    printed: () => text,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Its page, over Chromium's own debugging port: Node's is switched off in a package. */
async function openPage(started: Started) {
  const page = await attachToPage(await debuggingAddress(started.printed));
  return { page, close: async () => await page.context().browser()?.close() };
}

test('its program starts, sends and receives messages, and generates speech', async ({ home }) => {
  const startedAt = Date.now();
  const app = start(home, ['--remote-debugging-port=0']);
  const { page, close } = await openPage(app);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await printFirstPaint(page, 'first start of the packaged program', startedAt);
  await expect(page.getByText('To use your own gateway, add its profile.')).toBeVisible();
  expect(page.url()).toBe('app://gatehouse/');
  await page.getByRole('textbox', { name: 'Message' }).fill('Are you in there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' }).getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Credits' })).toContainText(/\d/);
  await openCreateTab(page, 'Speech');
  await generate(page, 'Is the voice in there too?');
  const speech = result(page, 'Is the voice in there too?').getByRole('button', { name: 'Save as' });
  await expect(speech).toBeVisible();
  await close();
  await app.stop();
});

test('it carries the licenses of everything it contains, including LAME', async () => {
  const notices = await readFile(path.join(path.dirname(program), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const part of [
    'LAME 3.100',
    'GNU LIBRARY GENERAL PUBLIC LICENSE',
    'streamdown',
    'SIL OPEN FONT LICENSE',
  ])
    expect(notices).toContain(part);
  await access(path.join(path.dirname(program), 'LICENSES.chromium.html'));
});

/** Full names in an archive of Electron: its header is JSON behind four numbers, of which the last is its length. */
async function namesIn(archive: string): Promise<readonly string[]> {
  const content = await readFile(archive);
  const header = JSON.parse(content.toString('utf8', 16, 16 + content.readUInt32LE(12)));
  const walk = (folder: { files?: object }, at: string): readonly string[] =>
    Object.entries(folder.files ?? {}).flatMap(([name, entry]) => [
      `${at}/${name}`,
      ...walk(entry, `${at}/${name}`),
    ]);
  return walk(header, '');
}

const megabyte = 1_000_000;

test('it contains only what runs, and stays small', async () => {
  const archive = path.join(resources, 'app.asar');
  const names = await namesIn(archive);
  expect(names).toContain('/dist/electron/main.js');
  const folders = new Set(names.map((name) => name.split('/')[1]));
  expect([...folders].sort()).toEqual(['build', 'dist', 'node_modules', 'package.json']);
  expect(names.filter((name) => /\.(?:map|ts|tsx|md|h|cc|gyp|flow)$|\/(?:tests?|src)\//.test(name))).toEqual(
    [],
  );
  const natives = names.filter((name) => name.endsWith('.node'));
  expect(natives).toHaveLength(3);
  for (const name of natives) expect(name).toContain(`linux-${process.arch}`);
  expect((await stat(archive)).size).toBeLessThan(45 * megabyte);
  const locales = await readdir(path.join(path.dirname(program), 'locales'));
  expect(locales.sort()).toEqual(['en-GB.pak', 'en-US.pak']);
});

test('it can’t be run as Node, whatever the environment variables say', async ({ home }) => {
  const hook = path.join(home, 'hook.cjs');
  await writeFile(hook, 'console.log("HOOKED")');
  const app = start(home, ['--remote-debugging-port=0', '--inspect=0', '--require', hook], {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: `--require ${hook}`,
  });
  const { page, close } = await openPage(app);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await close();
  await app.stop();
  expect(app.printed()).not.toContain('HOOKED');
  expect(app.printed()).not.toContain('Debugger listening');
});

test('it runs only the app that was packaged', async ({ home }) => {
  const planted = path.join(resources, 'app');
  await mkdir(planted);
  await writeFile(path.join(planted, 'package.json'), '{"name":"planted","main":"main.js"}');
  await writeFile(path.join(planted, 'main.js'), 'console.log("PLANTED")');
  const app = start(home, ['--remote-debugging-port=0', planted]);
  const { page, close } = await openPage(app);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await close();
  await app.stop();
  expect(app.printed()).not.toContain('PLANTED');
});

/** Without a display: what needs one ends with an error. */
async function runHeadless(home: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
  const child = spawn(program, [...rootFlags, ...args], {
    env: { ...rest, ...env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, said] = [child.stdout, child.stderr].map((stream) => {
    const pieces: Buffer[] = [];
    stream?.on('data', (piece) => pieces.push(piece));
    return () => Buffer.concat(pieces).toString();
  });
  const [code] = await once(child, 'close');
  return { code, printed: printed?.() ?? '', said: said?.() ?? '' };
}

test('it checks a model without a display, in JSON, with its exit codes', async ({ home }) => {
  const asked = ['--profile', 'Sandbox', '--model', 'sandbox/echo', '--probe', 'reply', '--probe', 'stream'];
  const { code, printed, said } = await runHeadless(home, ['check', ...asked, '--json']);
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ probe, status }) => probe ?? status)).toEqual(['reply', 'stream', 'completed']);
  expect(lines[0]).toMatchObject({
    model: 'sandbox/echo',
    result: 'works',
    cost: { credits: expect.any(Number) },
  });
  expect(lines.at(-1)).toMatchObject({ code, error: null });
  expect(code).toBe(lines.at(-1).fails > 0 ? 1 : 0);
  expect(said).not.toContain('sk-');
  const wrong = await runHeadless(home, ['check', '--profile', 'Nobody', '--json']);
  expect([wrong.code, wrong.said]).toEqual([2, expect.stringContaining('Nobody')]);
  const own = await runHeadless(
    home,
    ['check', '--base-url', 'http://127.0.0.1:1/v1', '--model', 'm', '--yes'],
    {
      GATEHOUSE_API_KEY: 'sk-own-123456789',
    },
  );
  expect(own.code).toBe(2);
  expect(own.printed + own.said).not.toContain('sk-own-123456789');
});
