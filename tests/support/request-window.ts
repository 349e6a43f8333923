/** A gateway's rate limit: so many requests in each window of time, as its headers say. */
import type { Answer } from './paid-gateway';

export interface RequestWindow {
  /** The answer with the headers of the limit, or a refusal. */
  limit(answer: Answer): Answer;
  /** How many requests were refused. */
  refused(): number;
  /** How many windows had a request. */
  windows(): number;
}

export function createRequestWindow(most: number, windowMs: number): RequestWindow {
  let endsAt = 0;
  let used = 0;
  let refused = 0;
  let windows = 0;
  return {
    limit(answer) {
      const now = Date.now();
      if (now >= endsAt) {
        endsAt = now + windowMs;
        used = 0;
        windows += 1;
      }
      used += 1;
      const headers = {
        ...answer.headers,
        'x-ratelimit-limit-requests': String(most),
        'x-ratelimit-remaining-requests': String(Math.max(0, most - used)),
        'x-ratelimit-reset-requests': `${endsAt - now}ms`,
      };
      if (used <= most) return { ...answer, headers };
      refused += 1;
      return {
        status: 429,
        headers,
        body: { error: { code: 'rate_limited', message: 'Too many requests.' } },
      };
    },
    refused: () => refused,
    windows: () => windows,
  };
}
