/** `GET /sandbox/account`: not part of the API; lets a ledger be compared with the gateway's own account. */
import { z } from 'zod';
import type { Charge } from '../account';
import { check } from '../chat/request';
import { toCredits } from '../pricing';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';

const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(max));

const query = z.object({
  limit: whole(1000).optional(),
  before: whole(Number.MAX_SAFE_INTEGER).optional(),
});

export function showAccount(context: GatewayContext, services: Services): Response {
  const { limit = 100, before = null } = check(query, context.req.query());
  const { account, requests } = services;
  const { charges, hasMore } = account.charges(limit, before);
  const totals = account.totals();
  return jsonReply(context, services, {
    object: 'sandbox.account',
    initial_credits: toCredits(account.initialMicros),
    balance: toCredits(account.balanceMicros),
    held: toCredits(account.heldMicros),
    charged: toCredits(totals.micros),
    charge_count: totals.count,
    charges: { object: 'list', data: charges.map(chargeRecord), has_more: hasMore },
    requests: Object.fromEntries(requests),
  });
}

function chargeRecord(charge: Charge): Record<string, unknown> {
  return {
    id: charge.id,
    at: charge.at,
    operation: charge.operation,
    model: charge.model,
    state: charge.state,
    credits: toCredits(charge.micros),
    balance: toCredits(charge.balanceMicros),
    prompt_tokens: charge.promptTokens,
    completion_tokens: charge.completionTokens,
    request_id: charge.requestId,
    idempotency_key: charge.idempotencyKey,
  };
}
