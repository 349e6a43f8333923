/** What the person does with archives: takes everything along, and brings it back. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../drive';
import type { Run } from '../run-state';
import { homeOf } from '../world/app';
import { ask, describe, read } from './call';
import type { Act } from './step';

/** As long as the person waits for an archive. */
const MOST_WAITS = 60;

async function ended(run: Run): Promise<string> {
  for (let waits = 0; waits < MOST_WAITS && run.app !== null; waits += 1) {
    const snapshot = await read(run, 'app.snapshot', {});
    const task = snapshot?.archive ?? null;
    if (task !== null && task.state !== 'running') return `${task.state} ${task.error?.code ?? ''}`.trim();
    await sleep(run, 500);
  }
  return 'never heard of again';
}

const exportAll: Act = async (run, random) => {
  const started = await ask(run, 'archive.export', { includesMedia: random.chance(0.7) });
  if (started.is !== 'ok') return `exports everything: ${describe(started)}`;
  const end = await ended(run);
  const task = (await read(run, 'app.snapshot', {}))?.archive ?? null;
  const path = task?.exportId ? join(homeOf(run.world), 'exports', `${task.exportId}.zip`) : null;
  if (path !== null && task?.state === 'completed' && existsSync(path))
    run.memory.archive = readFileSync(path);
  return `exports everything: ${end}`;
};

/** The archive it was, one that lost its end on the way, or one with a byte that is another. */
function carried(run: Run, kind: 'whole' | 'cut' | 'changed', at: number): Buffer {
  const bytes = Buffer.from(run.memory.archive ?? []);
  if (kind === 'cut') return bytes.subarray(0, Math.floor(bytes.length * at));
  if (kind === 'changed') bytes[Math.floor(bytes.length * at)] = 0x55;
  return bytes;
}

const importAll: Act = async (run, random) => {
  const { app } = run;
  if (run.memory.archive === null || app === null) return 'has no archive to import';
  const kind = random.weighted({ whole: 4, cut: 1, changed: 2 });
  const bytes = carried(run, kind, random.next());
  const pieces = (async function* () {
    yield bytes;
  })();
  const received = await Promise.race([app.core.receiveArchive(pieces), app.life.died.then(() => null)]);
  if (received === null || !received.ok) return `hands over an archive: ${received?.error.code ?? 'died'}`;
  const { archiveId } = received.value;
  await ask(run, 'archive.inspect', { archiveId });
  const started = await ask(run, 'archive.import', { archiveId });
  if (started.is !== 'ok') return `imports an archive that is ${kind}: ${describe(started)}`;
  return `imports an archive that is ${kind}: ${await ended(run)}`;
};

export const archiveSteps = { 'export-all': exportAll, 'import-all': importAll } satisfies Record<
  string,
  Act
>;
