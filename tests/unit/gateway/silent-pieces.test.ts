/** Pieces of a sound: the last may be all of it once more, which silence doesn't say. */
import { expect, test } from 'vitest';
import { sourceOfEvents } from '../../../electron/gateway/http/media-events';

const silence = Buffer.alloc(480);
const tone = Buffer.from(Array.from({ length: 480 }, (_, at) => (at * 37) % 251));

const bytesOf = (pieces: readonly Buffer[]): number => {
  const events = pieces.map((piece) => ({ type: 'speech.audio.delta', audio: piece.toString('base64') }));
  const source = sourceOfEvents(events, 'http://127.0.0.1/v1', 'audio/pcm;rate=24000');
  return source !== null && 'bytes' in source ? source.bytes.length : 0;
};

test.each([
  ['two pieces of silence', [silence, silence], [tone, tone, tone]],
  [
    'silence, then a piece that begins with it',
    [silence, Buffer.concat([silence, tone])],
    [tone, tone, tone],
  ],
])('%s are both kept', (_name, pieces, others) => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const header = bytesOf(others) - 480 * 3;
  expect(bytesOf(pieces) - header).toBe(length);
});

test('a last piece with all of the sound once more is the sound', () => {
  const whole = Buffer.concat([silence, tone]);
  expect(bytesOf([silence, tone, whole])).toBe(bytesOf([silence, tone]));
});
