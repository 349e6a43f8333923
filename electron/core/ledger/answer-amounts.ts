/** The amounts in an answer, in the unit of the profile that sent the call. */

import { type Amount, type ProfileMoney, toAmount, toCharge } from '../../../shared/money/money';
import type { CallMeta, GatewayFailure, ReportedCost } from '../../gateway/types/call';
import type { LedgerStore } from '../ports/ledger';

/** The parts of an answer, or of a failure, that hold amounts. */
export type ReportedAmounts = Pick<CallMeta, 'credits'> & { readonly reportedCost?: ReportedCost | null };

export interface Amounts {
  readonly used: Amount | null;
  readonly remaining: Amount | null;
}

/**
 * An amount in another unit counts as unknown; nothing is converted. A figure without a currency is taken as dollars for
 * dollar profiles. A server that charges nothing costs nothing, whatever it leaves out.
 */
export function amountsIn(
  { unit, isFree }: ProfileMoney,
  { credits, reportedCost }: ReportedAmounts,
): Amounts {
  const [used, remaining] =
    unit === 'credits' ? [credits.used, credits.remaining] : [reportedCost?.amount ?? null, null];
  return {
    used: toCharge(used, unit) ?? (isFree ? (0 as Amount) : null),
    remaining: toAmount(remaining, unit),
  };
}

/** A refusal that names a charge was no refusal: to send the call again would be paid again. */
export const namesCharge = ({ credits, reportedCost }: ReportedAmounts): boolean =>
  (credits.used ?? 0) > 0 || (reportedCost?.amount ?? 0) > 0;

/** The same answer with another charge: the part of it that is new. */
export function withCharge<Meta extends CallMeta>(
  meta: Meta,
  unit: ProfileMoney['unit'],
  used: number | null,
): Meta {
  if (unit === 'credits') return { ...meta, credits: { ...meta.credits, used } };
  const reportedCost = used === null ? null : { currency: 'USD' as const, from: 'job', amount: used };
  return { ...meta, reportedCost };
}

/** A reported charge is known, whatever happened to the rest of the answer. */
export function outcomeOf(used: Amount | null, { outcomeUnknown }: Pick<GatewayFailure, 'outcomeUnknown'>) {
  if (used === null) return outcomeUnknown ? 'unknown' : 'refused';
  return used === 0 && !outcomeUnknown ? 'refused' : 'answered';
}

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
