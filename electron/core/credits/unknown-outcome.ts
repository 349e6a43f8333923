import type { GatewayFailure } from '../../gateway/types/call';
import type { LedgerStore } from '../ports/ledger';

/** Statuses a gateway may return while the first request with this key is still running or done. */
const MAY_MEAN_ACCEPTED: readonly number[] = [408, 409, 425];

/**
 * Whether a call that was asked again with the same key is still of unknown outcome: it was before, and this answer
 * does not say that nothing was accepted.
 */
export function staysUnknown(
  ledger: LedgerStore,
  idempotencyKey: string | null | undefined,
  failure: Pick<GatewayFailure, 'statusCode'> | null,
): boolean {
  if (!idempotencyKey || failure === null || !MAY_MEAN_ACCEPTED.includes(failure.statusCode)) return false;
  return ledger.isUnknown(idempotencyKey);
}
