import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freeName } from '../../../../electron/storage/media/free-name';
import { cleanPartials, withPartial } from '../../../../electron/storage/media/partial';
import { type SaveOptions, saveStream } from '../../../../electron/storage/media/save';
import { AppError } from '../../../../shared/errors';
import { picture, wav } from '../../../support/media-files';
import { tempFolder } from '../../../support/temp-folder';

const text = (value: string) => new TextEncoder().encode(value);
const png = await picture('png', { width: 300, height: 200 });

async function* inPieces(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function save(changes: Partial<SaveOptions> = {}, folder = tempFolder()) {
  const options: SaveOptions = {
    source: inPieces(png),
    folder,
    expectedKind: 'image',
    nameFor: ({ extension }) => `fox.${extension}`,
    maxBytes: 10_000_000,
    ...changes,
  };
  return saveStream(options);
}

async function refused(changes: Partial<SaveOptions>): Promise<AppError['data']> {
  const folder = tempFolder();
  const error: unknown = await save(changes, folder).then(
    () => null,
    (thrown) => thrown,
  );
  expect(readdirSync(folder)).toEqual([]);
  if (!(error instanceof AppError)) throw error;
  return error.data;
}

describe('a result is saved', () => {
  test('unchanged, under the requested name', async () => {
    const folder = tempFolder();
    const saved = await save({ declaredBytes: png.length }, folder);
    const type = { kind: 'image', contentType: 'image/png', extension: 'png' };
    expect(saved).toEqual({ fileName: 'fox.png', path: join(folder, 'fox.png'), bytes: png.length, type });
    expect(new Uint8Array(readFileSync(saved.path))).toEqual(png);
    expect(readdirSync(folder)).toEqual(['fox.png']);
  });

  test('from memory, or in pieces of one byte', async () => {
    for (const source of [png, inPieces(png.subarray(0, 40), 1), inPieces(png, png.length)])
      expect((await save({ source })).fileName).toBe('fox.png');
  });

  test('beside others of the same name, never over them', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'fox.png'), 'mine');
    const saved = await Promise.all(
      Array.from({ length: 20 }, () => save({ source: inPieces(png) }, folder)),
    );
    expect(new Set(saved.map(({ fileName }) => fileName)).size).toBe(20);
    expect(readdirSync(folder)).toHaveLength(21);
    expect(readFileSync(join(folder, 'fox.png'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toContain('fox (21).png');
    for (const { path } of saved) expect(new Uint8Array(readFileSync(path))).toEqual(png);
  });

  test('only after its metadata was written, with the resulting size', async () => {
    const folder = tempFolder();
    const prepare = async (path: string) => {
      expect(readdirSync(folder).every((name) => name.startsWith('.gatehouse-'))).toBe(true);
      writeFileSync(path, png.subarray(0, 100));
    };
    expect((await save({ prepare }, folder)).bytes).toBe(100);
  });
});

describe('bytes of any other kind are a file', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  test.each<[string, Uint8Array, string | null, string, string]>([
    ['a drawing', text(drawing), 'image/svg+xml', 'file', 'svg'],
    ['a 3D model as text', text('v 0 0 0\nv 1 0 0\n'), 'model/obj', 'file', 'obj'],
    ['bytes of no known format', Uint8Array.of(1, 2, 3, 254, 255, 0), null, 'file', 'bin'],
    ['sound, where an image was asked for', wav(0.1), 'image/png', 'audio', 'wav'],
  ])('%s', async (_, bytes, declaredType, kind, extension) => {
    const saved = await save({ source: inPieces(bytes), declaredType, expectedKind: undefined });
    expect(saved.type).toMatchObject({ kind, extension });
    expect(await readFile(saved.path)).toEqual(Buffer.from(bytes));
  });

  test.each([
    ['audio/pcm;rate=16000', false],
    ['audio/x-raw;format=S16BE;rate=16000', true],
  ])('samples that are downloaded as %s become WAV', async (declaredType, isBig) => {
    const samples = Buffer.alloc(40_001);
    for (let at = 0; at + 1 < samples.length; at += 2)
      samples.writeInt16LE(Math.round(9_000 * Math.sin(at / 18)), at);
    const sent = isBig ? Buffer.concat([samples.subarray(0, -1).swap16(), samples.subarray(-1)]) : samples;
    const original = Buffer.from(isBig ? Buffer.from(sent.subarray(0, -1)).swap16() : sent.subarray(0, -1));
    const source = inPieces(new Uint8Array(sent));
    const saved = await save({ source, declaredType, declaredBytes: sent.length, expectedKind: undefined });
    const file = await readFile(saved.path);
    expect([file.readUInt32LE(24), file.readUInt32LE(40)]).toEqual([16_000, sent.length]);
    expect(file.subarray(44, 44 + original.length).equals(original)).toBe(true);
  });
});

describe('anything else is never saved', () => {
  test.each([
    ['an empty body', '', /empty/],
    ['a page', ' \n<!DOCTYPE html><title>403</title>', /web page/],
    ['a message', '{"error":"expired"}', /JSON/],
    ["a store's refusal", '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', /XML/],
    ['words', 'nope', /text instead of the result/],
  ])('%s', async (_, body, message) => {
    const data = await refused({ source: inPieces(text(body)) });
    expect(data).toMatchObject({ code: 'malformed_response', message: expect.stringMatching(message) });
  });

  test('audio when an image was requested', async () => {
    const { message } = await refused({ source: wav(0.1) });
    expect(message).toBe('The result is audio/wav, not image.');
  });

  test('JSON that is cut within a letter', async () => {
    const source = Uint8Array.from([0x22, 0xe2, 0x82, 0xff, 0xff]);
    expect(await refused({ source, declaredType: 'application/json' })).toMatchObject({
      code: 'malformed_response',
    });
  });

  test('less or more than was declared', async () => {
    expect(await refused({ declaredBytes: png.length + 1 })).toMatchObject({ code: 'stream_cut' });
    expect(await refused({ declaredBytes: png.length - 1 })).toMatchObject({ code: 'stream_cut' });
  });

  test('more than is allowed, without reading on', async () => {
    let pieces = 0;
    async function* endless() {
      for (;;) {
        pieces += 1;
        yield pieces === 1 ? png : new Uint8Array(1024 * 1024);
      }
    }
    const data = await refused({ source: endless(), maxBytes: 5 * 1024 * 1024 });
    expect(data).toMatchObject({ code: 'malformed_response', message: expect.stringContaining('5 MB') });
    expect(pieces).toBeLessThan(8);
  });

  test('errors of the source pass through unchanged, and nothing is left', async () => {
    const folder = tempFolder();
    const lost = Object.assign(new Error('lost'), { code: 'ENOENT' });
    async function* breaking() {
      yield png.subarray(0, 50);
      throw lost;
    }
    await expect(save({ source: breaking() }, folder)).rejects.toBe(lost);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('nor is anything left when processing the complete file fails', async () => {
    const prepare = () => Promise.reject(new AppError({ code: 'internal', message: 'no' }));
    expect(await refused({ prepare })).toMatchObject({ code: 'internal' });
  });
});

describe('stopping', () => {
  test('ends a source that has fallen silent, and lets it clean up', async () => {
    const controller = new AbortController();
    let isClosed = false;
    const silent = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => setTimeout(() => controller.abort(), 5)),
        return: async () => {
          isClosed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const data = await refused({ source: silent, signal: controller.signal });
    expect(data).toMatchObject({ code: 'aborted' });
    expect(isClosed).toBe(true);
  });

  test('before the start reads nothing from the source', async () => {
    const source = { [Symbol.asyncIterator]: () => expect.fail('asked') };
    expect(await refused({ source, signal: AbortSignal.abort() })).toMatchObject({ code: 'aborted' });
  });
});

describe('a disk that refuses', () => {
  test('is reported with its folder and what to do', async () => {
    const folder = join(tempFolder(), 'unplugged');
    const gone: AppError = await save({}, folder).then(
      () => expect.fail(),
      (error) => error,
    );
    expect(gone.data).toMatchObject({ code: 'storage_failed', message: expect.stringContaining(folder) });
  });

  test.skipIf(!existsSync('/dev/full'))('is reported as full or as not writable', async () => {
    const full = await withPartial(tempFolder(), async () => writeFileSync('/dev/full', 'x')).catch((e) => e);
    expect(full.data).toMatchObject({ code: 'storage_full' });
    const readOnly = await withPartial('/proc', async (path) => writeFileSync(path, 'x')).catch((e) => e);
    expect(['storage_readonly', 'storage_failed']).toContain(readOnly.data.code);
  });
});

describe('names', () => {
  test('get the next free number, before the extension', async () => {
    const folder = tempFolder();
    const names = [];
    for (let index = 0; index < 3; index += 1) names.push(await freeName(folder, 'a.b.png'));
    expect(names).toEqual(['a.b.png', 'a.b (2).png', 'a.b (3).png']);
  });

  test('skip a folder of the same name as well', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'fox.png'));
    expect(await freeName(folder, 'fox.png')).toBe('fox (2).png');
  });
});

describe('after a crash', () => {
  test('partial files of the ended process are deleted, and those of others stay', async () => {
    const folder = tempFolder();
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const leftover = `.gatehouse-${ended.pid}-0011aabb-00112233aabb.part`;
    const earlierRunOfOurs = `.gatehouse-${process.pid}-00000000-00112233aabb.part`;
    const inUse = `.gatehouse-${other.pid}-0011aabb-00112233aabb.part`;
    for (const name of [leftover, earlierRunOfOurs, inUse, '.gatehouse-notes.part', 'fox.png'])
      writeFileSync(join(folder, name), 'half');
    try {
      await withPartial(folder, async (path) => {
        writeFileSync(path, 'being written');
        expect(await cleanPartials(folder)).toBe(2);
        expect(existsSync(path)).toBe(true);
      });
    } finally {
      other.kill();
    }
    expect(readdirSync(folder).sort()).toEqual(['.gatehouse-notes.part', inUse, 'fox.png'].sort());
  });

  test('a missing folder has nothing to clean up', async () => {
    expect(await cleanPartials(join(tempFolder(), 'gone'))).toBe(0);
  });
});
