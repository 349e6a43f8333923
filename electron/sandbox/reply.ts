/** Every JSON reply is sent through here, so that each has the metadata object. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiError } from './errors';
import { errorBody, errorHeaders } from './errors';
import { toCredits } from './pricing';
import type { GatewayContext, Services } from './services';

/** `{ gatehouse: { credits_used, credits_remaining } }`, in credits. */
export function metadata(usedMicros: number, remainingMicros: number | null): Record<string, unknown> {
  const remaining = remainingMicros === null ? null : toCredits(remainingMicros);
  return { gatehouse: { credits_used: toCredits(usedMicros), credits_remaining: remaining } };
}

/** Without the key the balance is `null`, since it is private. */
export function balanceFor(context: GatewayContext, services: Services): number | null {
  return context.get('hasValidKey') ? services.account.balanceMicros : null;
}

export function jsonReply(
  context: GatewayContext,
  services: Services,
  body: Record<string, unknown>,
  usedMicros = 0,
  status: ContentfulStatusCode = 200,
): Response {
  return context.json({ ...body, ...metadata(usedMicros, balanceFor(context, services)) }, status);
}

export function errorReply(context: GatewayContext, services: Services, error: ApiError): Response {
  for (const [name, value] of Object.entries(errorHeaders(error))) context.header(name, value);
  return jsonReply(context, services, { error: errorBody(error) }, 0, error.fields.status);
}
