/** The balance of the account, for gateways with a call for it. Free. */
import type { ReportedBalance } from '../dialects/dialect';
import { readJson } from '../http/body';
import type { ClientContext } from '../http/call';
import { failInside } from '../http/fail-inside';
import { openCall } from '../http/transport';
import { isRecord } from '../parse/json';
import type { CallOptions } from '../types/call';

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
