/** `npm start`, as a person or a program gives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { expect, openApp, test } from '../support/app';

const script = path.join(root, 'scripts', 'start.mjs');
/** Where no window can be shown and no browser opened, whatever the machine. */
const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '' };

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  printed(): { readonly stdout: string; readonly stderr: string };
}

function start(command: string, args: readonly string[], home: string): Started {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...noDisplay, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  return { child, ended: once(child, 'close'), printed: () => ({ ...printed }) };
}

async function firstLink(started: Started): Promise<string> {
  const link = () => /http:\/\/127\.0\.0\.1:\d+\/open#[\w-]+/.exec(started.printed().stdout)?.[0];
  await expect.poll(link).toBeDefined();
  return link() ?? '';
}

const answers = (link: string) =>
  fetch(new URL(link).origin).then(
    () => true,
    () => false,
  );

test('with --web --json it prints one line with a link that opens the app, and ends when stopped', async ({
  home,
  page,
}) => {
  const started = start(process.execPath, [script, '--web', '--json', '--no-open'], home);
  const link = await firstLink(started);
  expect(started.printed().stdout).toBe(`${JSON.stringify({ url: link })}\n`);
  await openApp(page, link);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  started.child.kill('SIGTERM');
  expect((await started.ended)[0]).toBe(0);
});

test('without a display it says so in one line and serves the browser', async ({ home }) => {
  test.skip(process.platform !== 'linux', 'other systems always have a display');
  const started = start(process.execPath, [script], home);
  await firstLink(started);
  expect(started.printed().stderr).toBe(
    'There is no display, so Gatehouse runs in your browser instead of its own window.\n',
  );
  started.child.kill('SIGINT');
  expect((await started.ended)[0]).toBe(0);
});

test('an unknown flag, and an invalid port, are refused before anything starts', async ({ home }) => {
  for (const flags of [['--wbe'], ['--port'], ['extra'], ['--web', '--port', 'many']]) {
    const started = start(process.execPath, [script, ...flags], home);
    expect((await started.ended)[0], flags.join(' ')).toBe(2);
    expect(started.printed().stdout).toBe('');
    expect(started.printed().stderr).not.toBe('');
  }
});

test('a host whose npm was killed ends too', async ({ home }) => {
  test.skip(process.platform === 'win32', 'npm is a batch file there');
  const started = start('npm', ['start', '--silent', '--', '--web', '--json', '--no-open'], home);
  const link = await firstLink(started);
  expect(await answers(link)).toBe(true);
  started.child.kill('SIGKILL');
  await expect.poll(() => answers(link)).toBe(false);
});
