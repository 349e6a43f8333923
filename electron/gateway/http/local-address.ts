/**
 * Which IP addresses lead to this computer or its network instead of the internet.
 *
 * Ranges as in the IANA registries of special-purpose addresses (RFC 6890 and its updates).
 */
import { BlockList, isIP } from 'node:net';
import { canonicalHost, isThisComputer } from '../../../shared/profiles/this-computer';

const ranges4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a provider's customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; clouds serve credentials there
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // network tests
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

const ranges6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 96], // unspecified, loopback, and the old form of an embedded IPv4 address
  ['::ffff:0:0:0', 96], // IPv4 translated by this host or its network (SIIT)
  ['2001::', 32], // Teredo: a tunnel of this computer, with IPv4 addresses of its two ends inside
  ['64:ff9b:1::', 48], // translation inside a network
  ['fc00::', 7], // private
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local
  ['ff00::', 8], // multicast
];

const local = new BlockList();
for (const [network, prefix] of ranges4) local.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of ranges6) local.addSubnet(network, prefix, 'ipv6');

/**
 * True for loopback, private, link-local, multicast and unspecified addresses, and for anything that is not an IP
 * address.
 */
export function isLocalAddress(address: string): boolean {
  const plain = stripDecoration(address);
  const version = isIP(plain);
  if (version === 0) return true;
  if (version === 4) return local.check(plain, 'ipv4');
  const embedded = embeddedAddress(plain);
  return embedded === null ? local.check(plain, 'ipv6') : local.check(embedded, 'ipv4');
}

/** Whether a base URL is on this computer or its network, by the address alone: no name is looked up. */
export function isNearby(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  const name = canonicalHost(hostname) ?? hostname;
  if (isThisComputer(name) || name.endsWith('.local')) return true;
  return isIP(stripDecoration(name)) !== 0 && isLocalAddress(name);
}

/** An address without the brackets that URLs put around IPv6 and without an interface's name. */
export function stripDecoration(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
}

/** Prefixes of IPv6 addresses that embed an IPv4 address, and the group it begins at. */
const embeddings: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6], // mapped
  [[0x64, 0xff9b, 0, 0, 0, 0], 6], // NAT64: networks without IPv4 reach the public internet through it
  [[0x2002], 1], // 6to4
];

function embeddedAddress(address: string): string | null {
  const groups = groupsOf(address);
  const found = embeddings.find(([prefix]) => prefix.every((group, index) => groups[index] === group));
  if (found === undefined) return null;
  const [high = 0, low = 0] = groups.slice(found[1]);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight numbers of an IPv6 address, which the URL parser normalizes. */
function groupsOf(address: string): readonly number[] {
  const canonical = stripDecoration(new URL(`http://[${address}]/`).hostname);
  const [before = '', after] = canonical.split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const start = read(before);
  const end = read(after ?? '');
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}
