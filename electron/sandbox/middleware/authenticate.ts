import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiError, invalidRequest } from '../errors';
import type { Lookup, SavedReply } from '../replies';
import type { GatewayContext, GatewayEnv, Services } from '../services';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Marks every request that carries the key; refuses none yet. */
export function readKey({ apiKey }: Services): MiddlewareHandler<GatewayEnv> {
  const expected = digest(apiKey);
  return async (context, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1];
    context.set('hasValidKey', given !== undefined && timingSafeEqual(digest(given), expected));
    await next();
  };
}

export const requireKey: MiddlewareHandler<GatewayEnv> = async (context, next) => {
  if (!context.get('hasValidKey')) {
    const isMissing = context.req.header('authorization') === undefined;
    throw new ApiError(
      isMissing ? 'Send the API key as "Authorization: Bearer …".' : 'This API key is not valid here.',
      { status: 401, code: 'invalid_api_key' },
    );
  }
  await next();
};

export function limitRate({ limiter }: Services): MiddlewareHandler<GatewayEnv> {
  return async (context, next) => {
    const state = limiter.take();
    context.header('x-ratelimit-limit', String(state.limit));
    context.header('x-ratelimit-remaining', String(state.remaining));
    context.header('x-ratelimit-reset', String(state.resetSeconds));
    if (!state.isAllowed) {
      throw new ApiError(`At most ${state.limit} calls a minute are allowed.`, {
        status: 429,
        code: 'rate_limited',
        retryAfterSeconds: Math.max(1, state.retryAfterSeconds),
      });
    }
    await next();
  };
}

// The same `Idempotency-Key` with the same body gets the same reply and is charged once; with another body it
// is
// refused. While the first request runs, a second one waits for it.

export function replayReplies({ replies }: Services): MiddlewareHandler<GatewayEnv> {
  return async (context, next) => {
    const key = context.req.header('idempotency-key');
    context.set('claim', null);
    if (key === undefined) return await next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalidRequest('Idempotency-Key must be 1 to 255 printable characters.', 'Idempotency-Key');
    }
    const fingerprint = await fingerprintOf(context);
    const release = await replies.claim(key);
    let isHandedOver = false;
    try {
      const found = replies.find(key, fingerprint);
      if (found.kind === 'found') context.header('idempotent-replayed', 'true');
      const savedResult = resultOf(found);
      context.set('claim', { key, fingerprint, savedResult, release });
      await next();
      isHandedOver = context.res.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    } finally {
      // A stream continues after its handler: it releases the claim at its own end.
      if (!isHandedOver) release();
    }
  };
}

function resultOf(lookup: Lookup): unknown {
  if (lookup.kind === 'none') return undefined;
  if (lookup.kind === 'conflict') {
    throw new ApiError('This Idempotency-Key was used before with another request.', {
      status: 409,
      code: 'idempotency_conflict',
      param: 'Idempotency-Key',
    });
  }
  return resultOrThrow(lookup.reply);
}

function resultOrThrow(reply: SavedReply): unknown {
  if (reply.kind === 'result') return reply.result;
  throw new ApiError(reply.message, {
    status: reply.status as 500,
    code: reply.code,
  });
}

async function fingerprintOf(context: GatewayContext): Promise<string> {
  const hash = createHash('sha256').update(`${context.req.method} ${context.req.path}\n`);
  // A form sent again may have other boundaries between the same parts.
  const formDigest = context.get('formDigest');
  if (formDigest !== undefined) return hash.update(formDigest).digest('hex');
  return hash.update(new Uint8Array(await context.req.arrayBuffer())).digest('hex');
}
