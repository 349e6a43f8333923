import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bytesSource } from '../../../../../electron/storage/media/bytes';
import { isCutFile } from '../../../../../electron/storage/media/formats/cut';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import { runFfmpeg } from '../../../../support/ffmpeg';
import { picture } from '../../../../support/media-files';

const tone = ['-f', 'lavfi', '-i', 'sine=f=440:d=1:r=48000'];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=1'];
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const still = [...film, '-frames:v', '1'];

/** How FFmpeg makes each, by file name. */
const recipes: Readonly<Record<string, readonly string[]>> = {
  'a.flac': tone,
  'a.aac': [...tone, '-c:a', 'aac'],
  'a.ac3': tone,
  'a.mp2': tone,
  'a.eac3': tone,
  'a.dts': [...tone, '-c:a', 'dca', '-strict', '-2'],
  'a.mp3': tone,
  'a.wv': tone,
  'a.w64': tone,
  'a.wma': tone,
  'a.m4a': [...tone, '-c:a', 'aac'],
  'index-first.m4a': [...tone, '-c:a', 'aac', '-movflags', '+faststart'],
  'a.mp4': [...film, ...tone, ...x264, '-c:a', 'aac', '-movflags', '+faststart'],
  'index-last.mp4': [...film, ...tone, ...x264, '-c:a', 'aac'],
  'pieces.mp4': [...film, ...x264, '-g', '2', '-movflags', '+frag_keyframe+empty_moov+dash+global_sidx'],
  'a.3gp': [...film, ...x264],
  'a.mov': [...film, '-c:v', 'mjpeg'],
  'a.ts': [...film, ...x264],
  'a.wmv': film,
  'a.jp2': still,
  'a.ppm': still,
  'a.j2c': [...still, '-c:v', 'jpeg2000', '-format', 'j2k', '-f', 'image2'],
};

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cut-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function made(): Promise<[string, Buffer][]> {
  const avif = Buffer.from(await picture('avif'));
  const heic = Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>');
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n');
  const box = (name: string, data: Buffer) => {
    const head = Buffer.from(`\0\0\0\0${name}`, 'latin1');
    head.writeUInt32BE(8 + data.length);
    return Buffer.concat([head, data]);
  };
  const jxl = [box('JXL ', Buffer.from('0d0a870a', 'hex')), box('jxlc', Buffer.alloc(60, 3))];
  const qoi = [Buffer.from('qoif\0\0\0\x01\0\0\0\x01\x04\0', 'latin1'), Buffer.alloc(40, 1), Buffer.alloc(7)];
  return [
    ['a.jxl', Buffer.concat(jxl)],
    ['a.qoi', Buffer.concat([...qoi, Buffer.of(1)])],
    ['a.avif', avif],
    ['a.heic', heic],
    ['a.svg', svg],
    ['a.pdf', pdf],
    ...Object.entries(recipes).map(([name, recipe]): [string, Buffer] => {
      const path = join(folder, name);
      runFfmpeg(...recipe, path);
      return [name, readFileSync(path)];
    }),
  ];
}

/** `null` where the type is not known by the bytes. */
const isCut = (bytes: Uint8Array) => {
  const type = sniffMedia(bytes.subarray(0, 16_384))?.contentType;
  return type === undefined ? null : isCutFile(bytesSource(bytes), type);
};

const files = await made();

test.each(files)('%s is whole as it is, and with some bytes behind it', async (_name, bytes) => {
  expect(await isCut(bytes)).toBe(false);
  expect(await isCut(Buffer.concat([bytes, Buffer.alloc(16)]))).toBe(false);
});

/** A row of frames or packets of one length: what is cut between two of them is a whole one. */
const rows = ['a.ts', 'a.ac3', 'a.mp2', 'a.eac3', 'a.dts'];
const places = (name: string, { length }: Buffer) =>
  [0.3, 0.5, 0.7, 0.9, 0.97].map((share) => Math.floor(length * share) + (rows.includes(name) ? 5 : 0));

test.each(files)('%s is cut wherever it ends early', async (name, bytes) => {
  for (const length of places(name, bytes))
    expect([length, await isCut(bytes.subarray(0, length))]).toEqual([length, true]);
});

/** The box that holds the images or the samples lasts to the end, as programs that stream write it. */
function withOpenEnd(bytes: Buffer): Buffer {
  const open = Buffer.from(bytes);
  open.writeUInt32BE(0, open.indexOf('mdat') - 4);
  return open;
}

test.each(['a.heic', 'a.avif', 'a.mp4', 'index-first.m4a'])(
  '%s without a length of its data is cut where its index names bytes behind the end',
  async (name) => {
    const bytes = withOpenEnd(files.find(([one]) => one === name)?.[1] ?? Buffer.alloc(0));
    const until = bytes.indexOf('mdat') + 4;
    expect(await isCut(bytes)).toBe(false);
    for (const length of [bytes.length - 1, Math.floor((bytes.length + until) / 2), until])
      expect([length, await isCut(bytes.subarray(0, length))]).toEqual([length, true]);
  },
);
