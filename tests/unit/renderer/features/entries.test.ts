import { describe, expect, it } from 'vitest';
import { fileEntries, takeEntries } from '../../../../renderer/features/create/use-entries';
import { peaksOf } from '../../../../renderer/media/player/peaks';
import { actualPlace, percentOf, zoomedAt } from '../../../../renderer/media/viewer/zoom';
import {
  all,
  extended,
  kept,
  nothingChosen,
  only,
  placeAfter,
  toggled,
} from '../../../../renderer/state/ui/selection';
import { aJob, aMediaItem } from '../../../support/records';

const [one, two] = [aMediaItem({ id: 'm1' }), aMediaItem({ id: 'm2' })];
const known = { m1: one, m2: two };
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);

describe('entries of the results', () => {
  it('are one for each file, and one for a job that has none yet', () => {
    const jobs = [aJob({ id: 'j2', status: 'running' }), aJob({ id: 'j1', media: [one, two] })];
    expect(keys(fileEntries(jobs, known))).toEqual(['j2', 'm1', 'm2']);
    expect(keys(takeEntries(jobs, known))).toEqual(['j2', 'j1']);
  });

  it('contain no removed file, and no completed job without one', () => {
    const jobs = [aJob({ id: 'j1', media: [one, two] })];
    expect(keys(fileEntries(jobs, { m2: two }))).toEqual(['m2']);
    expect(fileEntries(jobs, {})).toEqual([]);
    expect(takeEntries(jobs, {})).toEqual([]);
  });

  it('keep a failed job until it is dismissed', () => {
    expect(keys(fileEntries([aJob({ id: 'j1', status: 'failed' })], {}))).toEqual(['j1']);
    expect(fileEntries([aJob({ id: 'j1', status: 'failed', isDismissed: true })], {})).toEqual([]);
  });

  it('are replaced by the files while those are saved', () => {
    expect(keys(fileEntries([aJob({ id: 'j1', status: 'saving', media: [one] })], known))).toEqual(['m1']);
    expect(keys(fileEntries([aJob({ id: 'j1', status: 'saving' })], known))).toEqual(['j1']);
  });
});

describe('selecting results', () => {
  const ids = ['a', 'b', 'c', 'd'];

  it('selects one, adds with Ctrl, and a range with Shift', () => {
    expect([...only('b').chosen]).toEqual(['b']);
    expect([...toggled(only('b'), 'd').chosen]).toEqual(['b', 'd']);
    expect([...toggled(only('b'), 'b').chosen]).toEqual([]);
    expect([...extended(only('c'), ids, 'a').chosen]).toEqual(['a', 'b', 'c']);
    expect([...extended(extended(only('b'), ids, 'd'), ids, 'a').chosen]).toEqual(['a', 'b']);
    expect(all(nothingChosen, ids).chosen.size).toBe(4);
  });

  it('forgets only what is no longer displayed', () => {
    const selection = toggled(only('b'), 'd');
    expect(kept(selection, ids)).toBe(selection);
    expect(kept(selection, ['a', 'b'])).toMatchObject({ active: null, chosen: new Set(['b']) });
  });

  it('moves through a grid and stays inside it', () => {
    expect(placeAfter('ArrowDown', 1, 10, 4)).toBe(5);
    expect(placeAfter('ArrowRight', 9, 10, 4)).toBe(9);
    expect(placeAfter('ArrowUp', 1, 10, 4)).toBe(0);
    expect(placeAfter('End', 0, 10, 4)).toBe(9);
    expect(placeAfter('ArrowLeft', -1, 10, 4)).toBe(0);
    expect(placeAfter('End', -1, 10, 4)).toBe(9);
    expect(placeAfter('x', 0, 10, 4)).toBeNull();
    expect(placeAfter('End', 0, 0, 4)).toBeNull();
  });
});

describe('zooming', () => {
  it('keeps the point under the pointer in place', () => {
    const place = zoomedAt({ scale: 1, x: 0, y: 0 }, 2, 100, 50);
    expect(place).toEqual({ scale: 2, x: -100, y: -50 });
    // The image point at (100, 50) stays there.
    expect([place.x + 2 * 100, place.y + 2 * 50]).toEqual([100, 50]);
  });

  it('ends fitted in the middle, and at sixteen times', () => {
    expect(zoomedAt({ scale: 2, x: 40, y: 40 }, 0.1)).toEqual({ scale: 1, x: 0, y: 0 });
    expect(zoomedAt({ scale: 10, x: 0, y: 0 }, 10).scale).toBe(16);
  });
});

describe('the actual size', () => {
  // A photo of 4,000 pixels, fitted into an area whose middle is between two pixels.
  const fit = { width: 801, height: 601, naturalWidth: 4_000 };
  const middle = { x: 620.3, y: 410.75 };

  it.each([1, 1.25, 1.5, 2])('is one pixel of the image on one of the screen, at a ratio of %f', (ratio) => {
    const place = actualPlace(fit, middle, ratio);
    expect(percentOf(place, fit, ratio)).toBeCloseTo(100, 9);
    const [width, height] = [fit.width * place.scale, fit.height * place.scale];
    expect(width * ratio).toBeCloseTo(4_000, 9);
    for (const edge of [middle.x + place.x - width / 2, middle.y + place.y - height / 2])
      expect(Math.abs(edge * ratio - Math.round(edge * ratio))).toBeLessThan(1e-6);
  });

  it('is smaller than fitted for an icon, and fitting it is another size', () => {
    const icon = { width: 64, height: 64, naturalWidth: 32 };
    expect(actualPlace(icon, { x: 100, y: 100 }, 1).scale).toBe(0.5);
    expect(percentOf({ scale: 1, x: 0, y: 0 }, icon, 1)).toBe(200);
    expect(zoomedAt({ scale: 0.5, x: 0, y: 0 }, 1.25)).toEqual({ scale: 1, x: 0, y: 0 });
  });
});

describe('the waveform of audio', () => {
  it('is the loudest moment of each section', () => {
    const samples = Float32Array.from([0, 0.5, -1, 0.25]);
    expect([...peaksOf(samples, 2)]).toEqual([0.5, 1]);
    expect([...peaksOf(new Float32Array(), 2)]).toEqual([0, 0]);
  });
});
