/** Where the nodes of a lineage are on its board: a column for each generation, each family in rows of its own; pure. */
import type { Lineage } from '../../../shared/media/lineage';

export const nodeWidthPx = 224;
export const nodeHeightPx = 80;
const columnPx = nodeWidthPx + 56;
const rowPx = nodeHeightPx + 16;

export interface PlacedNode {
  readonly id: string;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface BoardLayout {
  readonly places: ReadonlyMap<string, PlacedNode>;
  readonly width: number;
  readonly height: number;
}

interface Links {
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** The neighbors of each node, each once, in the order in which they were reported. */
export function linksOf({ edges }: Pick<Lineage, 'edges'>): Links {
  const parents = new Map<string, string[]>();
  const children = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, id: string) => {
    const list = to.get(key) ?? [];
    if (!list.includes(id)) to.set(key, [...list, id]);
  };
  for (const { from, to } of edges) {
    add(parents, to, from);
    add(children, from, to);
  }
  return { parents, children };
}

export function boardLayout(lineage: Pick<Lineage, 'nodes' | 'edges'>): BoardLayout {
  const ids = lineage.nodes.map(({ id }) => id);
  const links = linksOf(lineage);
  const columns = columnsOf(ids, links);
  const rows = rowsOf(ids, links, columns);
  const place = (id: string): PlacedNode => {
    const column = columns.get(id) ?? 0;
    return { id, column, x: column * columnPx, y: (rows.get(id) ?? 0) * rowPx };
  };
  const places = ids.map(place);
  return {
    places: new Map(places.map((one) => [one.id, one])),
    width: Math.max(0, ...places.map(({ x }) => x)) + nodeWidthPx,
    height: Math.max(0, ...places.map(({ y }) => y)) + nodeHeightPx,
  };
}

/** One more than the last of its parents. Of nodes in a circle, which only a foreign archive has, none waits for others. */
function columnsOf(ids: readonly string[], { parents, children }: Links): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const waits = new Map(ids.map((id) => [id, parents.get(id)?.length ?? 0]));
  const ready = ids.filter((id) => waits.get(id) === 0);
  const settle = (id: string) => {
    const above = (parents.get(id) ?? []).map((parent) => columns.get(parent) ?? -1);
    columns.set(id, Math.max(-1, ...above) + 1);
    for (const child of children.get(id) ?? []) {
      waits.set(child, (waits.get(child) ?? 0) - 1);
      if (waits.get(child) === 0) ready.push(child);
    }
  };
  for (const id of ready) settle(id);
  for (const id of ids) if (!columns.has(id)) settle(id);
  return columns;
}

/** Each leaf has a row of its own, and what leads to several is in the middle of them. */
function rowsOf(
  ids: readonly string[],
  { parents, children }: Links,
  columns: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const isBelow = (id: string, parent: string) => (columns.get(id) ?? 0) > (columns.get(parent) ?? 0);
  // Of several parents the first has it in its rows.
  const own = (id: string) =>
    (children.get(id) ?? []).filter((child) => {
      const first = (parents.get(child) ?? []).find((parent) => isBelow(child, parent));
      return first === id;
    });
  let next = 0;
  const settle = (root: string) => {
    // Without recursion: a chain may be a thousand long.
    const stack: { readonly id: string; readonly kids: readonly string[]; at: number }[] = [
      { id: root, kids: own(root), at: 0 },
    ];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const kid = top.kids[top.at];
      top.at += 1;
      if (kid !== undefined) {
        if (!rows.has(kid)) stack.push({ id: kid, kids: own(kid), at: 0 });
        continue;
      }
      stack.pop();
      rows.set(top.id, middleOf(top.kids, rows) ?? next++);
    }
  };
  const isRoot = (id: string) => !(parents.get(id) ?? []).some((parent) => isBelow(id, parent));
  for (const id of ids) if (isRoot(id)) settle(id);
  return rows;
}

function middleOf(ids: readonly string[], rows: ReadonlyMap<string, number>): number | null {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return null;
  return ((rows.get(first) ?? 0) + (rows.get(last) ?? 0)) / 2;
}

export type Direction = 'parent' | 'child' | 'above' | 'below';

/** The node that an arrow key leads to; `null` where there is none. */
export function nextNode(
  { places }: BoardLayout,
  { parents, children }: Links,
  id: string,
  direction: Direction,
): string | null {
  const here = places.get(id);
  if (here === undefined) return null;
  const nearest = (ids: readonly string[]) =>
    ids
      .flatMap((one) => places.get(one) ?? [])
      .sort((one, other) => Math.abs(one.y - here.y) - Math.abs(other.y - here.y))[0]?.id ?? null;
  if (direction === 'parent') return nearest(parents.get(id) ?? []);
  if (direction === 'child') return nearest(children.get(id) ?? []);
  const sign = direction === 'below' ? 1 : -1;
  return nearest(
    [...places.values()]
      .filter(({ column, y }) => column === here.column && (y - here.y) * sign > 0)
      .map((one) => one.id),
  );
}
