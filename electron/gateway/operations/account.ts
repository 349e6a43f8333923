/** What the account holds and what one earlier call cost, for gateways that say so. Free. */
import type { ReportedBalance } from '../dialects/dialect';
import { readJson } from '../http/body';
import type { ClientContext } from '../http/call';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { isRecord } from '../parse/json';
import type { CallOptions, ReportedCost } from '../types/call';

/** `null` if this kind of gateway has none, or returns it in an unknown form. */
export async function readBalance(
  context: ClientContext,
  path: string | undefined,
  options?: CallOptions,
): Promise<ReportedBalance | null> {
  const { balance } = context.dialect;
  if (balance === null) return null;
  const reply = await openCall(context, { method: 'get', path: path ?? balance.path, costs: false, options });
  const body = await readJson(reply);
  if (!isRecord(body)) return null;
  failInside(reply, body);
  return balance.read(body);
}

// What one earlier call cost, by the gateways that tell it when asked for the call by its id. Free.

/** `null` where this kind of gateway reports none, or in an unknown form. Throws a `GatewayError`. */
export async function readGenerationCost(
  context: ClientContext,
  id: string,
  options?: CallOptions,
): Promise<ReportedCost | null> {
  const { generation } = context.dialect;
  if (generation === null) return null;
  const query = { id };
  const reply = await openCall(context, {
    method: 'get',
    path: generation.path,
    query,
    costs: false,
    options,
  });
  const body = await readJson(reply);
  if (!isRecord(body)) return null;
  failInside(reply, body);
  return generation.readCost(body);
}
