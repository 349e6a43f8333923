/** A new version that never shows its window, from its first start to the way back. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { readVersionRecord } from '../../electron/storage/version-record';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { launchElectron } from '../support/app';
import { exchange } from '../support/chat-page';
import { expect, test } from '../support/desktop';
import { makeCopy } from '../support/installed-copy';

test.skip(process.platform !== 'linux', 'the folder and the name of the program differ on other systems');

const updates = {
  url: 'http://127.0.0.1:1/',
  publicKey: 'AAAA',
  releases: 'https://gatehouse.test/releases/v{version}',
};

/**
 * A version whose windows stay blank. What it asks the system, dialogs and addresses, is written to a file, and the
 * dialogs are answered by these buttons, one after the other.
 */
const blankVersion = (answers: readonly string[], file: string) => `
import { appendFileSync } from 'node:fs';
import { BrowserWindow, dialog, shell } from 'electron';
const answers = ${JSON.stringify(answers)};
const note = (what) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(what) + '\\n');
BrowserWindow.prototype.loadURL = () => new Promise(() => {});
dialog.showMessageBox = async ({ message, detail, buttons }) => {
  note({ message, detail, buttons });
  const answer = answers.shift();
  return { response: buttons.findIndex((button) => button.startsWith(answer)) };
};
shell.openExternal = async (url) => note({ url });
`;

interface Asked {
  readonly message?: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly url?: string;
}

const askedIn = async (file: string): Promise<readonly Asked[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

let folder: string;
let started: ChildProcess | undefined;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-failed-start-'));
});
test.afterEach(() => {
  started?.kill('SIGKILL');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = (home: string) => ({ ...(process.env as Record<string, string>), GATEHOUSE_HOME: home });

/** Does something in a version that works, and quits it. */
async function using(program: string, home: string, act: (page: Page) => Promise<unknown>): Promise<void> {
  const app = await launchElectron({ executablePath: program, args: rootFlags, env: environment(home) });
  await act(await app.firstWindow());
  await app.close();
}

test('a version that never shows its window offers the old data and the page of the old version at its third start', async ({
  home,
}) => {
  const file = path.join(folder, 'asked');
  const old = await makeCopy({ folder, updates, version: '0.1.0' });
  const before = blankVersion(['Go back to 0.1.0', 'Restore and quit'], file);
  const next = await makeCopy({ folder, updates, version: '0.2.0', before });
  const start = (): ChildProcess => spawn(next, [...rootFlags], { env: environment(home), stdio: 'ignore' });
  await using(old, home, (page) => exchange(page, 'Written by the old version', 'sandbox/eliza'));

  for (const count of [1, 2]) {
    const failing = start();
    const ended = once(failing, 'exit');
    await expect.poll(() => readVersionRecord(home)).toMatchObject({ version: '0.2.0', starts: count });
    failing.kill('SIGKILL');
    await ended;
  }
  expect((await once(start(), 'exit'))[0]).toBe(1);
  const [failed, question, opened] = await askedIn(file);
  expect(failed?.message).toBe('Gatehouse can’t start');
  expect(failed?.detail).toContain('Gatehouse 0.2.0 was started twice and never showed its window');
  expect(failed?.buttons).toEqual([
    'Try again',
    'Open data folder',
    'Go back to 0.1.0…',
    expect.stringMatching(/^Restore backup of \d{4}-\d\d-\d\d$/),
    'Start with an empty database…',
    'Quit',
  ]);
  expect(question?.message).toBe('Go back to Gatehouse 0.1.0?');
  expect(question?.detail).toContain('https://gatehouse.test/releases/v0.1.0');
  expect(opened).toEqual({ url: 'https://gatehouse.test/releases/v0.1.0' });

  await using(old, home, async (page) => {
    await page.getByRole('link', { name: /^Written by the old version/ }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('list', { name: 'Backups' })).toContainText('Before a restore');
  });
});
