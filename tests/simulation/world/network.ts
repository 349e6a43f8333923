/** The network between the app and the gateways: delays, cuts, silence. */

import { type Route, take } from '../far/faults';
import { readForm } from '../far/form';
import { type FarRequest, filesOriginOf, type Gateway } from '../far/gateway';
import { receive, routeOf } from '../far/receive';
import type { Reply } from '../far/reply';
import type { Life } from './life';
import { kill, never, operate, pass, type World } from './world';

export interface Network {
  /** Nothing gets through until then. */
  downUntil: number;
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function createFetch(world: World, network: Network, gateways: readonly Gateway[]): Fetch {
  return async (input, init) => {
    const { life } = world;
    try {
      operate(world, life);
    } catch {
      return never();
    }
    const url = new URL(String(input));
    const gateway = gateways.find((one) => [one.origin, filesOriginOf(one)].includes(url.origin));
    const read = readRequest(world, life, url, init);
    const request = init?.body instanceof Blob ? await withForm(read, init.body) : read;
    const { route } = request;
    await pass(world, 1 + world.noise.next() * 40);
    if (init?.signal?.aborted) throw aborted();
    if (gateway === undefined || world.scheduler.now() < network.downUntil) throw failed('ENOTFOUND');
    const ahead = gateway.waiting.find((one) => one.route === route && one.left > 0);
    if (ahead?.fault.kind === 'refused' && route !== null) {
      take(gateway.waiting, route);
      throw failed(ahead.fault.code);
    }
    const send = (deliver: (reply: Reply) => void) =>
      orEnd(() =>
        receive(gateway, request, (reply) =>
          deliver(route !== null && paid.has(route) ? fatal(world, reply) : reply),
        ),
      );
    return await answered(world, life, init?.signal ?? null, send);
  };
}

/** A fault of the gateway played here would look like a broken connection: it ends the program instead. */
function orEnd(work: () => void): void {
  try {
    work();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

const paid: ReadonlySet<Route> = new Set(['chat', 'images', 'speech', 'videos']);

/** The answer after which the process is going to die, while the app writes down what it brought. */
function fatal(world: World, reply: Reply): Reply {
  return {
    ...reply,
    onArrived(number) {
      reply.onArrived?.(number);
      const { life, diesAfterAnswer } = world;
      if (life === null || life.number !== number || diesAfterAnswer === null) return;
      life.diesAt = life.operations + diesAfterAnswer.operations;
      world.isPowerCut = diesAfterAnswer.isPowerCut;
      world.diesAfterAnswer = null;
    },
  };
}

function readRequest({ scheduler }: World, life: Life, url: URL, init: RequestInit | undefined): FarRequest {
  const method = init?.method ?? 'GET';
  const body = typeof init?.body === 'string' ? init.body : '';
  const headers = new Headers(init?.headers);
  return {
    at: scheduler.now(),
    life: life.number,
    method,
    url,
    headers,
    body,
    route: routeOf(url, method),
  };
}

/** Its fields stand where the fields of other requests do. A form that is cut has none, as at a real gateway. */
async function withForm(request: FarRequest, body: Blob): Promise<FarRequest> {
  const bytes = Buffer.from(await body.arrayBuffer());
  const form = readForm(bytes, request.headers.get('content-type') ?? '');
  return form === null ? request : { ...request, body: JSON.stringify(form.fields), files: form.files };
}

const failed = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
const reset = (): TypeError =>
  new TypeError('terminated', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  });
const aborted = (): DOMException => new DOMException('This operation was aborted', 'AbortError');

function answered(
  world: World,
  life: Life,
  signal: AbortSignal | null,
  send: (deliver: (reply: Reply) => void) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => life.isAlive && reject(aborted()), { once: true });
    send((reply) => {
      const latency = world.noise.next() * 60;
      world.scheduler.after(latency, () => {
        if (!life.isAlive || signal?.aborted || isLastMoment(world, life)) return;
        if (reply.status !== 0) resolve(toResponse(world, life, reply, signal));
        else if (reply.end === 'cut') reject(reset());
      });
    });
  });
}

/** An answer that arrives can be what the process dies of, as any call to the world can. */
function isLastMoment(world: World, life: Life): boolean {
  if (life.diesAt === null || life.operations + 1 < life.diesAt) return false;
  kill(world);
  return true;
}

function toResponse(world: World, life: Life, reply: Reply, signal: AbortSignal | null): Response {
  const { status, headers } = reply;
  if (reply.pieces.length > 0 || reply.end !== 'close')
    return new Response(bodyOf(world, life, reply, signal), { status, headers });
  reply.onArrived?.(life.number);
  return new Response(null, { status, headers });
}

function bodyOf(world: World, life: Life, reply: Reply, signal: AbortSignal | null): ReadableStream {
  let isOver = false;
  const { scheduler } = world;
  return new ReadableStream({
    start(controller) {
      const finish = (how: () => void) => {
        if (!isOver) how();
        isOver = true;
      };
      const close = () => {
        reply.onArrived?.(life.number);
        controller.close();
      };
      signal?.addEventListener('abort', () => finish(() => controller.error(aborted())), { once: true });
      let after = 0;
      for (const piece of reply.pieces) {
        after += piece.afterMs;
        scheduler.after(after, () => {
          if (!life.isAlive || isOver) return;
          // What an answer says of the account is written when it is sent.
          controller.enqueue(piece.bytes);
          piece.onArrived?.(life.number);
        });
      }
      scheduler.after(after, () => {
        if (!life.isAlive || reply.end === 'stall') return;
        finish(reply.end === 'close' ? close : () => controller.error(reset()));
      });
    },
    cancel() {
      isOver = true;
    },
  });
}
