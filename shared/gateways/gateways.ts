/** The gateways that Gatehouse knows by name, as a form needs them. How each one talks: `electron/gateway/dialects`. */
import { isThisComputer } from '../profiles/this-computer';
import type { GatewayId } from './ids';
import { type KnownGateway, knownGateways } from './list';

export { type GatewayId, gatewayIds, type PathName, pathNames } from './ids';
export type { KnownGateway } from './list';
export { knownGateways } from './list';

export const knownGateway = (id: GatewayId): KnownGateway =>
  knownGateways.find((one) => one.id === id) ?? (knownGateways[0] as KnownGateway);

/** Also in other notations of the same address. */
export const isLoopback = (hostname: string): boolean => isThisComputer(hostname);

/**
 * The gateway that an address belongs to, by its host or, on this computer, by the usual port; `null` if several
 * gateways share it.
 */
export function knownGatewayAt(address: string): KnownGateway | null {
  if (!URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  const found = knownGateways.filter(({ baseUrl, otherHosts }) => {
    if (otherHosts.includes(hostname)) return true;
    // A placeholder in a host is not a host: what follows it is.
    const known = new URL((baseUrl ?? 'http://unknown.invalid').replace(/\{[^}]*\}\.?/g, ''));
    if (isLoopback(known.hostname)) return isLoopback(hostname) && known.port === port;
    return hostname === known.hostname || hostname.endsWith(`.${known.hostname}`);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A shorter word begins like a key by chance. */
const SHORTEST_KEY = 16;

/** The gateway that a key belongs to, where its beginning is that of no other service's keys; else `null`. */
export function knownGatewayOfKey(key: string): KnownGateway | null {
  if (key.length < SHORTEST_KEY || !/^[\w.:-]+$/.test(key)) return null;
  return (
    knownGateways.find(({ keyPrefixes }) => keyPrefixes.some((prefix) => key.startsWith(prefix))) ?? null
  );
}
