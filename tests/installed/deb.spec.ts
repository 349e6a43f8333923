/** The deb as a newcomer meets it: installed by dpkg, started from its menu entry, upgraded, removed, purged. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { root } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { attachToPage, debuggingAddress } from '../support/attach';
import { say, transcript } from '../support/chat-page';
import { generate, openCreateTab, openTab, result } from '../support/create-page';
import { printFirstPaint } from '../support/first-start';
import { unownedLibraries } from '../support/library-owners';
import { type Machine, openMachine } from '../support/machine';

test.describe.configure({ mode: 'serial', retries: 0 });

const program = '/opt/Gatehouse';
const data = '/home/newcomer/.local/share/gatehouse';

let folder: string;
let machine: Machine;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-deb-'));
  await buildDeb('0.1.0');
  await buildDeb('0.2.0');
  machine = await openMachine(folder);
});
test.afterAll(async () => {
  await machine?.close();
  await rm(folder, { recursive: true, force: true });
});

const debFile = (version: string): string => path.join(folder, `gatehouse_${version}_amd64.deb`);

/** As `npm run package` makes it, but not compressed: nobody downloads it. */
async function buildDeb(version: string): Promise<void> {
  const config = path.join(folder, 'electron-builder.json');
  const unpacked = {
    extends: path.join(root, 'electron-builder.yml'),
    deb: { fpm: ['--deb-compression', 'none'] },
  };
  await writeFile(config, JSON.stringify(unpacked));
  const script = path.join(root, 'scripts', 'package.mjs');
  const flags = ['--linux', 'deb', '--x64', `--config=${config}`, `-c.extraMetadata.version=${version}`];
  // To be driven over Chromium’s debugging port, which a release refuses (`debugging-flags.test.ts`).
  const output = [`-c.directories.output=${folder}`, '-c.extraMetadata.debugging=true'];
  expect(await run(process.execPath, [script, ...flags, ...output], { stdio: 'inherit' })).toBe(0);
  expect(await readdir(folder)).toContain(path.basename(debFile(version)));
}

interface Opened {
  readonly page: Page;
  /** Ends it as a log-out does. */
  quit(): Promise<void>;
}

/** Starts what the menu entry starts, without the field for files. */
async function open(): Promise<Opened> {
  const entry = machine.run('cat', '/usr/share/applications/gatehouse.desktop').stdout;
  const command = /^Exec=(\S+) %U$/m.exec(entry)?.[1] ?? '';
  const started = machine.start(command, '--remote-debugging-port=0');
  const page = await attachToPage(await debuggingAddress(started.printed));
  return {
    page,
    async quit() {
      await page.context().browser()?.close();
      await started.stop();
    },
  };
}

test('the package can be installed', () => {
  const installed = machine.run('dpkg', '--force-unsafe-io', '-i', '/tmp/shared/gatehouse_0.1.0_amd64.deb');
  expect(installed.code, installed.stdout + installed.stderr).toBe(0);
  expect(machine.runAsNewcomer('gatehouse', '--version').stdout).toBe('Gatehouse 0.1.0\n');
});

test('as root it answers what needs no window, and says what to do for the rest', () => {
  expect(machine.run('gatehouse', '--version').stdout).toBe('Gatehouse 0.1.0\n');
  expect(machine.run('gatehouse', '--help').stdout).toMatch(/^Usage: gatehouse /);
  expect(machine.run('gatehouse', 'check', '--help').stdout).toMatch(/^Usage: gatehouse check /);
  const refused = machine.run('gatehouse', '--quick-ask');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^gatehouse: .*Start Gatehouse as another user.*\n$/);
});

test('it depends on every library that its binaries need', () => {
  expect(unownedLibraries(machine, 'gatehouse', program)).toEqual([]);
});

test('it has a menu entry, an icon and a file type for archives', () => {
  const entry = machine.run('cat', '/usr/share/applications/gatehouse.desktop').stdout;
  expect(entry).toContain('StartupWMClass=gatehouse\n');
  expect(entry).toContain('MimeType=application/vnd.gatehouse.archive;x-scheme-handler/gatehouse;');
  for (const size of ['16x16', '48x48', '256x256', '512x512']) {
    const icon = `/usr/share/icons/hicolor/${size}/apps/gatehouse.png`;
    expect(machine.run('test', '-s', icon).code, icon).toBe(0);
  }
  machine.runAsNewcomer('touch', '/home/newcomer/all.gatehouse');
  const type = machine.runAsNewcomer('xdg-mime', 'query', 'filetype', '/home/newcomer/all.gatehouse');
  expect(type.stdout.trim()).toBe('application/vnd.gatehouse.archive');
});

test('it brings the AppArmor profile that lets its sandbox work where user namespaces are closed', () => {
  const profile = machine.run('cat', `${program}/resources/apparmor-profile`).stdout;
  expect(profile).toMatch(/^profile "gatehouse" "\/opt\/Gatehouse\/gatehouse" .*\{\n {2}userns,/m);
  const install = machine.run('cat', '/var/lib/dpkg/info/gatehouse.postinst').stdout;
  expect(install).toContain("name='gatehouse'\n");
  expect(install).toContain('profile="/etc/apparmor.d/$name"');
});

test('a new user starts it in Chromium’s sandbox, chats and generates an image', async () => {
  const startedAt = Date.now();
  const { page, quit } = await open();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await printFirstPaint(page, 'first start of the installed program', startedAt);
  await say(page, 'Are you installed?');
  await expect(transcript(page).getByRole('article')).toHaveCount(2);
  await openCreateTab(page, 'Image');
  await generate(page, 'A lighthouse at night');
  await expect(result(page, 'A lighthouse at night').getByRole('button', { name: 'Save as' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('alert')).toHaveCount(0);
  const processes = machine.run(
    'bash',
    '-c',
    'tr "\\0" " " < /proc/[0-9]*/cmdline 2>/dev/null; cat /proc/*/cmdline 2>/dev/null | tr "\\0" " "',
  ).stdout;
  expect(processes).toContain(`${program}/gatehouse --type=zygote`);
  expect(processes).not.toContain(`${program}/gatehouse --no-sandbox`);
  await quit();
  expect(machine.run('ls', '/home/newcomer/Gatehouse/images').stdout).toMatch(/lighthouse/i);
});

test('an upgrade keeps all data', async () => {
  const upgraded = machine.run('dpkg', '--force-unsafe-io', '-i', '/tmp/shared/gatehouse_0.2.0_amd64.deb');
  expect(upgraded.code, upgraded.stdout + upgraded.stderr).toBe(0);
  expect(machine.runAsNewcomer('gatehouse', '--version').stdout).toBe('Gatehouse 0.2.0\n');
  const { page, quit } = await open();
  await openTab(page, 'Chat');
  await page.getByText('Are you installed?').first().click();
  await expect(transcript(page).getByRole('article')).toHaveCount(2);
  await openTab(page, 'Library');
  await expect(page.getByText('A lighthouse at night').first()).toBeVisible();
  await quit();
});

/** Where SQLite keeps the number of the database's form: four bytes, the highest first. */
function setDatabaseVersion(version: number): void {
  const bytes = version.toString(16).padStart(8, '0').replace(/../g, '\\x$&');
  const write = `printf '${bytes}' | dd of=${data}/gatehouse.db bs=1 seek=60 conv=notrunc`;
  expect(machine.run('bash', '-c', write).code).toBe(0);
}

test('it leaves the database of a newer version alone, and says what to do', async () => {
  const version = machine.run('od', '-An', '-tu1', '-j63', '-N1', `${data}/gatehouse.db`).stdout;
  setDatabaseVersion(999);
  const before = machine.run('md5sum', `${data}/gatehouse.db`).stdout;
  const started = machine.start('gatehouse');
  await expect.poll(() => started.printed()).toContain('written by a newer Gatehouse');
  expect(started.printed()).toContain('Start that version');
  await started.stop();
  expect(machine.run('md5sum', `${data}/gatehouse.db`).stdout).toBe(before);
  setDatabaseVersion(Number(version));
});

test('the installed browser host needs no display', async () => {
  const home = '/home/newcomer/web';
  const started = machine.start(
    'env',
    '-u',
    'DISPLAY',
    `GATEHOUSE_HOME=${home}`,
    'gatehouse',
    '--web',
    '--json',
    '--no-open',
  );
  await expect.poll(() => started.printed()).toMatch(/\{"url":"http:\/\/127\.0\.0\.1:/);
  await started.stop();
});

test('removing it keeps the data, and purging it leaves nothing of the package', () => {
  expect(machine.run('dpkg', '-r', 'gatehouse').code).toBe(0);
  for (const place of [program, '/usr/bin/gatehouse', '/usr/share/applications/gatehouse.desktop']) {
    expect(machine.run('test', '-e', place).code, place).not.toBe(0);
  }
  expect(machine.run('ls', data).stdout).toContain('gatehouse.db');
  expect(machine.run('ls', '/home/newcomer/Gatehouse/images').stdout).toMatch(/lighthouse/i);
  expect(machine.run('dpkg', '-P', 'gatehouse').code).toBe(0);
  expect(machine.run('dpkg', '-s', 'gatehouse').code).not.toBe(0);
  expect(
    machine.run('find', '/etc', '/usr', '/opt', '/var/lib/dpkg/info', '-name', 'gatehouse*').stdout,
  ).toBe('');
});
