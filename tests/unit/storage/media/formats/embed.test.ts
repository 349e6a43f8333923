import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import fc from 'fast-check';
import { EncodedPacketSink } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { embedOrigin, readOrigin } from '../../../../../electron/storage/media/formats/origin';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { gif, m4a, mp3, opus, picture, video, vorbis, wav, webmSound } from '../../../../support/media-files';
import { inMicros } from '../../../../support/money';
import { isSameMedia, withMedia } from '../../../../support/same-media';
import { tempFolder } from '../../../../support/temp-folder';

const origin: MediaOrigin = {
  modality: 'image',
  model: 'aurora/painter-2',
  prompt: 'A fox & a <crow>, "at dawn"\n— größer, 狐, 👩‍👩‍👧, \u0001 \ufffe end',
  parameters: { size: '1024x1024', seed: 42 },
  extra: { style: { mood: ['calm', null] } },
  jobId: 'job-7',
  cost: inMicros(1_250_000),
  createdAt: Date.UTC(2026, 10, 20, 14, 5, 9),
};

const pictures: [string, () => Promise<Uint8Array>][] = [
  ['png', () => picture('png')],
  ['jpeg', () => picture('jpeg')],
  ['webp', () => picture('webp')],
  ['webp with transparency', () => picture('webp', { isTransparent: true, width: 33 })],
];
const recordings: [string, () => Promise<Uint8Array>][] = [
  ['mp3', () => mp3(0.5)],
  ['wav', async () => wav(0.5)],
  ['vorbis', () => vorbis(0.5)],
  ['opus', () => opus(0.5)],
  ['m4a', () => m4a(0.5)],
  ['webm sound', () => webmSound(0.5)],
  ['webm', () => video('webm')],
  ['webm with sound', () => video('webm', { hasSound: true })],
  ['mp4', () => video('mp4', { hasSound: true })],
  ['mov', () => video('mov', { hasSound: true })],
];

const typeOf = (bytes: Uint8Array) => sniffMedia(bytes)?.contentType ?? '';

async function embedded(bytes: Uint8Array, value = origin): Promise<Uint8Array> {
  const folder = tempFolder();
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  expect(await embedOrigin(path, typeOf(bytes), value)).toBe(true);
  expect(readdirSync(folder)).toEqual(['file']);
  return new Uint8Array(readFileSync(path));
}

async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}

/** As a player finds it: by the places written down, not by reading all. */
async function frameAt(bytes: Uint8Array, seconds: number): Promise<Uint8Array> {
  return withMedia(bytes, async (input) => {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error('There is no picture in it.');
    const packet = await new EncodedPacketSink(track).getKeyPacket(seconds);
    return packet?.data ?? expect.fail('There is no frame.');
  });
}

describe('an image', () => {
  test.each(pictures)('%s carries its origin, with unchanged pixels', async (_, make) => {
    const before = await make();
    const after = await embedded(before);
    expect(await readOrigin(after)).toEqual(origin);
    expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true);
    expect(typeOf(after)).toBe(typeOf(before));
    expect(await describeMedia(after, typeOf(after))).toEqual(await describeMedia(before, typeOf(before)));
  });

  test('keeps every chunk that a PNG had, in order', async () => {
    const names = (bytes: Uint8Array) => [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/IHDR|IDAT|IEND|iTXt/g),
    ];
    const before = await picture('png', { width: 400, height: 300 });
    const after = await embedded(before);
    const kept = names(after)
      .map(([name]) => name)
      .filter((name) => name !== 'iTXt');
    expect(kept).toEqual(names(before).map(([name]) => name));
  });

  test('keeps the metadata that a JPEG had', async () => {
    const packet =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description a:source="theirs"/></rdf:RDF></x:xmpmeta>';
    const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(packet)]);
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body]);
    segment.writeUInt16BE(body.length + 2, 2);
    const plain = Buffer.from(await picture('jpeg'));
    const after = await embedded(Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]));
    expect(await readOrigin(after)).toEqual(origin);
    expect(Buffer.from(after).toString('latin1')).toContain('a:source="theirs"');
    expect(Buffer.from(after).toString('latin1').split('ns.adobe.com/xap/1.0/\0')).toHaveLength(2);
  });

  test('gets no origin longer than its format allows, and stays unchanged', async () => {
    const path = join(tempFolder(), 'fox.jpg');
    const bytes = await picture('jpeg');
    writeFileSync(path, bytes);
    expect(await embedOrigin(path, 'image/jpeg', { ...origin, prompt: '狐'.repeat(30_000) })).toBe(false);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
  });
});

describe('audio and video', () => {
  test.each(recordings)('%s carries its origin, with the same packets', async (_, make) => {
    const before = await make();
    const after = await embedded(before);
    expect(await readOrigin(after)).toEqual(origin);
    expect(await isSameMedia(before, after)).toBe(true);
    expect(typeOf(after)).toBe(typeOf(before));
    expect(await describeMedia(after, typeOf(after))).toEqual(await describeMedia(before, typeOf(before)));
  });

  test.each(recordings)('%s shows a title to other players', async (_, make) => {
    const after = await embedded(await make(), { ...origin, prompt: 'Good morning' });
    const tags = await withMedia(after, (input) => input.getMetadataTags());
    expect(tags.title).toBe('Good morning');
  });

  test('an MP4 with its index at the front plays the same', async () => {
    const before = await m4a(2);
    expect(Buffer.from(before).indexOf('moov')).toBeLessThan(Buffer.from(before).indexOf('mdat'));
    const after = await embedded(before);
    expect(await isSameMedia(before, after)).toBe(true);
    expect((await describeMedia(after, 'audio/mp4')).durationMs).toBe(2000);
  });

  test('a long WebM can be searched to the same frames by its cues', async () => {
    const before = await video('webm', { seconds: 12, hasSound: true });
    const after = await embedded(before);
    expect(Buffer.from(after).indexOf('GATEHOUSE')).toBeLessThan(500);
    for (const seconds of [0, 3.14, 7.5, 11.9])
      expect(Buffer.from(await frameAt(after, seconds)).equals(await frameAt(before, seconds))).toBe(true);
  });

  test('a WAV that was streamed gets its real length', async () => {
    const bytes = wav(0.5);
    const view = new DataView(bytes.buffer);
    view.setUint32(4, 0xffff_ffff, true);
    view.setUint32(40, 0xffff_ffff, true);
    const after = await embedded(bytes);
    const told = new DataView(after.buffer);
    expect([told.getUint32(4, true), told.getUint32(40, true)]).toEqual([
      after.length - 8,
      bytes.length - 44,
    ]);
    expect(await readOrigin(after)).toEqual(origin);
  });

  test('a long text fits', async () => {
    const long = { ...origin, modality: 'speech' as const, prompt: 'Größe '.repeat(30_000) };
    for (const make of [() => mp3(0.2), async () => wav(0.2), () => vorbis(0.2), () => opus(0.2)])
      expect((await readOrigin(await embedded(await make(), long)))?.prompt).toBe(long.prompt);
  });
});

describe('writing again', () => {
  test.each([...pictures, ...recordings])('%s has only the newest origin', async (_, make) => {
    const twice = await embedded(await embedded(await make(), { ...origin, prompt: 'old fox' }), origin);
    expect(await readOrigin(twice)).toEqual(origin);
    expect(Buffer.from(twice).includes('old fox')).toBe(false);
  });
});

describe('files without a place for an origin', () => {
  test('stay unchanged', async () => {
    const files = [gif, await picture('avif'), new TextEncoder().encode('<html></html>')];
    for (const bytes of files) {
      const path = join(tempFolder(), 'file');
      writeFileSync(path, bytes);
      expect(await embedOrigin(path, typeOf(bytes), origin)).toBe(false);
      expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
      expect(await readOrigin(path)).toBeNull();
    }
  });

  test('broken ones too', async () => {
    for (const [, make] of [...pictures, ...recordings]) {
      const whole = await make();
      const folder = tempFolder();
      const path = join(folder, 'file');
      writeFileSync(path, whole.subarray(0, 40));
      await embedOrigin(path, typeOf(whole), origin);
      expect(readdirSync(folder)).toEqual(['file']);
    }
  });

  test('so do a WebM without lengths and a fragmented MP4, whose parts must not move', async () => {
    const streamed = await video('webm', { isStreamed: true });
    const fragmented = await video('mp4', { isStreamed: true });
    for (const bytes of [streamed, fragmented]) {
      const path = join(tempFolder(), 'file');
      writeFileSync(path, bytes);
      expect(await embedOrigin(path, typeOf(bytes), origin)).toBe(false);
      expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
    }
  });

  test('a missing folder is an error, not silence', async () => {
    const path = join(tempFolder(), 'gone', 'fox.png');
    await expect(embedOrigin(path, 'image/png', origin)).rejects.toMatchObject({
      data: { code: 'storage_failed' },
    });
  });
});

describe('only an origin is written and accepted', () => {
  test('other properties of the object stay out of the file', async () => {
    const after = await embedded(await picture('png'), { ...origin, apiKey: 'sk-secret' } as MediaOrigin);
    expect(Buffer.from(after).includes('sk-secret')).toBe(false);
  });

  test.each([
    ['another key', '{"other":{}}'],
    ['no object', '{"gatehouse":7}'],
    ['null', 'null'],
    ['a field of another type', JSON.stringify({ gatehouse: { ...origin, prompt: 7 } })],
    ['an unknown modality', JSON.stringify({ gatehouse: { ...origin, modality: 'smell' } })],
    ['a time that is none', JSON.stringify({ gatehouse: { ...origin, createdAt: 1e300 } })],
    ['nesting without end', `{"gatehouse":${'['.repeat(100_000)}`],
    ['half of it', JSON.stringify({ gatehouse: origin }).slice(0, -9)],
  ])('a file with %s has no origin', async (_, text) => {
    const bytes = Buffer.from(await embedded(await mp3(0.2)));
    const tag = Buffer.from(JSON.stringify({ gatehouse: origin }), 'utf16le');
    const at = bytes.indexOf(tag.subarray(0, 40));
    expect(at).toBeGreaterThan(0);
    const lie = Buffer.alloc(tag.length, ' ', 'utf16le');
    Buffer.from(text, 'utf16le').copy(lie);
    lie.copy(bytes, at);
    expect(await readOrigin(bytes)).toBeNull();
  });

  test('a prototype is not changed', async () => {
    const text = JSON.stringify({ gatehouse: { ...origin, extra: {} } }).replace(
      '"extra":{}',
      '"extra":{"__proto__":{"x":1}}',
    );
    const bytes = Buffer.from(await embedded(await picture('png'), { ...origin, prompt: 'p'.repeat(100) }));
    const head = Buffer.concat([Buffer.from('iTXtgatehouse\0\0\0\0\0'), Buffer.from(text)]);
    const chunk = Buffer.concat([Buffer.alloc(4), head, Buffer.alloc(4)]);
    chunk.writeUInt32BE(head.length - 4, 0);
    const found = await readOrigin(Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]));
    expect((found?.extra as { x?: number } | undefined)?.x).toBeUndefined();
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('damaged files give a result, never an exception', async () => {
    const originals = await Promise.all(
      [...pictures, ...recordings].map(async ([, make]) => embedded(await make())),
    );
    const damages = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        damages,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (original, changes, kept) => {
          const bytes = original.slice(0, Math.ceil(original.length * (kept < 0.7 ? 1 : kept)));
          for (const [place, value] of changes) bytes[Math.floor(place ** 3 * bytes.length)] = value;
          expect(await readOrigin(bytes)).not.toBeUndefined();
        },
      ),
      { numRuns: 600 },
    );
  });
});
