import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors';
import type { GatewayEnv, Services } from '../services';

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
