/** Whether an address takes chats, asked for with a request that can't be charged. */
import { readJson } from '../http/body';
import type { ClientContext } from '../http/call';
import type { GatewayPaths } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { GatewayError } from '../parse/error';
import { isRecord } from '../parse/json';

/** Statuses of a path that is there and was not asked for anything that it can do. */
const readAndRefused: readonly number[] = [400, 402, 405, 413, 415, 422, 429];

/**
 * A list instead of an object: no gateway finds a model or a message in it, also none that has a default for them and
 * would answer, and charge, an object without any.
 */
const NO_REQUEST: readonly never[] = [];

/** Tells a gateway without a list of models from a wrong path, which both answer with 404. Costs nothing. */
export async function takesChats(context: ClientContext, { chat }: GatewayPaths): Promise<boolean> {
  try {
    const reply = await openCall(context, { method: 'post', path: chat, body: NO_REQUEST, costs: false });
    const body = await readJson(reply);
    if (isRecord(body)) failInside(reply, body);
    return true;
  } catch (error) {
    return error instanceof GatewayError && readAndRefused.includes(error.statusCode);
  }
}
