/** Sound without a container: a row of frames, each beginning with eleven or twelve set bits and its own length. */

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** MPEG layer III: a frame, and another one where the first says it ends. */
export function isMpegAudio(head: Uint8Array): boolean {
  return isRowOf(head, mpegFrameBytes);
}

/** AAC in ADTS frames. */
export function isAdts(head: Uint8Array): boolean {
  return isRowOf(head, adtsFrameBytes);
}

/** Two bytes of sync prove little, hence the second frame; the file may end after the first. */
function isRowOf(head: Uint8Array, frameBytes: (head: Uint8Array, at: number) => number | null): boolean {
  const length = frameBytes(head, 0);
  if (length === null) return false;
  return length + 4 > head.length ? head.length >= 64 : frameBytes(head, length) !== null;
}

function mpegFrameBytes(head: Uint8Array, at: number): number | null {
  const [sync, version, rates] = [head[at] ?? 0, head[at + 1] ?? 0, head[at + 2] ?? 0];
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2;
  const isVersion1 = (version & 0x18) === 0x18;
  const bitrate = (isVersion1 ? BITRATES_V1 : BITRATES_V2)[rates >> 4];
  const fullRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (!isLayer3 || (version & 0x18) === 0x08 || !bitrate || !fullRate) return null;
  const sampleRate = isVersion1 ? fullRate : (version & 0x18) === 0x10 ? fullRate / 2 : fullRate / 4;
  return Math.floor(((isVersion1 ? 144_000 : 72_000) * bitrate) / sampleRate) + ((rates >> 1) & 1);
}

function adtsFrameBytes(head: Uint8Array, at: number): number | null {
  const isSync = head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0;
  const sampleRateIndex = ((head[at + 2] ?? 0) >> 2) & 15;
  const length = (((head[at + 3] ?? 0) & 3) << 11) | ((head[at + 4] ?? 0) << 3) | ((head[at + 5] ?? 0) >> 5);
  return isSync && sampleRateIndex < 13 && length > 7 ? length : null;
}
