/**
 * Keeps a gateway from sending the app to this computer or its network: a gateway chooses the addresses of its results.
 *
 * Refused after the name is resolved, at every redirect, and (where the host can) once more as the connection is made,
 * so that a name can't change its address in between.
 */
import { isIP } from 'node:net';
import { isThisComputer } from '../../../shared/profiles/this-computer';
import { GatewayError } from '../parse/error';
import type { ResultNetwork } from '../types/call';
import { isLocalAddress, stripDecoration } from './local-address';

/** The code of a refusal; its details are a {@link LocalAddress}. */
const LOCAL_ADDRESS_REFUSED = 'local_address_refused';

export interface LocalAddress {
  /** As the person allowed it: host name and, if it is not the default, port. */
  readonly host: string;
  /** The resolved addresses. */
  readonly address: string;
}

export interface ResultGuard {
  /**
   * Resolves the name, unless the host is allowed by name.
   * @returns judges an address as the connection is made; `null` where any will do
   * @throws GatewayError `local_address_refused`; what `resolve` throws
   */
  check(url: URL): Promise<((address: string) => boolean) | null>;
}

export interface GuardOptions {
  readonly baseUrl: string;
  /** Hosts the person allowed for this gateway. */
  readonly allowedHosts: readonly string[];
  readonly resolve: ResultNetwork['resolve'];
}

export function createResultGuard({ baseUrl, allowedHosts, resolve }: GuardOptions): ResultGuard {
  const own = new URL(baseUrl);
  return {
    async check(url) {
      if (namesOf(url).some((name) => allowedHosts.includes(name)) || isOwnHost(url, own)) return null;
      const name = stripDecoration(url.hostname);
      // A proxy resolves the name in its own network; only a literal address can be checked here.
      const addresses = isIP(name) === 0 ? await resolve(url) : [name];
      const refused = addresses.find(isLocalAddress);
      if (refused !== undefined) throw refusal({ host: url.host, address: refused });
      return (address) => !isLocalAddress(address);
    },
  };
}

/**
 * The gateway's own host. Another port counts only where the host can't be pointed elsewhere: a name of the internet
 * belongs to whoever runs the gateway, and may lead to this computer a moment later.
 */
function isOwnHost(url: URL, own: URL): boolean {
  if (url.hostname === own.hostname) return portOf(url) === portOf(own) || isFixed(own.hostname);
  return portOf(url) === portOf(own) && isThisComputer(url.hostname) && isThisComputer(own.hostname);
}

/** A person may name the default port or leave it out. */
const namesOf = (url: URL): readonly string[] => [url.host, `${url.hostname}:${portOf(url)}`];

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

const isFixed = (hostname: string): boolean =>
  isThisComputer(hostname) || isIP(stripDecoration(hostname)) !== 0;

export function refusal(details: LocalAddress): GatewayError {
  const { host, address } = details;
  const where =
    stripDecoration(host) === address || host.startsWith(`${address}:`) ? host : `${host} (${address})`;
  return new GatewayError({
    errorCode: LOCAL_ADDRESS_REFUSED,
    message: `The result is on this computer or its network (${where}), so it wasn’t downloaded.`,
    details,
  });
}
