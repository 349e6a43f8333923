/** What the encoder of an MP3 added at its ends, in samples, as its first frame states it: players leave that out. */

export interface Mp3Ends {
  readonly delay: number;
  readonly padding: number;
}

const XING = /Xing|Info/;
/** Of the fields after the name, by the bit that says whether there is one. */
const FIELD_BYTES = [4, 4, 100, 4];
/** Where the lengths are, after the name of the encoder. */
const LENGTHS_AT = 21;
/** The name is in the first frame, after its header and side information. */
const NAME_WITHIN = 64;

/** Bytes of the tag before the first frame; the frame is looked for behind it. */
export function bytesOfTag(head: Uint8Array): number {
  if (head.length < 10 || text(head, 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}

/** @param frame the beginning of the first frame; `null` where it states nothing about its ends */
export function endsOf(frame: Uint8Array): Mp3Ends | null {
  const name = text(frame, 0, NAME_WITHIN).search(XING);
  if (name === -1) return null;
  const fields = frame[name + 7] ?? 0;
  const skipped = FIELD_BYTES.reduce((sum, bytes, bit) => sum + ((fields >> bit) & 1 ? bytes : 0), 0);
  const encoder = name + 8 + skipped;
  if (!/^(LAME|Lavc|Lavf)/.test(text(frame, encoder, 4))) return null;
  const [first = 0, middle = 0, last = 0] = frame.subarray(encoder + LENGTHS_AT, encoder + LENGTHS_AT + 3);
  return { delay: (first << 4) | (middle >> 4), padding: ((middle & 15) << 8) | last };
}

const text = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
