/** The header of an MPEG layer III frame: four bytes that state how long the frame is. */

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const frameHeadBytes = 4;

export interface Mp3Frame {
  /** Of the whole frame, including its header. */
  readonly bytes: number;
  readonly samples: number;
  readonly sampleRate: number;
  /** Kilobits per second. */
  readonly bitrate: number;
  /**
   * Where the audio data begins, after the header and the side information; a frame without audio may hold anything.
   */
  readonly sideEnd: number;
}

/** `null` where no such frame begins at this place. */
export function mp3FrameAt(bytes: Uint8Array, at = 0): Mp3Frame | null {
  const [sync, version, rates, mode] = [0, 1, 2, 3].map((more) => bytes[at + more] ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2;
  const isVersion1 = (version & 0x18) === 0x18;
  const bitrate = bitratesOf(version)[rates >> 4];
  const fullRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (!isLayer3 || (version & 0x18) === 0x08 || !bitrate || !fullRate) return null;
  const sampleRate = isVersion1 ? fullRate : (version & 0x18) === 0x10 ? fullRate / 2 : fullRate / 4;
  const samples = isVersion1 ? 1152 : 576;
  const isMono = mode >> 6 === 3;
  return {
    bytes: Math.floor(((samples / 8) * 1000 * bitrate) / sampleRate) + ((rates >> 1) & 1),
    samples,
    sampleRate,
    bitrate,
    sideEnd: frameHeadBytes + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  };
}

/** The header of the smallest frame of the same kind that holds this many bytes; `null` where none is that large. */
export function headOfFrameFor(like: Uint8Array, wantedBytes: number): Uint8Array<ArrayBuffer> | null {
  const [sync = 0, version = 0, rates = 0, mode = 0] = like;
  for (const index of bitratesOf(version).keys()) {
    // Without a checksum and without a padding byte.
    const head = Uint8Array.of(sync, version | 1, (index << 4) | (rates & 0x0c), mode);
    if ((mp3FrameAt(head)?.bytes ?? 0) >= wantedBytes) return head;
  }
  return null;
}

const bitratesOf = (version: number): readonly number[] =>
  (version & 0x18) === 0x18 ? BITRATES_V1 : BITRATES_V2;
