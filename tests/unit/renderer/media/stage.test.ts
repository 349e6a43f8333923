import { describe, expect, it } from 'vitest';
import {
  aspectOf,
  expectedAspect,
  factsHeightPx,
  factsPlace,
  factsWidthPx,
  fittedSize,
} from '../../../../renderer/media/stage/arrangement';
import { type Entry, endsRun, runPlace, shownIndex } from '../../../../renderer/media/stage/entry';
import { aMediaItem } from '../../../support/records';

const entry = (key: string, jobId = key): Entry => ({ key, jobId, mediaId: key === jobId ? null : key });

describe('the position of the details', () => {
  it('is beside a square image in a wide area, and below it in a tall one', () => {
    expect(factsPlace({ width: 832, height: 560 }, 1)).toBe('beside');
    expect(factsPlace({ width: 732, height: 340 }, 1)).toBe('beside');
    expect(factsPlace({ width: 668, height: 750 }, 1)).toBe('below');
  });

  it('is below a wide image unless the area is wider still', () => {
    expect(factsPlace({ width: 832, height: 560 }, 16 / 9)).toBe('below');
    expect(factsPlace({ width: 1_700, height: 700 }, 16 / 9)).toBe('beside');
  });

  it('always leaves the larger image', () => {
    for (const width of [400, 700, 900, 1_400, 2_400]) {
      for (const height of [240, 500, 800, 1_300]) {
        for (const aspect of [0.5, 1, 1.5, 2]) {
          const fitted = (room: { width: number; height: number }) => fittedSize(room, aspect, null).width;
          const beside = fitted({ width: width - factsWidthPx, height });
          const below = fitted({ width, height: height - factsHeightPx });
          expect(factsPlace({ width, height }, aspect)).toBe(beside >= below ? 'beside' : 'below');
        }
      }
    }
  });
});

describe('an image on the stage', () => {
  it('is whole, and as large as the area', () => {
    expect(fittedSize({ width: 800, height: 500 }, 1, { width: 1_024, height: 1_024 })).toEqual({
      width: 500,
      height: 500,
    });
    expect(fittedSize({ width: 800, height: 700 }, 2, { width: 4_096, height: 2_048 })).toEqual({
      width: 800,
      height: 400,
    });
  });

  it('is at most twice its own size, and never empty', () => {
    expect(fittedSize({ width: 800, height: 800 }, 1, { width: 64, height: 64 }).width).toBe(128);
    expect(fittedSize({ width: 0, height: -20 }, 1, null)).toEqual({ width: 1, height: 1 });
  });

  it('has the aspect ratio of its file, or the requested one', () => {
    expect(aspectOf(aMediaItem({ id: 'a', width: 1_536, height: 1_024 }))).toBe(1.5);
    expect(aspectOf(aMediaItem({ id: 'a', kind: 'video', width: null, height: null }))).toBeCloseTo(1.78, 2);
    expect(expectedAspect({ modality: 'image', parameters: { size: '1536x1024' } })).toBe(1.5);
    expect(expectedAspect({ modality: 'image', parameters: { size: 'auto' } })).toBe(1);
    expect(expectedAspect({ modality: 'video', parameters: {} })).toBeCloseTo(1.78, 2);
    expect(expectedAspect({ modality: 'video', parameters: { aspectRatio: '3:4' } })).toBe(0.75);
  });
});

describe('the stage', () => {
  const before = [entry('m1', 'j1'), entry('m2', 'j1'), entry('m0', 'j0')];

  it('shows the newest until something is selected, then that, whatever arrives', () => {
    expect(shownIndex(before, null, 0)).toBe(0);
    expect(shownIndex([entry('j2'), ...before], 'm2', 1)).toBe(2);
  });

  it('stays with a job that turns into its results', () => {
    expect(shownIndex([entry('j2'), ...before], 'j2', 0)).toBe(0);
    expect(shownIndex([entry('j3'), entry('m4', 'j2'), entry('m5', 'j2'), ...before], 'j2', 0)).toBe(1);
  });

  it('shows the neighbor of what was removed', () => {
    expect(shownIndex(before, 'gone', 1)).toBe(1);
    expect(shownIndex(before, 'gone', 7)).toBe(2);
    expect(shownIndex([], 'gone', 7)).toBe(-1);
  });

  it('states which of its run it is', () => {
    expect(runPlace(before, 1)).toEqual({ place: 2, count: 2 });
    expect(runPlace(before, 2)).toBeNull();
    expect(runPlace([entry('j2')], 0)).toBeNull();
    expect([0, 1, 2].map((at) => endsRun(before, at))).toEqual([false, true, false]);
  });
});
