/** What the window shows as the most that a request can cost is not passed. */
import { type Run, violate } from '../run-state';

export function checkForeseen(run: Run): void {
  if (run.memory.mostOf.size === 0) return;
  for (const { account, unit } of run.gateways)
    for (const { marker, amount } of unit === 'credits' ? account.charges : []) {
      const most = run.memory.mostOf.get(marker ?? '') ?? Number.POSITIVE_INFINITY;
      if (amount > most)
        violate(run, 'sent', `${marker} was charged ${amount}, and ${most} was shown as the most`);
    }
}
