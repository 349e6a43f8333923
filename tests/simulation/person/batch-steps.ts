/** What the person does with batches. */
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import type { ParameterValues } from '../../../shared/modalities/modalities';
import { markerOf } from '../far/account';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { activate, ask, describe, read } from './call';
import { drawExtra } from './extra';
import { goesOnForFree } from './job-steps';
import type { Act } from './step';
import { loopOf, rounds } from './tool-steps';

async function anyBatch(run: Run, random: Random, fits: (batch: Batch) => boolean): Promise<Batch | null> {
  const page = await read(run, 'batches.page', { modality: null, cursor: null, limit: 50 });
  const found = (page?.batches ?? []).filter(fits).sort((one, other) => (one.id < other.id ? -1 : 1));
  return found.length === 0 ? null : random.pick(found);
}

const create: Act = async (run, random, id) => {
  const modality = random.weighted({ chat: 3, image: 3, video: 2, speech: 1 });
  const markers = Array.from({ length: random.int(2, 6) }, (_, at) => `intent-${id}-r${at}`);
  const parameters = parametersOf(random, modality);
  for (const marker of markers) {
    run.intents.allow(marker, 'any');
    run.intents.note(marker, { model: `sim/${modality}`, count: Number(parameters.count ?? 1) });
  }
  const batchId = random.uuid();
  const answer = await ask(run, 'batches.create', {
    ...{ id: batchId, name: `Batch ${id}`, modality, model: `sim/${modality}`, extra: drawExtra(random) },
    ...{ template: 'Something about {{name}}.', columns: ['name'], rows: markers.map((marker) => [marker]) },
    settings: modality === 'chat' && random.chance(0.5) ? { stream: true } : {},
    parameters,
  });
  if (answer.is === 'ok') run.memory.batches.set(batchId, { rows: markers.length });
  if (answer.is === 'refused') for (const marker of markers) run.intents.takeBack(marker);
  return `runs a batch of ${markers.length} ${modality} rows, intent-${id}: ${describe(answer)}`;
};

/** Each row answers calls by itself, which may be charged as often as was allowed. */
const createWithTools: Act = async (run, random, id) => {
  const markers = Array.from({ length: random.int(1, 4) }, (_, at) => `intent-${id}-r${at}`);
  const tools = loopOf(random);
  for (const marker of markers) {
    run.intents.allow(marker, 'any', 1 + rounds);
    run.intents.note(marker, { model: 'sim/chat', count: 1 });
  }
  const batchId = random.uuid();
  const answer = await ask(run, 'batches.create', {
    ...{ id: batchId, name: `Batch ${id}`, modality: 'chat', model: 'sim/chat', extra: {}, parameters: {} },
    ...{ template: 'Something about {{name}}.', columns: ['name'], rows: markers.map((marker) => [marker]) },
    settings: { ...(random.chance(0.5) && { stream: true }), tools },
  });
  if (answer.is === 'ok') run.memory.batches.set(batchId, { rows: markers.length });
  if (answer.is === 'refused')
    for (const marker of markers) for (let at = 0; at <= rounds; at += 1) run.intents.takeBack(marker);
  return `runs a batch of ${markers.length} rows with tools, intent-${id}: ${describe(answer)}`;
};

/** From here on each answer keeps its cost for later, so that a round is paid before its price is known. */
const createLate: Act = async (run, random, id) => {
  const { dollars, dollarsId } = run;
  if (dollarsId !== null) await activate(run, dollarsId);
  dollars.manners.tellsLater = dollars.dialect === 'openrouter' && dollars.manners.tells === 'all';
  // The call of an early round may not be known yet as that of a later one is.
  const fault = { kind: 'status' as const, status: 404, retryAfter: null };
  dollars.waiting.push({ route: 'account', fault, left: random.int(0, 4) });
  const made = await createWithTools(run, random, id);
  return dollars.manners.tellsLater ? `${made}; what it costs is known later` : made;
};

/** Some rows of images have several results each. */
function parametersOf(random: Random, modality: string): ParameterValues {
  if (modality === 'speech') return { format: 'wav' };
  return modality === 'image' && random.chance(0.6) ? { count: random.int(2, 4) } : {};
}

/** Of its rows; those that answer tools go on with the calls that were confirmed. */
const intentsOf = ({ name }: Batch): string => `${name.replace('Batch ', 'intent-')}-r`;

const pause: Act = async (run, random) => {
  const batch = await anyBatch(run, random, ({ status }) => status === 'running');
  if (!batch) return 'has no batch to pause';
  const answer = await ask(run, 'batches.pause', { id: batch.id });
  noteHalt(run, batch, answer.is === 'ok');
  return `pauses ${batch.name}: ${describe(answer)}`;
};

function noteHalt({ memory, world }: Run, batch: Batch, isHalted: boolean): void {
  const hasTools = batch.modality === 'chat' && batch.settings.tools !== undefined;
  if (isHalted && !hasTools) memory.haltedBatches.set(intentsOf(batch), world.scheduler.now());
}

/** Waiting rows were confirmed with the batch, so resuming it confirms nothing more. */
const resume: Act = async (run, random) => {
  const batch = await anyBatch(run, random, ({ status }) => status === 'paused');
  if (!batch) return 'has no batch to resume';
  run.memory.haltedBatches.delete(intentsOf(batch));
  return `resumes ${batch.name}: ${describe(await ask(run, 'batches.resume', { id: batch.id }))}`;
};

const stop: Act = async (run, random) => {
  const batch = await anyBatch(run, random, ({ status }) => status === 'running' || status === 'paused');
  if (!batch) return 'has no batch to stop';
  const answer = await ask(run, 'batches.stop', { id: batch.id });
  noteHalt(run, batch, answer.is === 'ok');
  return `stops ${batch.name}: ${describe(answer)}`;
};

const markerOfRow = ({ values }: BatchRow): string => markerOf(values.join(' ')) ?? '';

/** A retry is a new charge, with those of the rounds behind it, except where the app has the result waiting. */
function allowRow(run: Run, batch: Batch, row: BatchRow, allow: (marker: string) => void): void {
  const job = row.jobId === null ? undefined : run.memory.seenJobs.get(row.jobId);
  if (job && goesOnForFree(job)) return;
  const calls = 1 + (batch.modality === 'chat' ? (batch.settings.tools?.loop?.rounds ?? 0) : 0);
  for (let at = 0; at < calls; at += 1) allow(markerOfRow(row));
}

const retryRow: Act = async (run, random) => {
  const batch = await anyBatch(run, random, () => true);
  const rows = batch ? await read(run, 'batches.rows', { id: batch.id, from: 0, limit: 100 }) : null;
  const ended = (rows ?? []).filter(({ status }) => ['failed', 'interrupted', 'stopped'].includes(status));
  if (!batch || ended.length === 0) return 'has no row to retry';
  const row = random.pick(ended);
  allowRow(run, batch, row, (marker) => run.intents.allow(marker, 'any'));
  const answer = await ask(run, 'batches.retryRow', { id: batch.id, position: row.position });
  if (answer.is === 'refused') allowRow(run, batch, row, run.intents.takeBack);
  return `retries the ${row.status} row ${markerOfRow(row)}: ${describe(answer)}`;
};

const retryFailed: Act = async (run, random) => {
  const batch = await anyBatch(run, random, ({ counts }) => counts.failed > 0);
  const rows = batch ? await read(run, 'batches.rows', { id: batch.id, from: 0, limit: 100 }) : null;
  const failed = (rows ?? []).filter(({ status }) => status === 'failed');
  if (!batch || failed.length === 0) return 'has no failed rows';
  for (const row of failed) allowRow(run, batch, row, (marker) => run.intents.allow(marker, 'any'));
  const answer = await ask(run, 'batches.retryFailed', { id: batch.id });
  if (answer.is === 'refused') for (const row of failed) allowRow(run, batch, row, run.intents.takeBack);
  return `retries all ${failed.length} failed rows of ${batch.name}: ${describe(answer)}`;
};

const remove: Act = async (run, random) => {
  const batch = await anyBatch(run, random, () => true);
  if (!batch) return 'has no batch to delete';
  run.memory.removed.add(batch.id);
  const answer = await ask(run, 'batches.remove', { id: batch.id });
  if (answer.is !== 'ok' || random.chance(0.5)) return `deletes ${batch.name}: ${describe(answer)}`;
  const back = await ask(run, 'batches.restore', { id: batch.id });
  return `deletes ${batch.name} and takes it back: ${describe(back)}`;
};

export const batchSteps = {
  ...{
    batch: create,
    'batch-tools': createWithTools,
    'batch-late': createLate,
    'pause-batch': pause,
    'resume-batch': resume,
    'stop-batch': stop,
  },
  ...{ 'retry-row': retryRow, 'retry-failed': retryFailed, 'delete-batch': remove },
} satisfies Record<string, Act>;
