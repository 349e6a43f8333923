import type { FetchLike } from '../types/call';

/**
 * For a fetch that retries requests itself, as Chromium's does (`net.fetch`): a POST over a kept connection
 * that breaks before the reply is silently repeated on a new one, and the gateway may charge twice. A connection that
 * serves one call only is never repeated. This holds for HTTP/1.1; HTTP/2 has no such header, so a host that uses
 * this must not speak it. Node's fetch never repeats and does not need this.
 */
export function withFreshConnections(fetch: FetchLike): FetchLike {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('connection', 'close');
    return fetch(input, { ...init, headers });
  };
}
