import { expect, test } from 'vitest';
import { streamPeaks } from '../../../../renderer/media/player/stream-peaks';

const rate = 8_000;

/** One second of 16-bit samples; each channel has its own loudness, every second one upside down. */
function wavOf(loudness: readonly number[]): Blob {
  const bytes = Buffer.alloc(44 + rate * loudness.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(loudness.length, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * loudness.length * 2, 28);
  bytes.writeUInt16LE(loudness.length * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let frame = 0; frame < rate; frame += 1)
    for (const [channel, volume] of loudness.entries()) {
      const value = Math.sin((2 * Math.PI * 440 * frame) / rate) * volume * (channel % 2 === 0 ? 1 : -1);
      bytes.writeInt16LE(Math.round(value * 32_767), 44 + 2 * (frame * loudness.length + channel));
    }
  return new Blob([bytes]);
}

test.each([
  ['sound on the left alone', [0.5, 0], 0.5],
  ['sound on the right alone', [0, 0.5], 0.5],
  ['sides that cancel each other out when added', [0.5, 0.5], 0.5],
  ['the third of six channels', [0, 0, 0.8, 0, 0, 0], 0.8],
  ['one channel', [0.3], 0.3],
])('the waveform shows %s', async (_, loudness, loudest) => {
  const peaks = await streamPeaks(wavOf(loudness));
  if ('refusal' in peaks) throw new Error(peaks.refusal);
  expect(peaks.seconds).toBeCloseTo(1, 3);
  expect(Math.max(...peaks.steps)).toBeCloseTo(loudest, 2);
  expect(Math.min(...peaks.steps)).toBeGreaterThan(loudest * 0.9);
});
