/** Of a batch that the person paused or stopped, no row is sent that was not on its way, unless it is asked for again. */
import { type Run, violate } from '../run-state';
import { isCostly, markerOfRequest } from './money';

/** What was on its way as the person pressed still arrives. */
const ON_THE_WAY_MS = 30_000;

export function checkHaltedBatches(run: Run): void {
  if (run.memory.haltedBatches.size === 0) return;
  for (const request of run.gateways.flatMap(({ requests }) => requests.filter(isCostly))) {
    const marker = markerOfRequest(request) ?? '';
    const haltedAt = run.memory.haltedBatches.get(marker.replace(/\d+$/, '')) ?? Infinity;
    if (request.at > haltedAt + ON_THE_WAY_MS && run.intents.allowed(marker) === 1)
      violate(run, 'sent', `${marker} was sent after its batch was halted`);
  }
}
