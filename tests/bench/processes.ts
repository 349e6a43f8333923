/** What a program and all it started hold of the machine's memory. */
import { readdir, readFile } from 'node:fs/promises';

/** Whether this system can be measured; only Linux counts shared pages once. */
export const tellsMemory = process.platform === 'linux';

/**
 * The proportional set size of the processes and all their descendants, in MB (10⁶ bytes): a page that several share
 * counts in parts, so that the sum counts it once.
 */
export async function memoryOf(roots: readonly number[]): Promise<number> {
  const children = await childrenByParent();
  const sizes = await Promise.all(withDescendants(roots, children).map(proportionalKilobytes));
  return (sizes.reduce((sum, size) => sum + size, 0) * 1_024) / 1e6;
}

function withDescendants(ids: readonly number[], children: ReadonlyMap<number, readonly number[]>): number[] {
  return ids.flatMap((id) => [id, ...withDescendants(children.get(id) ?? [], children)]);
}

async function childrenByParent(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The name of the program stands in brackets and may hold anything; the parent is the second field after it.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** 0 for one that has ended meanwhile. */
async function proportionalKilobytes(id: number): Promise<number> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}
