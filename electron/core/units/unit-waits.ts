/** What keeps units from being sent: the gateway's rate limit, before one starts or while its call waits. */
import type { CallWait } from '../../../shared/calls/rate-limit';
import type { Unit, UnitPlace } from '../ports/work';
import { nameOf, pumpAll, type WorkContext } from './work-context';

/** True where the unit has to wait for what the gateway's headers said; the next is started once that is over. */
export function isHeldBack(context: WorkContext, unit: Unit): boolean {
  const { ports, services, heldBack, kind } = context;
  const { ownerId } = unit;
  const profileId = kind.profileOf(unit);
  const waitMs = profileId === undefined ? 0 : services.pace.waitMs(profileId);
  if (profileId === undefined || waitMs === 0) return false;
  const key = `${ownerId} ${profileId}`;
  if (heldBack.has(key)) return true;
  const cancel = ports.clock.setTimer(waitMs, () => wake(context, key));
  heldBack.set(key, { ownerId, profileId, until: ports.clock.now() + waitMs, cancel });
  showWait(context, ownerId);
  return true;
}

/** Profiles whose units of an owner are held back. */
export const heldProfiles = ({ heldBack }: WorkContext, ownerId: string): readonly string[] =>
  [...heldBack.values()].filter((held) => held.ownerId === ownerId).map(({ profileId }) => profileId);

/** A response, or the end of a request, may leave room earlier than its reset. */
export function wakePaced(context: WorkContext, profileId: string): void {
  if (context.heldBack.size === 0) return;
  // Not at once: a transaction may be open.
  queueMicrotask(() => {
    if (context.isClosing || context.services.pace.waitMs(profileId) > 0) return;
    for (const [key, held] of [...context.heldBack]) if (held.profileId === profileId) wake(context, key);
  });
}

function wake(context: WorkContext, key: string): void {
  const ownerId = context.heldBack.get(key)?.ownerId;
  context.heldBack.get(key)?.cancel();
  context.heldBack.delete(key);
  if (ownerId !== undefined) showWait(context, ownerId);
  context.pump();
}

/** No unit of the owner is held back any longer. */
export function endHold({ heldBack }: WorkContext, ownerId: string): void {
  for (const [key, held] of [...heldBack]) {
    if (held.ownerId !== ownerId) continue;
    held.cancel();
    heldBack.delete(key);
  }
}

/** Takes what the call of a running unit waits for; `null` once it is sent. */
export function noteWait(context: WorkContext, place: UnitPlace | undefined, wait: CallWait | null): void {
  if (place === undefined) return;
  const name = nameOf(place);
  if (wait !== null) context.waits.set(name, wait);
  else if (!context.waits.delete(name)) return;
  showWait(context, place.ownerId);
  // It leaves room for units of others.
  if (wait !== null) pumpAll(context);
}

/** An owner waits where its next unit is held back, or where each of its running units waits. */
export function showWait(context: WorkContext, id: string): void {
  setWait(context, id);
  context.kind.reports.owner(id);
}

/** The same, where the owner is reported soon anyway. */
export function setWait({ asking, heldBack, waits, kind }: WorkContext, id: string): void {
  const held = [...heldBack.values()].filter(({ ownerId }) => ownerId === id);
  const running = [...asking].filter(([, { ownerId }]) => ownerId === id).map(([name]) => waits.get(name));
  const waiting = running.filter((wait) => wait !== undefined);
  const allWait = running.length > 0 && waiting.length === running.length;
  const ends = [...held.map(({ until }) => until), ...(allWait ? waiting.map(({ nextAt }) => nextAt) : [])];
  const isPaced = waiting.every((wait) => wait.isPaced === true);
  kind.reports.setWait(id, ends.length === 0 ? null : Math.min(...ends), isPaced);
}
