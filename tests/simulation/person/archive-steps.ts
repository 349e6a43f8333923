/** The person's steps with archives: exports everything, imports it again, and imports archives of others. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignParts } from '../archives/foreign';
import { contradict, type HostileKind, hostile } from '../archives/hostile';
import { type Parts, putTogether, rowsOf, takeApart } from '../archives/parts';
import { addChat, addImage } from '../archives/rows';
import { sleep } from '../drive';
import { readDatabase } from '../rules/database';
import { checkError } from '../rules/errors';
import { checkEndedImport, idsIn } from '../rules/imports';
import { plainLinesIn } from '../rules/lines';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import type { Import } from './memory';
import type { Act } from './step';

/** As long as the person waits for an archive. */
const MOST_WAITS = 60;

const REPLACED = 'not told, as another archive task has begun';

/** How the task that has just begun ends. The app tells of the last one alone, which may be another by then. */
async function ended(run: Run): Promise<string> {
  run.memory.archiveTasks += 1;
  const { archiveTasks } = run.memory;
  for (let waits = 0; waits < MOST_WAITS && run.app !== null; waits += 1) {
    const snapshot = await read(run, 'app.snapshot', {});
    if (run.memory.archiveTasks !== archiveTasks) return REPLACED;
    const task = snapshot?.archive ?? null;
    if (task?.error) checkError(run, 'An archive', task.error);
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

/** Hands an archive over and takes it in. @returns how it ended, or why it never began */
async function takeIn(run: Run, bytes: Buffer, cancelsAfterMs: number | null): Promise<string> {
  const { app } = run;
  if (app === null) return 'died';
  const pieces = (async function* () {
    yield bytes;
  })();
  const received = await Promise.race([app.core.receiveArchive(pieces), app.life.died.then(() => null)]);
  if (received === null || !received.ok) return `not handed over: ${received?.error.code ?? 'died'}`;
  // An app that was never used takes the settings of the archive.
  run.memory.pinned.clear();
  Object.assign(run.memory, { limit: null, activeId: null });
  const { archiveId } = received.value;
  await ask(run, 'archive.inspect', { archiveId });
  const started = await ask(run, 'archive.import', { archiveId });
  if (started.is !== 'ok') return `not begun: ${describe(started)}`;
  if (cancelsAfterMs !== null) {
    await sleep(run, cancelsAfterMs);
    await ask(run, 'archive.cancel', {});
  }
  return await ended(run);
}

/** The archive it was, one that lost its end on the way, or one with a byte that is another. */
function carried(run: Run, kind: 'whole' | 'cut' | 'changed', at: number): Buffer {
  const bytes = Buffer.from(run.memory.archive ?? []);
  if (kind === 'cut') return bytes.subarray(0, Math.floor(bytes.length * at));
  if (kind === 'changed') bytes[Math.floor(bytes.length * at)] = 0x55;
  return bytes;
}

const importAll: Act = async (run, random) => {
  if (run.memory.archive === null) return 'has no archive to import';
  const kind = random.weighted({ whole: 4, cut: 1, changed: 2 });
  const end = await takeIn(run, carried(run, kind, random.next()), null);
  return `imports an archive that is ${kind}: ${end}`;
};

/** The same rows as here, with other words in them. */
const importOther: Act = async (run) => {
  if (run.memory.archive === null) return 'has no archive to import';
  const parts = takeApart(run.memory.archive, (text) => text);
  const here = readDatabase(run, ({ all }) => all<{ id: string }>('SELECT id FROM messages')) ?? [];
  contradict(parts, (messageId) => here.some(({ id }) => id === messageId));
  const end = await takeIn(run, putTogether(parts, run.world.scheduler.now()), null);
  return `imports an archive that contradicts what is here: ${end}`;
};

const kinds: Readonly<Record<HostileKind, number>> = {
  ...{ plain: 3, 'strange-columns': 2, 'wrong-values': 2, 'wrong-profile': 2, deep: 1, 'loose-ends': 2 },
  ...{ 'huge-amounts': 1, 'under-way': 4, 'own-files': 3, 'own-names': 1, twice: 1, 'greedy-parts': 1 },
};

function madeElsewhere(run: Run, random: Random, id: string, kind: HostileKind) {
  const marks: Buffer[] = [];
  const now = Math.floor(run.world.scheduler.now());
  const making = { random, now, marker: `intent-${id}z`, profileId: run.profileId ?? 'sandbox', marks };
  const parts = foreignParts(run, random, id, marks);
  addChat(parts, making);
  addImage(parts, making, `boat of ${id}.png`);
  hostile[kind].change(parts, making, run);
  return { parts, marks, now };
}

const importForeign: Act = async (run, random, id) => {
  const kind = random.weighted(kinds);
  const { parts, marks, now } = madeElsewhere(run, random, id, kind);
  const known: Import = { kind, ids: idsIn(parts), marks, lines: plainLinesIn(parts), state: 'running' };
  run.memory.imports.push(known);
  const life = run.app?.life;
  mayEnd(run, random);
  const end = await takeIn(run, putTogether(parts, now), random.chance(0.1) ? random.int(0, 40) : null);
  known.state = stateOf(end, life?.isAlive === true);
  judge(run, kind, end, parts);
  checkEndedImport(run, known);
  return `imports an archive from elsewhere (${kind}): ${end}`;
};

/** Some imports are cut off by the end of the process, which the files they placed have to survive or leave with. */
function mayEnd({ world }: Run, random: Random): void {
  if (world.life === null || !random.chance(0.2)) return;
  world.life.diesAt = world.life.operations + random.int(100, 700);
  world.isPowerCut = random.chance(0.5);
}

function stateOf(end: string, isAlive: boolean): Import['state'] {
  if (end === 'completed') return 'completed';
  if (end === REPLACED) return 'running';
  return isAlive && !end.startsWith('never') ? 'undone' : 'cut';
}

/** What no archive of the app's own would hold is refused as such; what one would hold is not. */
function judge(run: Run, kind: HostileKind, end: string, parts: Parts): void {
  const { mustBe } = hostile[kind];
  if (mustBe === 'refused' && end === 'completed')
    violate(run, 'archive', `an archive that is wrong (${kind}) was taken in`);
  if (mustBe === 'refused' && end === 'failed storage_failed' && isSoundDisk(run))
    violate(run, 'archive', `an archive that is wrong (${kind}) is said to be a fault of the disk`);
  const isBoundless = rowsOf(parts, 'ledger').length > 1_000;
  if (mustBe === 'taken' && end === 'failed invalid_input' && !isBoundless)
    violate(
      run,
      'archive',
      `an archive that is sound (${kind}) was refused: ${run.errors.at(-1)?.error.message}`,
    );
}

/** Nothing was ever wrong with it. */
const isSoundDisk = ({ world: { disk }, damage, hasLostRows }: Run): boolean =>
  disk.database === null && !disk.hadTrouble && damage === null && !hasLostRows;

export const archiveSteps = {
  ...{ 'export-all': exportAll, 'import-all': importAll },
  ...{ 'import-other': importOther, 'import-foreign': importForeign },
} satisfies Record<string, Act>;
