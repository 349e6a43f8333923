/** Rows wait while the gateway's headers say that it would refuse their requests. */
import type { BatchTurn } from '../ports/batches';
import { type BatchContext, nameOf, wake } from './batch-context';

/** True where the next row has to wait; it is started once that is over. */
export function isHeldBack(context: BatchContext, id: string): boolean {
  const { ports, services, backOffs, paced, news } = context;
  const batch = ports.storage.batches.get(id);
  const waitMs = batch === undefined ? 0 : services.pace.waitMs(batch.profileId);
  if (batch === undefined || waitMs === 0) return false;
  backOffs.set(
    id,
    ports.clock.setTimer(waitMs, () => wake(context, id)),
  );
  paced.set(id, batch.profileId);
  news.setWait(id, ports.clock.now() + waitMs, true);
  news.batch(id);
  return true;
}

/** A response, or the end of a request, may leave room earlier than its reset. */
export function wakePaced(context: BatchContext, profileId: string): void {
  if (context.paced.size === 0) return;
  // Not at once: a transaction may be open.
  queueMicrotask(() => {
    if (context.isClosing || context.services.pace.waitMs(profileId) > 0) return;
    for (const [id, waitsFor] of [...context.paced]) if (waitsFor === profileId) wake(context, id);
  });
}

/** A reply is one request under the row's key; a job counts its own. */
export function takeTurn({ ports, services, taken }: BatchContext, turn: BatchTurn): void {
  const batch = ports.storage.batches.get(turn.batchId);
  if (batch?.modality !== 'chat') return;
  taken.set(nameOf(turn), services.pace.take(batch.profileId, turn.key));
}
