import { describe, expect, test } from 'vitest';
import { boardLayout, linksOf, nextNode } from '../../../../renderer/media/lineage/layout';
import type { LineageNode } from '../../../../shared/media/lineage';

/** From `a>b` for each edge. */
function graph(...pairs: string[]) {
  const edges = pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to, role: 'image' as const };
  });
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const nodes = ids.map((id): LineageNode => ({ kind: 'file', id, name: id, file: null }));
  return { nodes, edges };
}

const overlaps = (lineage: ReturnType<typeof graph>): number => {
  const places = [...boardLayout(lineage).places.values()];
  return new Set(places.map(({ x, y }) => `${x} ${y}`)).size - places.length;
};

describe('the board of a lineage', () => {
  test('has each generation right of its parents, and parents in the middle of their children', () => {
    const lineage = graph('photo>a', 'photo>b', 'a>c', 'a>d', 'mask>d');
    const { places } = boardLayout(lineage);
    const at = (id: string) => places.get(id) ?? { column: Number.NaN, y: Number.NaN };
    expect(['photo', 'mask', 'a', 'b', 'c', 'd'].map((id) => at(id).column)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(at('a').y).toBe((at('c').y + at('d').y) / 2);
    expect(at('photo').y).toBe((at('a').y + at('b').y) / 2);
    expect(overlaps(lineage)).toBe(0);
  });

  test('is walked by directions, to the nearest neighbor', () => {
    const lineage = graph('photo>a', 'photo>b', 'a>c', 'a>d');
    const go = (id: string, direction: Parameters<typeof nextNode>[3]) =>
      nextNode(boardLayout(lineage), linksOf(lineage), id, direction);
    expect(go('a', 'parent')).toBe('photo');
    expect(go('a', 'below')).toBe('b');
    expect(go('b', 'above')).toBe('a');
    expect(['c', 'd']).toContain(go('a', 'child'));
    expect(go('c', 'below')).toBe('d');
    expect([go('photo', 'parent'), go('d', 'child'), go('c', 'above')]).toEqual([null, null, null]);
  });

  test('places a chain of a thousand, a thousand children, and a circle without an end', () => {
    const chain = graph(...Array.from({ length: 1_000 }, (_, index) => `${index}>${index + 1}`));
    expect(boardLayout(chain).places.get('1000')?.column).toBe(1_000);
    const fan = graph(...Array.from({ length: 1_000 }, (_, index) => `root>${index}`));
    expect([overlaps(fan), boardLayout(fan).places.get('999')?.column]).toEqual([0, 1]);
    expect(boardLayout(graph('a>b', 'b>a', 'b>c')).places.size).toBe(3);
  });
});
