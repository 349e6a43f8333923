/** Looks for servers on this computer, when a person asks for it: one list of models from each usual port. */
import { type LocalPort, type LocalServer, localPorts } from '../../../shared/profiles/local-servers';
import { createGatewayClient } from '../client';
import type { Timeouts } from '../http/call';
import { GatewayError } from '../parse/error';
import type { FetchLike } from '../types/call';

/** Something on this computer answers at once, or is none of these servers. */
const timeouts: Timeouts = { headersMs: 3_000, idleMs: 3_000, totalMs: 5_000 };

/**
 * @param ports where to ask; the usual ones by default
 * @returns those that answer as such a server does, in the order of the ports
 */
export async function findLocalServers(
  fetch: FetchLike,
  ports: readonly LocalPort[] = localPorts,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(ports.map((one) => askPort(fetch, one)));
  return found.filter((server) => server !== null);
}

async function askPort(fetch: FetchLike, { port, gateways }: LocalPort): Promise<LocalServer | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const authentication = { kind: 'none' } as const;
  const client = createGatewayClient({
    baseUrl,
    apiKey: '',
    authentication,
    fetch,
    timeouts,
    maxAttempts: 1,
  });
  const [usual] = gateways;
  try {
    const { models, gateway } = await client.models.list();
    const isLocalAi = gateway === null && gateways.includes('localai') && (await saysLocalAi(fetch, port));
    return {
      baseUrl,
      // Of several that share a port, none is assumed.
      gateway: gateway ?? (isLocalAi ? 'localai' : gateways.length === 1 ? usual : 'plain'),
      modelCount: models.length,
    };
  } catch (error) {
    const wantsKey = error instanceof GatewayError && [401, 403].includes(error.statusCode);
    return wantsKey ? { baseUrl, gateway: gateways.length === 1 ? usual : 'plain', modelCount: null } : null;
  }
}

/** LocalAI describes itself at an address that needs no key. */
async function saysLocalAi(fetch: FetchLike, port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeouts.headersMs);
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/.well-known/localai.json`, {
      signal,
      redirect: 'error',
    });
    await reply.body?.cancel();
    return reply.ok && /json/.test(reply.headers.get('content-type') ?? '');
  } catch {
    return false;
  }
}
