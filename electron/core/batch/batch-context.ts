import type { CallWait } from '../../../shared/calls/call-wait';
import { AppError } from '../../../shared/errors';
import type { Batch } from '../../../shared/lab/batch';
import type { EventBus } from '../events';
import { isFreeToResume, isOver } from '../jobs/job-end';
import { createDurableSave, type DurableSave } from '../lib/durable-save';
import type { BatchTurn, RowPlace } from '../ports/batches';
import type { Ports } from '../ports/ports';
import { type PlannedCall, unpaidCall } from '../prices/planned-call';
import type { Pace } from '../rate-limits/pace';
import { plannedCall, promptFor, type RowServices } from './ask-row';
import { type BatchNews, createBatchNews } from './batch-news';

interface HeldBack {
  readonly profileId: string;
  readonly until: number;
  readonly cancel: () => void;
}

/** What all batch functions share. */
export interface BatchContext {
  readonly ports: Ports;
  readonly services: RowServices & { readonly events: EventBus; readonly pace: Pace };
  readonly news: BatchNews;
  /** Rows with a running request, by name. */
  readonly asking: Map<string, RowPlace>;
  /** Rows that the person retried while their batch is paused, by name. */
  readonly retried: Map<string, RowPlace>;
  /** Batches whose next row waits for what the headers of their profile's gateway said. */
  readonly heldBack: Map<string, HeldBack>;
  /** Running rows whose call waited when their batch was paused, by name: they are to be asked for again. */
  readonly recalled: Set<string>;
  /** What the calls of running rows wait for, by the row's name. */
  readonly waits: Map<string, CallWait>;
  /** Applies how rows ended, also after a time in which the database couldn't be written. */
  readonly save: DurableSave;
  isClosing: boolean;
  /** Starts further rows, as far as there is room. */
  pump(): void;
}

export function createBatchContext(ports: Ports, services: BatchContext['services']): BatchContext {
  return {
    ports,
    services,
    news: createBatchNews(ports, services.events),
    asking: new Map(),
    retried: new Map(),
    heldBack: new Map(),
    recalled: new Set(),
    waits: new Map(),
    isClosing: false,
    save: createDurableSave(ports, {
      onRefused: ({ code }) => ports.log(`a batch waits for the database: ${code}`),
    }),
    pump: () => undefined,
  };
}

export const nameOf = ({ batchId, position }: RowPlace): string => `${batchId} ${position}`;

/** The row has no running request any more. */
export function leave({ asking, waits, recalled }: BatchContext, place: RowPlace): void {
  const name = nameOf(place);
  asking.delete(name);
  waits.delete(name);
  recalled.delete(name);
}

/** @throws AppError `not_found`. */
export function findBatch({ news }: BatchContext, id: string): Batch {
  const batch = news.read(id);
  if (batch) return batch;
  throw new AppError({ code: 'not_found', message: 'This batch no longer exists.' });
}

/**
 * Admits the rows together. A row whose job was charged already and is only resumed costs nothing.
 * @throws AppError `over_budget` or `needs_confirmation`
 */
export function admitRows(
  { ports, services }: BatchContext,
  batch: Batch,
  turns: readonly BatchTurn[],
  isConfirmed: boolean | undefined,
  mend?: string,
): void {
  services.spending.admitAll(plannedRows(ports.storage, batch, turns, mend), isConfirmed);
}

/**
 * The calls that these rows still have to pay for: none for a job that is only resumed, else what is left of it.
 *
 * @param mend the message that follows the reply of the row
 */
export function plannedRows(
  { jobs, messages }: Pick<Ports['storage'], 'jobs' | 'messages'>,
  batch: Batch,
  turns: readonly BatchTurn[],
  mend?: string,
): readonly PlannedCall[] {
  const promptOf = (turn: BatchTurn) => {
    const prompt = promptFor(batch, turn);
    if (mend === undefined || turn.replyId === null) return prompt;
    const reply = messages.get(turn.replyId);
    return { length: prompt.length + (reply?.text.length ?? 0) + mend.length };
  };
  const callOf = (turn: BatchTurn): PlannedCall | null => {
    const job = jobs.get(turn.key);
    if (job === undefined || isOver(job)) return plannedCall(batch, promptOf(turn));
    return isFreeToResume(job) ? null : unpaidCall(job);
  };
  return turns.map(callOf).filter((call) => call !== null);
}
