import { describe, expect, it } from 'vitest';
import {
  filledUp,
  indexBelow,
  libraryRows,
  plainRows,
  rowOf,
  rowsOfGroups,
} from '../../../../renderer/features/library/library-rows';
import { aMediaItem } from '../../../support/records';

const now = new Date(2026, 10, 22, 12).getTime();
const dayMs = 86_400_000;
const made = (jobId: string, createdAt: number) =>
  aMediaItem({
    id: `${jobId} ${createdAt}`,
    origin: { ...aMediaItem({ id: 'x' }).origin, jobId, createdAt, prompt: `Prompt ${jobId}` },
  });
const items = [
  ...Array.from({ length: 3 }, () => made('j3', now)),
  made('j2', now - 1_000),
  ...Array.from({ length: 2 }, () => made('j1', now - dayMs)),
];
const written = (rows: ReturnType<typeof libraryRows>) =>
  rows.map((row) => (row.kind === 'heading' ? row.label : `${row.from}+${row.count}`));

describe('the rows of the library', () => {
  it('have as many tiles as there are columns', () => {
    expect(written(plainRows(6, 4))).toEqual(['0+4', '4+2']);
    expect(written(libraryRows(items, 4, 'none', now))).toEqual(['0+4', '4+2']);
    expect(plainRows(0, 4)).toEqual([]);
  });

  it('start again with each day or run', () => {
    expect(written(libraryRows(items, 4, 'day', now))).toEqual(['Today', '0+4', 'Yesterday', '4+2']);
    expect(written(libraryRows(items, 2, 'run', now))).toEqual([
      ...['Prompt j3', '0+2', '2+1'],
      ...['Prompt j2', '3+1'],
      ...['Prompt j1', '4+2'],
    ]);
  });

  it('have duplicates under one heading for each group', () => {
    const rows = rowsOfGroups(['a', 'b', 'c', 'd', 'e'], 2, { a: 'a', b: 'a', c: 'a', d: 'd', e: 'd' });
    expect(written(rows)).toEqual(['3 duplicates', '0+2', '2+1', '2 duplicates', '3+2']);
  });

  it('lead up and down to the nearest tile, past headings', () => {
    const rows = libraryRows(items, 2, 'run', now);
    expect(rowOf(rows, 3)).toBe(4);
    expect(indexBelow(rows, 1, 1)).toBe(2);
    expect(indexBelow(rows, 2, 1)).toBe(3);
    expect(indexBelow(rows, 5, -1)).toBe(3);
    expect(indexBelow(rows, 0, -1)).toBeNull();
    expect(indexBelow(rows, 4, 1)).toBeNull();
  });

  it('handle ten thousand results', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => made(`j${index >> 2}`, now - index * 60_000));
    expect(libraryRows(many, 7, 'run', now).length).toBe(5_000);
  });
});

it('as many rows are drawn at the ends of the list as in its middle', () => {
  expect(filledUp([0, 1], 4, 100)).toEqual([0, 1, 2, 3]);
  expect(filledUp([40, 41, 42], 4, 100)).toEqual([40, 41, 42, 43]);
  expect(filledUp([98, 99], 4, 100)).toEqual([96, 97, 98, 99]);
  expect(filledUp([0, 1], 4, 2)).toEqual([0, 1]);
  expect(filledUp([], 0, 0)).toEqual([]);
});
