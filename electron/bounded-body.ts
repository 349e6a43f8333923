/** Keeps the body of a request within a limit, whether its length is declared or it comes in chunks. */
import type { Context, Env, MiddlewareHandler } from 'hono';

/**
 * A body whose length is declared is refused by its header. One without is read here, up to the limit, and handed on
 * whole: Hono's own `bodyLimit` copies the request for that, which the server's lightweight requests don't allow.
 * @param refuse makes the answer to a body that is too large, or throws it
 */
export function boundedBody<E extends Env>(
  maxBytes: number,
  refuse: (context: Context<E>) => Response,
): MiddlewareHandler<E> {
  return async (context, next) => {
    const { raw } = context.req;
    const length = raw.headers.get('content-length');
    if (length !== null && !raw.headers.has('transfer-encoding'))
      return Number(length) > maxBytes ? refuse(context) : next();
    if (raw.body === null) return next();
    const body = await collect(raw.body, maxBytes);
    if (body === null) return refuse(context);
    const { url, method, headers, signal } = raw;
    context.req.raw = new Request(url, { method, headers, signal, body });
    return next();
  };
}

/** @returns `null` as soon as more than `maxBytes` have come. The rest stays unread, so that the answer arrives. */
async function collect(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces, size);
    size += value.length;
    if (size > maxBytes) return null;
    pieces.push(value);
  }
}
