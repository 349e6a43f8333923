/** Small files with a number in them, made without a library: the same for the same number. */

/** 5×7 dots for each digit, a row in each number. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  0: [14, 17, 19, 21, 25, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  3: [31, 2, 4, 2, 1, 17, 14],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
};

const DOT = 10;
const MARGIN = 30;

/** A PNG with black digits on white, one bit for each pixel. */
export function pngOfDigits(digits: string): Uint8Array {
  const width = Math.ceil((MARGIN * 2 + digits.length * 6 * DOT) / 8) * 8;
  const height = MARGIN * 2 + 7 * DOT;
  const isInk = (x: number, row: number): boolean => {
    const column = Math.floor((x - MARGIN) / DOT);
    const glyph = glyphs[digits[Math.floor(column / 6)] ?? ''];
    if (x < MARGIN || glyph === undefined || column % 6 === 5) return false;
    return (((glyph[row] ?? 0) >> (4 - (column % 6))) & 1) === 1;
  };
  const lineOf = (row: number): Uint8Array => {
    const line = new Uint8Array(1 + width / 8).fill(0xff, 1);
    for (let x = 0; x < width; x += 1)
      if (isInk(x, row)) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) & ~(0x80 >> (x & 7));
    return line;
  };
  // A row of dots is drawn once: a check of hundreds of models draws as many images before it asks.
  const [blank, drawnRows] = [lineOf(-1), Array.from({ length: 7 }, (_, row) => lineOf(row))];
  const lines = Array.from({ length: height }, (_, y) => drawnRows[Math.floor((y - MARGIN) / DOT)] ?? blank);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', stored(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A zlib stream of blocks that are not compressed (RFC 1950, 1951). */
function stored(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at < bytes.length; at += 0xffff) {
    const part = bytes.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + 0xffff >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(~part.length & 0xffff, 3);
    blocks.push(head, part);
  }
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(high, 0);
  sum.writeUInt16BE(low, 2);
  return Buffer.concat([...blocks, sum]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([size, body, sum]);
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** A PDF of one page with one line of text (ISO 32000). */
export function pdfOfText(text: string): Uint8Array {
  const content = `BT /F1 36 Tf 60 700 Td (${text.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + end, 'latin1');
}

const RATE = 8_000;
const BEEP_MS = 180;
const PAUSE_MS = 320;

/** A WAV of so many beeps of 880 Hz: 8 kHz, 8 bits, one channel. */
export function wavOfBeeps(beeps: number): Uint8Array {
  const of = (ms: number) => Math.round((ms * RATE) / 1_000);
  const [beep, whole] = [of(BEEP_MS), of(BEEP_MS + PAUSE_MS)];
  const samples = Buffer.alloc(of(PAUSE_MS) + whole * beeps, 128);
  for (let index = 0; index < beeps; index += 1)
    for (let at = 0; at < beep; at += 1)
      samples[of(PAUSE_MS) + index * whole + at] =
        128 + Math.round(90 * Math.sin((at * 880 * 2 * Math.PI) / RATE));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
