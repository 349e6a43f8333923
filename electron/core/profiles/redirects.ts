/** Which changes of a network or a connection could lead a stored key to another place than before. */
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { NetworkSettings } from '../../../shared/profiles/network';

/**
 * Whether requests would pass a proxy, trust an authority or show a certificate that they did not before. Going back to
 * the system's own way, or to none, takes no key anywhere new.
 */
export function isRedirected(before: NetworkSettings, after: NetworkSettings): boolean {
  return (
    (isChosen(after) && placeOf(before) !== placeOf(after)) ||
    isOtherFile(before.authorities, after.authorities) ||
    isOtherFile(before.certificate, after.certificate)
  );
}

const isChosen = ({ proxy }: NetworkSettings): boolean => proxy.kind === 'fixed' || proxy.kind === 'pac';

const placeOf = ({ proxy }: NetworkSettings): string =>
  proxy.kind === 'fixed' || proxy.kind === 'pac' ? `${proxy.kind} ${proxy.url}` : proxy.kind;

const isOtherFile = (before: NetworkSettings['authorities'], after: NetworkSettings['authorities']) =>
  after !== null && after.pem !== before?.pem;

/**
 * Whether a gateway that forwards requests could be told by it to forward them, with the key, to an address that the
 * connection did not name before. Portkey, for one, reads `x-portkey-custom-host`, Helicone `helicone-target-url`.
 */
export function isForwarded(before: GatewayConnection, after: GatewayConnection): boolean {
  const known = new Set(routesOf(before));
  return routesOf(after).some((route) => !known.has(route));
}

/** Names by which gateways take the address of another server, or a configuration that may hold one. */
const routingName =
  /host|ur[il]|endpoint|target|forward|upstream|proxy|config|base|origin|redirect|callback|webhook/i;
/** A scheme, a host name with its domain, an IP address, or `localhost`, each perhaps with a port. */
const address = /:\/\/|^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)|^\d{1,3}(?:\.\d{1,3}){3}|^\[|^localhost\b/i;

function routesOf({ headers, query, authentication }: GatewayConnection): readonly string[] {
  const fields = [...headers, ...query].filter(
    ({ name, value }) => routingName.test(name) || (value !== null && address.test(value.trim())),
  );
  const keyField =
    authentication.kind === 'header' && routingName.test(authentication.name) ? [authentication.name] : [];
  return [
    ...fields.map(({ name, value }) => JSON.stringify([name.toLowerCase(), value])),
    ...keyField.map((name) => JSON.stringify(['key', name.toLowerCase()])),
  ];
}
