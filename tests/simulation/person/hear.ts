/** Records the events that a window gets, and checks them against the rules. */
import type { AppEvent } from '../../../shared/contract';
import { checkError } from '../rules/errors';
import { checkPatience } from '../rules/patience';
import { checkSecrets } from '../rules/secrets';
import { type Run, violate } from '../run-state';

type EventOf<Type extends AppEvent['type']> = Extract<AppEvent, { type: Type }>;

export function hearEvent(run: Run, event: AppEvent): void {
  checkSecrets(run, `the event ${event.type}`, event);
  if (event.type === 'job.changed') hearJob(run, event);
  if (event.type === 'message.changed') hearMessage(run, event);
  if (event.type === 'message.delta') hearDelta(run, event);
  if (event.type === 'batch.changed') hearBatch(run, event);
  if (event.type === 'experiment.changed' && event.experiment.error !== null)
    checkError(run, 'an experiment', event.experiment.error);
  if (event.type === 'check.changed') hearCheck(run, event);
  if (event.type === 'check.result') hearResult(run, event);
  if (event.type === 'batch.row.changed' && event.row.error !== null)
    checkError(run, 'a row of a batch', event.row.error);
}

function hearJob(run: Run, { job }: EventOf<'job.changed'>): void {
  run.memory.seenJobs.set(job.id, job);
  if (job.error !== null) checkError(run, `a ${job.modality} job`, job.error);
  if (job.error?.stage === 'request') checkPatience(run, `a ${job.modality} job`, job.error);
  if (['failed', 'interrupted'].includes(job.status) && job.error === null)
    violate(run, 'errors', `a ${job.modality} job is ${job.status} without a reason`);
}

function hearMessage(run: Run, { message }: EventOf<'message.changed'>): void {
  const { id, error, status, wait = null } = message;
  run.memory.replyWaits.set(id, wait?.nextAt ?? null);
  if (error !== null) {
    checkError(run, 'a reply', error);
    checkPatience(run, 'a reply', error);
  }
  if (status === 'failed' || status === 'interrupted') run.memory.broken.add(id);
  if (status !== 'streaming') run.memory.seenText.delete(id);
}

function hearDelta(run: Run, event: EventOf<'message.delta'>): void {
  const { part, messageId, offset: from, text, isWhole = false } = event;
  if (part !== 'text') return;
  const steps = isWhole ? [] : (run.memory.seenText.get(messageId)?.steps ?? []);
  const step = { at: run.world.scheduler.now(), from, text };
  run.memory.seenText.set(messageId, { steps: [...steps, step] });
}

function hearBatch(run: Run, { batch }: EventOf<'batch.changed'>): void {
  run.memory.batchWaits.set(batch.id, batch.waitsUntil);
  if (batch.error !== null) checkError(run, 'a batch', batch.error);
}

function hearCheck(run: Run, { check }: EventOf<'check.changed'>): void {
  run.memory.checkWaits.set(check.id, check.wait?.nextAt ?? null);
  if (check.error !== null) checkError(run, 'a check', check.error);
}

function hearResult({ memory }: Run, { result }: EventOf<'check.result'>): void {
  const known = memory.judged.get(result.checkId) ?? new Set<string>();
  memory.judged.set(result.checkId, new Set([...known, result.probe]));
}

export function hearLine(run: Run, line: string): void {
  checkSecrets(run, 'a line for the console', line);
}

/** A crash may lose what arrived in the last moments, and what a disk in trouble could not take. */
const MAY_BE_LOST_MS = 1_000;

/** As the process dies: what a window had on show long enough to be on the disk. */
export function rememberShown(run: Run, wasInTrouble: boolean): void {
  const { seenText, mustHave } = run.memory;
  const now = run.world.scheduler.now();
  for (const [id, { steps }] of wasInTrouble ? [] : seenText) {
    const isFromTheStart = steps[0]?.from === 0;
    const old = steps.filter(({ at }) => isFromTheStart && now - at > MAY_BE_LOST_MS);
    if (old.length > 0) mustHave.set(id, old.map(({ text }) => text).join(''));
  }
  seenText.clear();
}
