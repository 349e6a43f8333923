/** Samples that a reply calls `audio/L16` come in either byte order; the file sounds alike. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saveStream } from '../../../../electron/storage/media/save';
import { WAVE_HEADER_BYTES } from '../../../../shared/media/pcm';
import { tempFolder } from '../../../support/temp-folder';

/** A tone behind silence, little-endian. */
function speech(silentSamples: number, samples = 40_000): Uint8Array {
  const sound = Int16Array.from({ length: samples }, (_, at) => 9_000 * Math.sin(at / 7) + (at % 11));
  return new Uint8Array(Buffer.concat([Buffer.alloc(2 * silentSamples), Buffer.from(sound.buffer)]));
}

const bigEndian = (samples: Uint8Array) => new Uint8Array(Buffer.from(samples).swap16());

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function savedSamples(sent: Uint8Array, size: number): Promise<Uint8Array> {
  const { path } = await saveStream({
    source: inPieces(sent, size),
    folder: tempFolder(),
    expectedKind: 'audio',
    declaredType: 'audio/L16;rate=24000;channels=1',
    nameFor: ({ extension }) => `speech.${extension}`,
    maxBytes: 100_000_000,
  });
  const file = new Uint8Array(readFileSync(path));
  expect(new DataView(file.buffer).getUint32(40, true)).toBe(sent.length);
  return file.subarray(WAVE_HEADER_BYTES);
}

test.each([
  ['at once, in large pieces', 0, 65_536],
  ['in pieces of three bytes', 0, 3],
  ['after a fifth of a second of silence, in pieces of 4 KB', 4_800, 4_096],
  ['after two seconds of silence', 48_000, 16_384],
  ['after half a minute of silence', 720_000, 65_536],
  ['in one piece', 48_000, 10_000_000],
  ['for a moment only', 30, 1],
])('sound that begins %s', async (_, silentSamples, size) => {
  const sound = speech(silentSamples, size < 10 ? 3_000 : undefined);
  for (const sent of [sound, bigEndian(sound)])
    expect(Buffer.compare(await savedSamples(sent, size), sound)).toBe(0);
});

test('silence alone', async () => {
  const silence = new Uint8Array(100_000);
  expect(await savedSamples(silence, 999)).toEqual(silence);
});
