/** Test helpers for batches. */
import { randomUUID } from 'node:crypto';
import type { CommandInput } from '../../shared/contract';
import type { Batch, BatchRow } from '../../shared/lab/batch';
import type { ModalityId } from '../../shared/modalities/modalities';
import { emptySetup } from '../../shared/run/setup';
import type { TestCore } from './core';

export type BatchCallRequest = CommandInput<'batches.create'>;
type Parts = UnionToParts<BatchCallRequest>;
type UnionToParts<Request> = Request extends unknown ? Partial<Omit<Request, 'modality'>> : never;
type BatchPart = { readonly modality?: ModalityId } & Parts;

/** Five rows of two columns with the echo model, unless overridden. */
export function aBatch(more: BatchPart = {}): BatchCallRequest {
  return {
    id: randomUUID(),
    name: 'A batch',
    model: 'sandbox/echo',
    template: 'Say {{what}} {{count:number=1}} times',
    ...emptySetup(more.modality ?? 'chat'),
    columns: ['what', 'count'],
    rows: ['one', 'two', 'three', 'four', 'five'].map((word, index) => [word, String(index + 1)]),
    ...more,
  } as BatchCallRequest;
}

export const batchOf = (app: TestCore, id: string): Promise<Batch> => app.tell('batches.get', { id });

export const rowsOf = (app: TestCore, id: string): Promise<readonly BatchRow[]> =>
  app.tell('batches.rows', { id, from: 0, limit: 500 });

/** Waits until the batch fulfils a condition. */
export async function untilBatch(
  app: TestCore,
  id: string,
  isReached: (batch: Batch) => boolean,
  timeoutMs = 100_000,
): Promise<Batch> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const batch = await batchOf(app, id);
    if (isReached(batch)) return batch;
    if (Date.now() > deadline) throw new Error(`the batch did not get there: ${JSON.stringify(batch)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const untilDone = (app: TestCore, id: string, timeoutMs?: number): Promise<Batch> =>
  untilBatch(app, id, ({ status }) => status === 'completed', timeoutMs);
