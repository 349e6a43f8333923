import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import { gif, m4a, mp3, opus, picture, video, vorbis, wav, webmSound } from '../../../../support/media-files';

const text = (value: string) => new TextEncoder().encode(value);

/** A tag as music programs write it, its size in seven bits a byte. */
function id3(bodyBytes: number): Uint8Array {
  const header = [...text('ID3'), 3, 0, 0, 0, 0, bodyBytes >> 7, bodyBytes & 127];
  return Uint8Array.from([...header, ...new Uint8Array(bodyBytes)]);
}

describe('a file is identified by its bytes', () => {
  test.each([
    ['image/png', 'png', () => picture('png')],
    ['image/jpeg', 'jpg', () => picture('jpeg')],
    ['image/webp', 'webp', () => picture('webp')],
    ['image/avif', 'avif', () => picture('avif')],
    ['image/gif', 'gif', async () => gif],
    ['audio/mpeg', 'mp3', () => mp3(1)],
    ['audio/wav', 'wav', async () => wav(0.1)],
    ['audio/ogg', 'ogg', () => vorbis(0.5)],
    ['audio/ogg', 'opus', () => opus(0.5)],
    ['audio/mp4', 'm4a', () => m4a(0.5)],
    ['audio/webm', 'webm', () => webmSound(0.5)],
    ['video/webm', 'webm', () => video('webm')],
    ['video/webm', 'webm', () => video('webm', { hasSound: true })],
    ['video/mp4', 'mp4', () => video('mp4', { hasSound: true })],
    ['video/quicktime', 'mov', () => video('mov')],
  ])('%s (.%s)', async (contentType, extension, make) => {
    const kind = contentType.split('/')[0];
    expect(sniffMedia(await make())).toEqual({ kind, contentType, extension });
  });

  test('MP3 behind an ID3 tag, however long the tag is', async () => {
    const sound = await mp3(0.5);
    for (const bytes of [20, 300, 16_000])
      expect(sniffMedia(Uint8Array.from([...id3(bytes), ...sound]))?.extension).toBe('mp3');
    expect(sniffMedia(id3(16_000).subarray(0, 200))?.extension).toBe('mp3');
  });

  test('FLAC, alone and behind an ID3 tag', () => {
    const flac = Uint8Array.from([...text('fLaC'), 0, 0, 0, 34, ...new Uint8Array(34)]);
    expect(sniffMedia(flac)?.extension).toBe('flac');
    expect(sniffMedia(Uint8Array.from([...id3(20), ...flac]))?.extension).toBe('flac');
  });

  test('AAC needs a second frame after the first one', () => {
    const frame = Uint8Array.from([0xff, 0xf1, 0x50, 0x80, 0x03, 0x9f, 0xfc, ...new Uint8Array(21)]);
    expect(sniffMedia(Uint8Array.from([...frame, ...frame]))?.extension).toBe('aac');
    expect(sniffMedia(Uint8Array.from([...frame, ...new Uint8Array(28)]))).toBeNull();
  });
});

describe('other files are refused', () => {
  test.each([
    ['nothing', ''],
    ['a page', '<!DOCTYPE html><html><body>Expired</body></html>'],
    ['JSON', '{"error":{"code":"expired"}}'],
    ['an SVG, which could run scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['an SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['words', 'Ring ring. The ID3 of this is not a tag.'],
    ['a RIFF of something else', 'RIFF\x04\0\0\0AVI LIST'],
    ['an Ogg of something else', `OggS${'\0'.repeat(22)}\x01\x07Speex  `],
  ])('%s', (_, content) => {
    expect(sniffMedia(text(content))).toBeNull();
  });

  test('any bytes give a result, never an exception', () => {
    const starts = ['', 'OggS', 'RIFF', 'ID3', '\x1aE', '\0\0\0\x18ftyp', '\xff\xfb', '\xff\xf1'];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        sniffMedia(Uint8Array.from([...Buffer.from(start, 'latin1'), ...rest]));
      }),
      { numRuns: 500 },
    );
  });
});
