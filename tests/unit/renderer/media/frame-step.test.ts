import { expect, test } from 'vitest';
import { stepped } from '../../../../renderer/media/player/frame-step';

test.each([24, 25, 30, 30_000 / 1_001, 60, 12])('a step at %f frames per second is one frame', (rate) => {
  let time = 0;
  for (let frame = 1; frame <= 200; frame += 1) {
    time = stepped(time, 1, rate);
    expect(Math.floor(time * rate)).toBe(frame);
    // Never at the edge, where rounding decides.
    expect((time * rate) % 1).toBeGreaterThan(0.004);
  }
  for (let frame = 199; frame >= 0; frame -= 1) {
    time = stepped(time, -1, rate);
    expect(Math.floor(time * rate)).toBe(frame);
  }
  expect(stepped(time, -5, rate)).toBe(0);
});

test('a step from anywhere in a frame keeps its place in the frame', () => {
  expect(stepped(0.513, 1, 25)).toBeCloseTo(0.553, 9);
  expect(stepped(0.1, 1)).toBeCloseTo(0.1 + 1 / 24, 9);
});
