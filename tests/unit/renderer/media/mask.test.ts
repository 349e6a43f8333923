import { describe, expect, test } from 'vitest';
import {
  beginEdit,
  clear,
  createMask,
  endEdit,
  invert,
  type Mask,
  markAt,
  markedShare,
  redo,
  tileSide,
  undo,
} from '../../../../renderer/media/mask/mask';
import { outline, rectangle, stroke } from '../../../../renderer/media/mask/mask-shapes';

const brush = { size: 20, softness: 0, isEraser: false };

function draw(mask: Mask, act: () => void): void {
  beginEdit(mask);
  act();
  endEdit(mask);
}

/** All pixels, as text that is quick to compare. */
function pixels(mask: Mask): string {
  const all: number[] = [];
  for (let y = 0; y < mask.height; y += 1)
    for (let x = 0; x < mask.width; x += 1) all.push(markAt(mask, x, y));
  return all.join(' ');
}

describe('strokes', () => {
  test('mark what is within the brush, across tiles, and nothing else', () => {
    const mask = createMask(300, 200);
    draw(mask, () => stroke(mask, { x: 40, y: 100 }, { x: 260, y: 100 }, brush));
    for (const x of [35, 127, 128, 200, 265]) expect(markAt(mask, x, 100), `at ${x}`).toBe(255);
    expect([markAt(mask, 150, 91), markAt(mask, 150, 108)]).toEqual([255, 255]);
    expect([markAt(mask, 150, 88), markAt(mask, 150, 111), markAt(mask, 20, 100)]).toEqual([0, 0, 0]);
  });

  test('are the same in one piece and in many, however soft', () => {
    const soft = { ...brush, size: 60, softness: 0.8 };
    const [one, many] = [createMask(300, 200), createMask(300, 200)];
    draw(one, () => stroke(one, { x: 50, y: 100 }, { x: 250, y: 100 }, soft));
    draw(many, () => {
      for (let x = 50; x < 250; x += 10) stroke(many, { x, y: 100 }, { x: x + 10, y: 100 }, soft);
    });
    expect(pixels(many)).toBe(pixels(one));
    const edge = markAt(one, 150, 122);
    expect(edge).toBeGreaterThan(0);
    expect(edge).toBeLessThan(255);
  });

  test('beside the image change nothing', () => {
    const mask = createMask(50, 50);
    expect(stroke(mask, { x: -100, y: -100 }, { x: -90, y: -90 }, brush)).toBeNull();
    expect(endEdit(mask)).toBe(false);
  });

  test('erase what others marked', () => {
    const mask = createMask(100, 100);
    draw(mask, () => rectangle(mask, { x: 0, y: 0 }, { x: 100, y: 100 }, false));
    draw(mask, () => stroke(mask, { x: 50, y: 50 }, { x: 50, y: 50 }, { ...brush, isEraser: true }));
    expect([markAt(mask, 50, 50), markAt(mask, 90, 90)]).toEqual([0, 255]);
  });
});

test('rectangles and outlines mark their inside to the pixel', () => {
  const mask = createMask(300, 300);
  draw(mask, () => rectangle(mask, { x: 200, y: 150 }, { x: 100, y: 250 }, false));
  expect([markAt(mask, 100, 150), markAt(mask, 199, 249)]).toEqual([255, 255]);
  expect([markAt(mask, 99, 150), markAt(mask, 200, 249), markAt(mask, 150, 250)]).toEqual([0, 0, 0]);
  expect(markedShare(mask)).toBeCloseTo((100 * 100) / (300 * 300), 6);
  draw(mask, () =>
    outline(
      mask,
      [
        { x: 0, y: 0 },
        { x: 80, y: 0 },
        { x: 0, y: 80 },
      ],
      false,
    ),
  );
  expect([markAt(mask, 10, 10), markAt(mask, 70, 70)]).toEqual([255, 0]);
});

test('each step is taken back and made again, to the pixel, without end', () => {
  const mask = createMask(260, 130);
  const states = [pixels(mask)];
  const steps: readonly (() => void)[] = [
    ...Array.from({ length: 40 }, (_, index) => () => {
      draw(mask, () => stroke(mask, { x: index * 6, y: 20 }, { x: 130, y: index % 130 }, brush));
    }),
    () => void invert(mask),
    () => draw(mask, () => rectangle(mask, { x: 10, y: 10 }, { x: 200, y: 60 }, true)),
    () => void clear(mask),
    () => draw(mask, () => stroke(mask, { x: 5, y: 5 }, { x: 90, y: 90 }, { ...brush, softness: 1 })),
  ];
  for (const step of steps) {
    step();
    states.push(pixels(mask));
  }
  for (let at = states.length - 2; at >= 0; at -= 1) {
    undo(mask);
    expect(pixels(mask) === states[at], `undone to step ${at}`).toBe(true);
  }
  expect(undo(mask)).toBeNull();
  for (let at = 1; at < states.length; at += 1) {
    redo(mask);
    expect(pixels(mask) === states[at], `made step ${at} again`).toBe(true);
  }
  expect(redo(mask)).toBeNull();
});

test('a step of undo keeps the tiles that it touched, not the image', () => {
  const mask = createMask(4_096, 4_096);
  for (let index = 0; index < 40; index += 1)
    draw(mask, () => stroke(mask, { x: 64, y: 64 }, { x: 70, y: 64 + (index % 5) }, brush));
  const kept = mask.done.reduce((sum, step) => sum + (step.kind === 'tiles' ? step.tiles.size : 1_024), 0);
  expect(kept).toBe(40);
  expect(mask.tiles.size * tileSide * tileSide).toBeLessThan(20_000);
});
