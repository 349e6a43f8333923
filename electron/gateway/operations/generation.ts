/** What one earlier call cost, by the gateways that tell it when asked for the call by its id. Free. */
import { readJson } from '../http/body';
import type { ClientContext } from '../http/call';
import { failInside } from '../http/fail-inside';
import { openCall } from '../http/transport';
import { isRecord } from '../parse/json';
import type { CallOptions, ReportedCost } from '../types/call';

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
