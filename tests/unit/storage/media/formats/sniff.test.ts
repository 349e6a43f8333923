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

describe('a format that the page can’t show is known by its mark', () => {
  const latin1 = (content: string) => Uint8Array.from(Buffer.from(content, 'latin1'));
  test.each([
    ['file', 'svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['file', 'svg', '<?xml version="1.0"?><!-- made --><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['video', 'avi', 'RIFF\x04\0\0\0AVI LIST'],
    ['video', 'flv', 'FLV\x01\x05\0\0\0\x09'],
    ['video', 'ts', `G${'\xff'.repeat(187)}`.repeat(5)],
    ['video', 'wmv', `\x30\x26\xb2\x75\x8e\x66\xcf\x11${'\0'.repeat(40)}\xc0\xef\x19\xbc\x4d\x5b\xcf\x11`],
    ['audio', 'wma', `\x30\x26\xb2\x75\x8e\x66\xcf\x11${'\0'.repeat(80)}`],
    ['audio', 'aiff', 'FORM\0\0\x10\0AIFFCOMM'],
    ['audio', 'caf', 'caff\0\x01\0\0desc'],
    ['audio', 'au', '.snd\0\0\0\x18'],
    ['audio', 'amr', '#!AMR\n<'],
    ['audio', 'awb', '#!AMR-WB\n<'],
    ['audio', 'ac3', `\x0b\x77\0\0\0\x40${'\0'.repeat(122)}`.repeat(5)],
    ['audio', 'oga', `OggS${'\0'.repeat(22)}\x01\x07Speex  `],
    ['image', 'heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['image', 'tiff', 'II*\0\x08\0\0\0'],
    ['image', 'jxl', '\xff\x0a\xfa\x1f'],
    ['image', 'jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['image', 'psd', '8BPS\0\x01'],
    ['image', 'exr', '\x76\x2f\x31\x01\x02'],
    ['image', 'bmp', `BM\x42\0\0\0\0\0\0\0\x3e\0\0\0\x28\0\0\0`],
    ['image', 'ico', '\0\0\x01\0\x01\0\x20\x20\0\0\x01\0\x20\0'],
    ['file', 'glb', 'glTF\x02\0\0\0'],
    ['file', 'pdf', '%PDF-1.7'],
    ['file', 'eps', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 32 32\n'],
    ['file', 'eps', '\xc5\xd0\xd3\xc6\x1e\0\0\0\x10\0\0\0'],
    ['file', 'ps', '%!PS-Adobe-3.0\n'],
    ['file', 'rtf', '{\\rtf1\\ansi Boats}'],
    ['file', 'zip', 'PK\x03\x04\x14\0'],
  ])('%s .%s', (kind, extension, content) => {
    expect(sniffMedia(latin1(content))).toMatchObject({ kind, extension });
  });

  test('samples that begin with the sync of MPEG frames are not MP3', () => {
    const samples = Uint8Array.from({ length: 4_000 }, (_, at) => (at < 2 ? 255 : (at * 37) & 0x7f));
    expect(sniffMedia(samples)).toBeNull();
  });
});

describe('other files have no known type', () => {
  test.each([
    ['nothing', ''],
    ['a page', '<!DOCTYPE html><html><body>Expired</body></html>'],
    ['JSON', '{"error":{"code":"expired"}}'],
    ['words', 'Ring ring. The ID3 of this is not a tag.'],
    ['a RIFF of something else', 'RIFF\x04\0\0\0RMIDdata'],
    ['a page with a drawing in it', '<html><body><svg/></body></html>'],
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
