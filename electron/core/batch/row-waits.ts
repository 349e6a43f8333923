/** What keeps the rows of a batch from being sent: the gateway's rate limit, before a row starts or while its call waits. */
import type { CallWait } from '../../../shared/calls/call-wait';
import type { RowPlace } from '../ports/batches';
import { type BatchContext, nameOf } from './batch-context';

/** True where the next row has to wait for what the gateway's headers said; it is started once that is over. */
export function isHeldBack(context: BatchContext, id: string): boolean {
  const { ports, services, heldBack } = context;
  const batch = ports.storage.batches.get(id);
  const waitMs = batch === undefined ? 0 : services.pace.waitMs(batch.profileId);
  if (batch === undefined || waitMs === 0) return false;
  const cancel = ports.clock.setTimer(waitMs, () => wake(context, id));
  heldBack.set(id, { profileId: batch.profileId, until: ports.clock.now() + waitMs, cancel });
  showWait(context, id);
  return true;
}

/** A response, or the end of a request, may leave room earlier than its reset. */
export function wakePaced(context: BatchContext, profileId: string): void {
  if (context.heldBack.size === 0) return;
  // Not at once: a transaction may be open.
  queueMicrotask(() => {
    if (context.isClosing || context.services.pace.waitMs(profileId) > 0) return;
    for (const [id, held] of [...context.heldBack]) if (held.profileId === profileId) wake(context, id);
  });
}

function wake(context: BatchContext, id: string): void {
  endHold(context, id);
  showWait(context, id);
  context.pump();
}

/** No row of the batch is held back any longer. */
export function endHold({ heldBack }: BatchContext, id: string): void {
  heldBack.get(id)?.cancel();
  heldBack.delete(id);
}

/** Takes what the call of a running row waits for; `null` once it is sent. */
export function noteWait(context: BatchContext, place: RowPlace | undefined, wait: CallWait | null): void {
  if (place === undefined) return;
  const name = nameOf(place);
  if (wait !== null) context.waits.set(name, wait);
  else if (!context.waits.delete(name)) return;
  showWait(context, place.batchId);
  // It leaves room for rows of other batches. Not at once: a transaction may be open.
  if (wait !== null) queueMicrotask(() => context.pump());
}

/** A batch waits where its next row is held back, or where each of its running rows waits. */
export function showWait(context: BatchContext, id: string): void {
  setWait(context, id);
  context.news.batch(id);
}

/** The same, where the batch is reported soon anyway. */
export function setWait({ asking, heldBack, waits, news }: BatchContext, id: string): void {
  const held = heldBack.get(id);
  const running = [...asking].filter(([, { batchId }]) => batchId === id).map(([name]) => waits.get(name));
  const waiting = running.filter((wait) => wait !== undefined);
  const allWait = running.length > 0 && waiting.length === running.length;
  const ends = [...(held ? [held.until] : []), ...(allWait ? waiting.map(({ nextAt }) => nextAt) : [])];
  const isPaced = waiting.every((wait) => wait.isPaced === true);
  news.setWait(id, ends.length === 0 ? null : Math.min(...ends), isPaced);
}
