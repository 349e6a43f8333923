/** What the first bytes of a file say of it. */

export interface FileFacts {
  /** Such as `png`, `wav`; `unknown` where no signature fits. */
  readonly type: string;
  readonly width?: number;
  readonly height?: number;
  /** Of a PNG or WebP: whether its pixels can be transparent. */
  readonly hasAlpha?: boolean;
  /** Of a PNG with 8 bits or more: whether its first pixel is transparent. */
  readonly isCornerClear?: boolean;
}

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** PNG (ISO 15948), JPEG, WebP (RIFF), WAV (RIFF), MP3, FLAC, Ogg and MP4 by their signatures. */
export function factsOfFile(bytes: Uint8Array): FileFacts {
  if (bytes[0] === 0x89 && ascii(bytes, 1, 3) === 'PNG') return png(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { type: 'jpeg', ...jpegSize(bytes) };
  if (ascii(bytes, 0, 4) === 'RIFF') return riff(bytes);
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
    return { type: 'mp3' };
  if (ascii(bytes, 0, 4) === 'fLaC') return { type: 'flac' };
  if (ascii(bytes, 0, 4) === 'OggS') return { type: 'ogg' };
  return { type: ascii(bytes, 4, 4) === 'ftyp' ? 'mp4' : 'unknown' };
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function png(bytes: Uint8Array): FileFacts {
  if (bytes.length < 26) return { type: 'png' };
  const [width, height] = [view(bytes).getUint32(16), view(bytes).getUint32(20)];
  // Gray or color with alpha, or a palette with a chunk of its transparencies.
  const hasAlpha = [4, 6].includes(bytes[25] ?? 0) || Buffer.from(bytes.subarray(0, 4_096)).includes('tRNS');
  return { type: 'png', width, height, hasAlpha };
}

function riff(bytes: Uint8Array): FileFacts {
  const form = ascii(bytes, 8, 4);
  if (form === 'WAVE') return { type: 'wav' };
  if (form !== 'WEBP') return { type: 'unknown' };
  if (ascii(bytes, 12, 4) !== 'VP8X' || bytes.length < 30) return { type: 'webp' };
  const of = (at: number) =>
    1 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8) + ((bytes[at + 2] ?? 0) << 16);
  return { type: 'webp', width: of(24), height: of(27), hasAlpha: ((bytes[20] ?? 0) & 0x10) !== 0 };
}

/** The first frame header (SOF) has the size. */
function jpegSize(bytes: Uint8Array): Pick<FileFacts, 'width' | 'height'> {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view(bytes).getUint16(at + 5), width: view(bytes).getUint16(at + 7) };
    at += 2 + view(bytes).getUint16(at + 2);
  }
  return {};
}

/**
 * Whether the first pixel of a PNG is fully transparent; `undefined` where it can't be told. Nothing comes before the first
 * pixel of the first line, so every filter leaves it as it is.
 */
export async function isCornerClear(bytes: Uint8Array): Promise<boolean | undefined> {
  if (factsOfFile(bytes).type !== 'png') return undefined;
  const [depth, color] = [bytes[24] ?? 0, bytes[25] ?? 0];
  if (![4, 6].includes(color)) return undefined;
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const size = view(bytes).getUint32(at);
    if (ascii(bytes, at + 4, 4) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  const start = await beginningOf(parts);
  const channels = color === 6 ? 4 : 2;
  const alpha = start?.[1 + ((channels - 1) * depth) / 8];
  return alpha === undefined ? undefined : alpha === 0;
}

/** The first unpacked bytes of a zlib stream. */
async function beginningOf(parts: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  const unpacked = new Blob(parts.map((part) => Uint8Array.from(part))).stream();
  const reader = unpacked.pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    return (await reader.read()).value;
  } catch {
    return undefined;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
