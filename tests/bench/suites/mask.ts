/** A stroke on the mask of an image of 4096²: the time between two events of the pointer. */
import { beginEdit, createMask, endEdit } from '../../../renderer/media/mask/mask';
import { stroke } from '../../../renderer/media/mask/mask-shapes';
import { figure } from '../figure';
import { percentile } from '../statistics';
import type { Suite } from '../suite';

const side = 4_096;
const moves = 400;
/** The brush that such an image begins with, and a wide one. */
const brushes = [205, 600];
/** One frame of the screen. */
const goal = { value: 16 };

export const mask: Suite = {
  name: 'mask',
  async *measure() {
    for (const size of brushes) {
      const floor = percentile(timesOfFill(size), 0.95);
      const times = timesOfStroke(size);
      yield figure(`mask.stroke-${size}.p95`, percentile(times, 0.95), 'ms', { goal, floor });
    }
  },
};

const along = (step: number) => ({
  x: side / 2 + 0.44 * side * Math.sin(step / 17),
  y: side / 2 + 0.44 * side * Math.cos(step / 11),
});

function timesOfStroke(size: number): number[] {
  const drawn = createMask(side, side);
  beginEdit(drawn);
  const times = Array.from({ length: moves }, (_, step) =>
    timed(() => stroke(drawn, along(step), along(step + 1), { size, softness: 0.5, isEraser: false })),
  );
  endEdit(drawn);
  return times;
}

/** What writing to as many bytes takes at the least. */
function timesOfFill(size: number): number[] {
  const bytes = new Uint8Array(size * size);
  return Array.from({ length: moves }, (_, step) => timed(() => bytes.fill(step % 256)));
}

function timed(act: () => unknown): number {
  const begun = performance.now();
  act();
  return performance.now() - begun;
}
