import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { joinInside } from '../../../../electron/storage/media/inside';
import { createMediaTools } from '../../../../electron/storage/media/later-formats';
import { createMediaFiles } from '../../../../electron/storage/media/library-files';
import { zipFiles } from '../../../../electron/storage/media/zip';
import { picture } from '../../../support/media-files';
import { tempFolder } from '../../../support/temp-folder';

describe('a path', () => {
  test.each(['fox.png', 'sub/fox.png', '..fox..png', 'Größe 狐.png'])('of %j stays in its folder', (name) => {
    expect(joinInside('/results', name)).toBe(`/results/${name}`);
  });

  test.each([
    '',
    '.',
    '..',
    '../fox.png',
    'sub/../../fox.png',
    '/etc/passwd',
    'a//b',
    'C:\\fox',
    '..\\fox',
    'fox\0.png',
    'fox.png:stream',
    'aux.png',
    'sub/CON',
    'fox.png.',
    'fox.png ',
  ])('%j is refused', (name) => {
    expect(() => joinInside('/results', name)).toThrow(/not the name of a file/);
  });

  test('whatever the name, it is inside the folder or refused', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', '~', 'C:', '%2e%2e', '…'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const path = attempt(() => joinInside('/results', parts.join('/')));
        if (path !== null) expect(resolve(path).startsWith('/results/')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('of a row whose name leads out of its folder is refused, wherever it came from', async () => {
    const tools = createMediaTools(async () => undefined);
    const files = createMediaFiles({
      home: tempFolder(),
      defaultFolder: '/results',
      tools,
      isListed: () => false,
    });
    const place = { folder: '/results', fileName: '../../etc/passwd' };
    expect(() => files.pathOf(place)).toThrow(/not the name/);
    for (const use of [() => files.exists(place), () => files.putAside('id', place)]) {
      await expect((async () => use())()).rejects.toThrow(/not the name/);
    }
  });
});

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

describe('a result whose row was not stored before the app ended', () => {
  const setUp = () => {
    const [home, folder] = [tempFolder(), tempFolder()];
    const listed = new Set<string>();
    const tools = createMediaTools(async () => undefined);
    const isListed = ({ fileName }: { fileName: string }) => listed.has(fileName);
    const open = () => createMediaFiles({ home, defaultFolder: folder, tools, isListed });
    const save = async (position = 0) => {
      const source = await picture('png');
      const facts = { model: 'm', prompt: 'fox', parameters: {}, extra: {}, cost: [], createdAt: 0 };
      const origin = { ...facts, modality: 'image' as const, jobId: 'job' };
      const destination = { folder, fileNameTemplate: 'fox' };
      const { signal } = new AbortController();
      const of = { jobId: 'job', position };
      return await open().save({ source, declaredBytes: null, destination, origin, signal, of });
    };
    return { home, folder, listed, open, save };
  };

  test('is taken by its next save, and no second file is made', async () => {
    const { folder, save } = setUp();
    const first = await save();
    expect(await save()).toEqual(first);
    expect((await save(1)).fileName).toBe('fox (2).png');
    expect(readdirSync(folder).sort()).toEqual(['fox (2).png', 'fox.png']);
  });

  test('is a file of its own once it has its row', async () => {
    const { folder, listed, open, save } = setUp();
    listed.add((await save()).fileName);
    open().settle({ jobId: 'job', position: 0 });
    expect((await save()).fileName).toBe('fox (2).png');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('goes with the next start where its job has all its results, or was an edit', async () => {
    const { folder, home, open, save } = setUp();
    await save();
    await open().tidyParts(() => 'results');
    expect(readdirSync(folder)).toEqual(['fox.png']);
    await open().tidyParts(() => 'none');
    expect([readdirSync(folder), readdirSync(join(home, 'parts'))]).toEqual([[], []]);
  });
});

test('what a kill left of a file that was being written goes with the next start, wherever it lies', async () => {
  const [home, folder] = [tempFolder(), tempFolder()];
  const tools = createMediaTools(async () => undefined);
  const files = createMediaFiles({ home, defaultFolder: folder, tools, isListed: () => false });
  const own = ['thumbnails', 'attachments', 'trash'].map((name) => join(home, name));
  for (const place of [...own, folder]) {
    mkdirSync(place, { recursive: true });
    // Of a process that has ended.
    writeFileSync(join(place, '.gatehouse-2147483647-0123abcd-0123456789ab.part'), 'half');
    writeFileSync(join(place, 'whole'), 'whole');
  }
  await files.tidy([]);
  for (const place of [...own, folder]) expect([place, readdirSync(place)]).toEqual([place, ['whole']]);
});

describe('an archive', () => {
  test('contains every file unchanged, each under its own name', async () => {
    const folder = tempFolder();
    const contents = [
      await picture('png'),
      await picture('jpeg'),
      new Uint8Array(3_000_000).fill(7),
      new Uint8Array(),
    ];
    const names = ['fox.png', 'Fox.PNG', 'größer 狐.bin', 'fox.png'];
    const files = contents.map((bytes, index) => {
      const path = join(folder, `file ${index}`);
      writeFileSync(path, bytes);
      return { path, name: names[index] ?? '' };
    });
    const destination = join(folder, 'export.zip');
    writeFileSync(destination, 'an older one');
    const result = await zipFiles(files, destination);
    const packed = new Uint8Array(readFileSync(destination));
    expect(result).toEqual({ bytes: packed.length, missing: [] });
    const unpacked = unzipSync(packed);
    expect(Object.keys(unpacked)).toEqual(['fox.png', 'Fox (2).PNG', 'größer 狐.bin', 'fox (3).png']);
    const areSame = Object.values(unpacked).map((bytes, at) =>
      Buffer.from(bytes).equals(contents[at] ?? bytes),
    );
    expect(areSame).toEqual([true, true, true, true]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('is readable by other programs', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a'), 'fox');
    await zipFiles([{ path: join(folder, 'a'), name: 'größer.txt' }], join(folder, 'export.zip'));
    const list =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), ascii(z.namelist()))';
    let said: string;
    try {
      said = execFileSync('python3', ['-c', list, join(folder, 'export.zip')], { encoding: 'utf8' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    expect(said.trim()).toBe("None ['gr\\xf6\\xdfer.txt']");
  });

  test('names each of many equal files apart, and none like a path', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a'), 'fox');
    const names = ['..\\up.png', 'C:/b.png', ...Array.from({ length: 300 }, () => 'fox.png')];
    const files = names.map((name) => ({ path: join(folder, 'a'), name }));
    await zipFiles(files, join(folder, 'export.zip'));
    const packed = Object.keys(unzipSync(readFileSync(join(folder, 'export.zip'))));
    expect(packed).toHaveLength(302);
    expect(packed.slice(0, 4)).toEqual(['.._up.png', 'C__b.png', 'fox.png', 'fox (2).png']);
    expect(packed.at(-1)).toBe('fox (300).png');
  });

  test('skips missing files, and says so', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a'), 'fox');
    const gone = join(folder, 'gone');
    const files = [
      { path: gone, name: 'gone.png' },
      { path: join(folder, 'a'), name: 'a.png' },
    ];
    expect(await zipFiles(files, join(folder, 'export.zip'))).toMatchObject({ missing: [gone] });
    expect(Object.keys(unzipSync(readFileSync(join(folder, 'export.zip'))))).toEqual(['a.png']);
  });

  test('leaves nothing behind when it is stopped, or the disk refuses it', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a'), 'fox');
    const files = [{ path: join(folder, 'a'), name: 'a' }];
    const destination = join(folder, 'export.zip');
    await expect(zipFiles(files, destination, AbortSignal.abort())).rejects.toMatchObject({
      data: { code: 'aborted' },
    });
    await expect(zipFiles(files, join(folder, 'no', 'x.zip'))).rejects.toMatchObject({
      data: { code: 'storage_failed' },
    });
    expect(readdirSync(folder)).toEqual(['a']);
  });
});
