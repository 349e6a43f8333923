import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors';
import type { GatewayEnv, Services } from '../services';

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
