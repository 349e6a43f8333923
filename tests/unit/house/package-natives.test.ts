import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findNativeFaults,
  nativePackages,
  readTarget,
  type Target,
} from '../../../scripts/lib/package/natives.mjs';
import { targetOf } from '../../../scripts/lib/package/target.mjs';
import { root } from '../../../scripts/lib/root.mjs';

let resources: string;
beforeEach(async () => {
  resources = await mkdtemp(path.join(tmpdir(), 'gatehouse-natives-'));
});
afterEach(() => rm(resources, { recursive: true }));

/** The first bytes of binaries, as the linkers of the systems write them. */
const heads = {
  'linux-x64': () => withWord(Buffer.from([0x7f, 0x45, 0x4c, 0x46]), 18, 0x3e),
  'linux-arm64': () => withWord(Buffer.from([0x7f, 0x45, 0x4c, 0x46]), 18, 0xb7),
  'darwin-arm64': () => Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 0x01]),
  'win32-x64': () => withWord(withWord(Buffer.from('MZ'), 60, 0x80), 0x84, 0x8664),
};

function withWord(head: Buffer, at: number, word: number): Buffer {
  const longer = Buffer.alloc(Math.max(head.length, at + 4));
  head.copy(longer);
  longer.writeUInt16LE(word, at);
  return longer;
}

async function put(name: string, content: Buffer): Promise<void> {
  const file = path.join(resources, 'app.asar.unpacked', 'node_modules', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function putAll({ system, processor }: Target, head: Buffer): Promise<void> {
  for (const name of nativePackages({ system, processor })) await put(`${name}/index.node`, head);
  await put(`keytar/prebuilds/${system}-${processor}/keytar.node`, head);
}

describe('the native modules of a package', () => {
  it('are identified by the headers of real binaries', async () => {
    const installed = path.join(root, 'node_modules', 'keytar', 'prebuilds');
    for (const target of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      const folder = path.join(resources, target);
      await cp(path.join(installed, target), folder, { recursive: true });
      const [file = ''] = ['keytar.node'];
      expect(await readTarget(path.join(folder, file)), target).toBe(target);
    }
  });

  it('are accepted if each exists for its target', async () => {
    await putAll({ system: 'darwin', processor: 'arm64' }, heads['darwin-arm64']());
    expect(await findNativeFaults(resources, { system: 'darwin', processor: 'arm64' })).toEqual([]);
  });

  it('are named if they are missing', async () => {
    await put('keytar/prebuilds/linux-x64/keytar.node', heads['linux-x64']());
    expect(await findNativeFaults(resources, { system: 'linux', processor: 'x64' })).toEqual([
      '@libsql/linux-x64-gnu is missing.',
      '@napi-rs/canvas-linux-x64-gnu is missing.',
    ]);
  });

  it('are named if they are for the building computer instead', async () => {
    await putAll({ system: 'linux', processor: 'arm64' }, heads['linux-x64']());
    const faults = await findNativeFaults(resources, { system: 'linux', processor: 'arm64' });
    expect(faults).toHaveLength(3);
    expect(faults[0]).toContain('is built for linux-x64, not for linux-arm64.');
  });

  it('are refused if none exist for a target', () => {
    expect(() => nativePackages({ system: 'win32', processor: 'arm64' })).toThrow(
      'no libsql for Windows on arm64',
    );
    expect(() => targetOf({ arch: 2, electronPlatformName: 'linux' })).toThrow('x64 and arm64 only');
    expect(targetOf({ arch: 3, electronPlatformName: 'darwin' })).toEqual({
      system: 'darwin',
      processor: 'arm64',
    });
  });
});
