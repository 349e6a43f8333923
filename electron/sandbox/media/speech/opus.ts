/** Opus in Ogg (RFC 7845), encoded by libopus as WebAssembly. */
import { Application, createEncoder, type SampleRate } from 'libopus-wasm';
import { pageBytes, pageFlag } from '../../../storage/media/formats/ogg/pages';
import type { AudioEncoder } from './audio-encoder';

const OPUS_RATE = 48_000;
const BITRATE = 32_000;
const PACKETS_PER_SECOND = 50;
/** A fixed number of the stream keeps the bytes the same for the same speech. */
const SERIAL_NUMBER = 1;

/** What encoder and last packet add at the ends is stated, so that players trim it to the sample. */
export async function createOpusEncoder(rate: SampleRate): Promise<AudioEncoder> {
  const frameSize = rate / PACKETS_PER_SECOND;
  const options = {
    sampleRate: rate,
    channels: 1,
    application: Application.Audio,
    bitrate: BITRATE,
  } as const;
  const encoder = await createEncoder({ ...options, frameSize });
  const lead = encoder.getLookahead();
  const packets: Uint8Array[] = [];
  let [open, count] = [new Float32Array(), 0];
  const push = (samples: Float32Array): void => {
    const all = new Float32Array(open.length + samples.length);
    all.set(open);
    all.set(samples, open.length);
    let at = 0;
    for (; at + frameSize <= all.length; at += frameSize)
      packets.push(encoder.encodeFloat(all.subarray(at, at + frameSize)));
    open = all.slice(at);
    count += samples.length;
  };
  const scale = OPUS_RATE / rate;
  return {
    push,
    finish() {
      const end = lead + count;
      push(new Float32Array(Math.ceil(end / frameSize) * frameSize - count));
      return pagesFor(packets, { lead: lead * scale, end: end * scale, rate });
    },
    close: () => encoder.free(),
  };
}

interface Stated {
  /** Samples at 48 kHz that are dropped at the start. */
  readonly lead: number;
  /** Samples at 48 kHz up to the end, with those that are dropped. */
  readonly end: number;
  readonly rate: number;
}

function pagesFor(packets: readonly Uint8Array[], { lead, end, rate }: Stated): Uint8Array {
  const head = Buffer.from('OpusHead\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt16LE(lead, 10);
  head.writeUInt32LE(rate, 12);
  const tags = Buffer.from('OpusTags\x07\0\0\0Sandbox\0\0\0\0', 'latin1');
  const groups = [[head], [tags], ...seconds(packets)];
  const pages = groups.map((group, number) => {
    const isLast = number === groups.length - 1;
    const heard = Math.max(0, number - 1) * OPUS_RATE;
    const time = BigInt(isLast ? end : heard);
    const flags = number === 0 ? pageFlag.first : isLast ? pageFlag.last : 0;
    return pageBytes({ flags, time, serial: SERIAL_NUMBER, number }, lacingOf(group), Buffer.concat(group));
  });
  return new Uint8Array(Buffer.concat(pages));
}

/** Browsers seek by pages. */
const seconds = (packets: readonly Uint8Array[]): Uint8Array[][] =>
  Array.from({ length: Math.ceil(packets.length / PACKETS_PER_SECOND) }, (_, second) =>
    packets.slice(second * PACKETS_PER_SECOND, (second + 1) * PACKETS_PER_SECOND),
  );

/** 255 for each full segment of a packet, then the length of its last one. */
const lacingOf = (packets: readonly Uint8Array[]): number[] =>
  packets.flatMap(({ length }) => [...new Array<number>(Math.floor(length / 255)).fill(255), length % 255]);
