import type { OutlineEntry } from '../../../../shared/chat/chat';

/** Messages that follow each other without a fork: one row of the map of branches. */
export interface BranchRow {
  /** Of its first message. */
  readonly id: string;
  readonly first: OutlineEntry;
  readonly count: number;
  /** How many forks are above it. */
  readonly depth: number;
  /** The row that it continues; `null` for the beginnings of the chat. */
  readonly aboveId: string | null;
  /** Its place among the rows that continue the same one, from 1. */
  readonly place: number;
  readonly setSize: number;
  /** Whether the branch on show goes through it. */
  readonly isShown: boolean;
}

/**
 * The branches of a chat as rows from top to bottom, each followed by those that continue it, oldest first.
 * @param outline all messages of the chat; one whose parent is missing begins a branch
 * @param leafId the end of the branch on show
 */
export function branchRows(outline: readonly OutlineEntry[], leafId: string | null): readonly BranchRow[] {
  const byId = new Map(outline.map((entry) => [entry.id, entry]));
  const below = byParent(outline, byId);
  const shown = shownIds(byId, leafId);
  const rows: BranchRow[] = [];
  const begin = (parentId: string | null, depth: number, aboveId: string | null) =>
    (below.get(parentId) ?? [])
      .map((first, at, all) => ({ first, depth, aboveId, place: at + 1, setSize: all.length }))
      .reverse();
  const open = begin(null, 0, null);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id } = next.first;
    const run = straightRun(next.first, below);
    rows.push({ ...next, id, count: run.count, isShown: shown.has(id) });
    open.push(...begin(run.endId, next.depth + 1, id));
  }
  return rows;
}

type Below = ReadonlyMap<string | null, readonly OutlineEntry[]>;

function byParent(outline: readonly OutlineEntry[], byId: ReadonlyMap<string, OutlineEntry>): Below {
  const below = new Map<string | null, OutlineEntry[]>();
  for (const entry of outline) {
    const parentId = entry.parentId !== null && byId.has(entry.parentId) ? entry.parentId : null;
    const beside = below.get(parentId);
    if (beside === undefined) below.set(parentId, [entry]);
    else beside.push(entry);
  }
  return below;
}

function shownIds(byId: ReadonlyMap<string, OutlineEntry>, leafId: string | null): ReadonlySet<string> {
  const shown = new Set<string>();
  for (let id = leafId; id !== null && !shown.has(id); id = byId.get(id)?.parentId ?? null) shown.add(id);
  return shown;
}

function straightRun(first: OutlineEntry, below: Below) {
  let [endId, count] = [first.id, 1];
  for (;;) {
    const [only, other] = below.get(endId) ?? [];
    if (only === undefined || other !== undefined) return { endId, count };
    endId = only.id;
    count += 1;
  }
}

/** Where the left and right arrow keys go from a row: the one it continues, or the first that continues it. */
export function rowBeside(rows: readonly BranchRow[], id: string | null, key: string): BranchRow | undefined {
  const at = rows.findIndex((row) => row.id === id);
  if (key === 'ArrowLeft') return rows.find((row) => row.id === rows[at]?.aboveId);
  if (key === 'ArrowRight') return rows.find(({ aboveId }) => aboveId !== null && aboveId === id);
  return undefined;
}
