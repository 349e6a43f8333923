/** What bytes are, by their first ones: names and headers are often wrong. */

type Signature = readonly [type: string, offset: number, start: string];

const signatures: readonly Signature[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/bmp', 0, 'BM'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
];

/** The media type of the bytes, or `null` where their beginning is none we know. */
export function sniffMediaType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = signatures.find(([, offset, mark]) => start.startsWith(mark, offset));
  if (found !== undefined) return found[0];
  const [first = 0, second = 0] = bytes;
  // Frame sync of MPEG audio: layer 0 is AAC in ADTS, the others MP1 to MP3.
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
}

/**
 * The type to go by: the bytes' own, else the declared one where it is a kind of media. SVG is not: it can hold
 * scripts.
 */
export function mediaTypeOf(bytes: Uint8Array, declared: string | null): string | null {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isMedia = /^(?:image|audio|video)\/[\w.+-]+$/.test(type) && !type.startsWith('image/svg');
  return sniffMediaType(bytes) ?? (isMedia ? type : null);
}
