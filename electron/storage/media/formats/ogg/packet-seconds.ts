/** The duration of a packet once it is decoded. Its container may trim some of it, but only at the very end. */

/** In milliseconds, by the upper five bits of the first byte (RFC 6716, table 2). */
const OPUS_FRAME_MS = [
  ...[10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 40, 60],
  ...[10, 20, 10, 20],
  ...[2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20],
];

export function opusPacketSeconds(data: Uint8Array): number {
  const [head = 0, second = 0] = data;
  const frames = [1, 2, 2, second & 0x3f][head & 3] ?? 0;
  return (frames * (OPUS_FRAME_MS[head >> 3] ?? 0)) / 1000;
}

/** @param head the packet before the audio, which states how much of the beginning is dropped */
export function opusLeadInSeconds(head: Uint8Array): number {
  return ((head[10] ?? 0) | ((head[11] ?? 0) << 8)) / 48_000;
}

/**
 * Vorbis blocks overlap, so a packet lasts a quarter of its own block and a quarter of the one before. Which of the two
 * block sizes it has is read from its mode as every known encoder numbers them.
 * @param description the three packets before the audio, as containers store them together
 */
export function vorbisPacketSeconds(
  description: Uint8Array,
  sampleRate: number,
): (data: Uint8Array, before: Uint8Array | null) => number {
  const bytes = Buffer.from(description);
  const sizes = bytes[bytes.indexOf('\x01vorbis', 0, 'latin1') + 28] ?? 0;
  const [short, long] = [2 ** (sizes & 15), 2 ** (sizes >> 4)];
  const blockOf = (data: Uint8Array) => (((data[0] ?? 0) & 2) === 0 ? short : long);
  return (data, before) => (before === null ? 0 : (blockOf(before) + blockOf(data)) / 4 / sampleRate);
}
