/** How many samples a packet adds once it is decoded. Its container may trim some of them, but only at the ends. */

/** In samples at 48 kHz, by the upper five bits of the first byte (RFC 6716, table 2). */
const OPUS_FRAME_SAMPLES = [
  ...[480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880],
  ...[480, 960, 480, 960],
  ...[120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960],
];

export const opusSampleRate = 48_000;

export function opusPacketSamples(data: Uint8Array): number {
  const [head = 0, second = 0] = data;
  const frames = [1, 2, 2, second & 0x3f][head & 3] ?? 0;
  return frames * (OPUS_FRAME_SAMPLES[head >> 3] ?? 0);
}

/** @param head the packet before the audio, which states how much of the beginning is dropped */
export function opusLeadInSamples(head: Uint8Array): number {
  return (head[10] ?? 0) | ((head[11] ?? 0) << 8);
}

/**
 * Vorbis blocks overlap, so a packet adds a quarter of its own block and a quarter of the one before. Which of the two
 * block sizes it has is read from its mode as every known encoder numbers them.
 * @param head the first of the three packets before the audio
 */
export function vorbisPacketSamples(
  head: Uint8Array,
): (data: Uint8Array, before: Uint8Array | null) => number {
  const sizes = head[28] ?? 0;
  const [short, long] = [2 ** (sizes & 15), 2 ** (sizes >> 4)];
  const blockOf = (data: Uint8Array) => (((data[0] ?? 0) & 2) === 0 ? short : long);
  return (data, before) => (before === null ? 0 : (blockOf(before) + blockOf(data)) / 4);
}
