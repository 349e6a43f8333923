/** Photos as cameras and programs write them: position, serial number, rotation, color profile, a video at the end. */
import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';

/** What must never be sent. */
export const secrets = ['SERIAL-4711', 'Ada Owner', 'GPSLatitude', 'PROMPT-SECRET', 'MOTION-VIDEO'] as const;

/** Not a real profile, so no decoder uses it: its bytes are what is looked for. */
export const profile = Buffer.from('PROFILE-OF-THE-CAMERA'.repeat(8), 'latin1');

/** Wide; its left upper corner is red, the right upper green, the left lower blue and the right lower white. */
export const photoSize = { width: 64, height: 32 } as const;
export const corners = ['red', 'lime', 'blue', 'white'] as const;

/** The plain picture that all of them show. */
export function paintedCorners() {
  const { width, height } = photoSize;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (const [index, color] of corners.entries()) {
    context.fillStyle = color;
    context.fillRect((index % 2) * (width / 2), Math.floor(index / 2) * (height / 2), width / 2, height / 2);
  }
  return canvas;
}

/** TIFF with an orientation, an owner and a serial number, and a GPS directory of its own. */
export function exif(orientation: number): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 4 * 12 + 4);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(4, 8);
  const after = bytes.length;
  const texts = ['Ada Owner\0', 'SERIAL-4711\0'].map((text) => Buffer.from(text, 'latin1'));
  const [owner, serial] = texts as [Buffer, Buffer];
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 8],
    [0xa430, 2, owner.length, after],
    [0xa431, 2, serial.length, after + owner.length],
  ];
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([bytes, owner, serial]);
}

const xmp = Buffer.from('<x:xmpmeta><exif:GPSLatitude>52,30N</exif:GPSLatitude></x:xmpmeta>', 'latin1');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

function segment(marker: number, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat(data);
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** With a second image announced (MPF), Photoshop's data, a comment and a video behind the end. */
export async function jpegPhoto(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const plain = await paintedCorners().encode('jpeg', 95);
  return new Uint8Array(
    Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe1, latin1('Exif\0\0'), exif(orientation)),
      segment(0xe1, latin1('http://ns.adobe.com/xap/1.0/\0'), xmp),
      segment(0xe2, latin1('ICC_PROFILE\0\x01\x01'), profile),
      segment(0xe2, latin1('MPF\0SERIAL-4711')),
      segment(0xed, latin1('Photoshop 3.0\0Ada Owner')),
      segment(0xfe, latin1('PROMPT-SECRET')),
      plain.subarray(2),
      latin1('ftypMOTION-VIDEO'),
    ]),
  );
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(name), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

export async function pngPhoto(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const plain = await paintedCorners().encode('png');
  return new Uint8Array(
    Buffer.concat([
      plain.subarray(0, 33),
      pngChunk('iCCP', Buffer.concat([latin1('camera\0\0'), profile])),
      pngChunk('eXIf', exif(orientation)),
      pngChunk('tEXt', latin1('parameters\0PROMPT-SECRET')),
      pngChunk('iTXt', Buffer.concat([latin1('XML:com.adobe.xmp\0\0\0\0\0'), xmp])),
      pngChunk('caBX', latin1('SERIAL-4711')),
      plain.subarray(33),
      latin1('MOTION-VIDEO'),
    ]),
  );
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export async function webpPhoto(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const plain = await paintedCorners().encode('webp', 95);
  const header = Buffer.alloc(10);
  header[0] = 0x20 | 0x08 | 0x04;
  header.writeUIntLE(photoSize.width - 1, 4, 3);
  header.writeUIntLE(photoSize.height - 1, 7, 3);
  const chunks = [
    riffChunk('VP8X', header),
    riffChunk('ICCP', profile),
    plain.subarray(plain.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12),
    riffChunk('EXIF', exif(orientation)),
    riffChunk('XMP ', xmp),
    riffChunk('priv', latin1('PROMPT-SECRET')),
  ];
  const body = Buffer.concat([latin1('WEBP'), ...chunks]);
  return new Uint8Array(Buffer.concat([riffChunk('RIFF', body), latin1('MOTION-VIDEO')]));
}

/** A comment and XMP before the image of one pixel; it repeats, as an animation does. */
export function gifPhoto(pixel: Uint8Array): Uint8Array<ArrayBuffer> {
  const tableEnd = 13 + 6;
  const block = (text: string) => Buffer.concat([Buffer.of(text.length), latin1(text)]);
  return new Uint8Array(
    Buffer.concat([
      pixel.subarray(0, tableEnd),
      Buffer.of(0x21, 0xff),
      block('NETSCAPE2.0'),
      Buffer.of(3, 1, 0, 0, 0),
      Buffer.of(0x21, 0xfe),
      block('PROMPT-SECRET'),
      Buffer.of(0),
      Buffer.of(0x21, 0xff),
      block('XMP DataXMP'),
      block('GPSLatitude'),
      Buffer.of(0),
      pixel.subarray(tableEnd),
      latin1('MOTION-VIDEO'),
    ]),
  );
}
