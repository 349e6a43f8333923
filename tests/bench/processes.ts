/** What a program and all it started take of the machine: memory, processor time, wake-ups. */
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

export interface Activity {
  /** Processor time since they began, in milliseconds. */
  readonly cpuMs: number;
  /** How often a thread of theirs woke up since it began. */
  readonly wakeUps: number;
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** What the processes and all their descendants have done so far; two readings tell what they do meanwhile. */
export async function activityOf(roots: readonly number[]): Promise<Activity> {
  const ids = withDescendants(roots, await childrenByParent());
  const [cpu, wakeUps] = await Promise.all([sumOf(ids, cpuTicks), sumOf(ids, sleeps)]);
  return { cpuMs: cpu * tickMs, wakeUps };
}

async function sumOf(ids: readonly number[], measure: (id: number) => Promise<number>): Promise<number> {
  return (await Promise.all(ids.map(measure))).reduce((sum, one) => sum + one, 0);
}

async function cpuTicks(id: number): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** A thread that went to sleep by itself was awake before. */
async function sleeps(id: number): Promise<number> {
  const threads = await readdir(`/proc/${id}/task`).catch(() => []);
  return sumOf(threads.map(Number), async (thread) => {
    const status = await readFile(`/proc/${id}/task/${thread}/status`, 'utf8').catch(() => '');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
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
