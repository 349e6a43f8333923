/**
 * Whether a host name leads to this computer: decided by the address it is, never by how it begins, as
 * `127.evil.example` is a name of the internet.
 */

/**
 * True for `localhost` and names below it, 127.0.0.0/8, `::1`, the unspecified addresses (which connect to this
 * computer), and their IPv4-mapped forms, in any notation that the URL standard reads (decimal, octal, hexadecimal,
 * short, with a trailing dot). No name is looked up.
 */
export function isThisComputer(hostname: string): boolean {
  const name = canonicalHost(hostname);
  if (name === null) return false;
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  // The URL parser reads a host whose last label is a number as an IPv4 address or refuses it, so this is an address.
  if (/^127(?:\.\d{1,3}){3}$/.test(name)) return true;
  return /^(?:0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|\[::ffff:0:0\])$/.test(name);
}

/** As the URL standard writes it (RFC 3986 hosts, IPv6 in brackets), without a trailing dot; `null` for no host. */
export function canonicalHost(hostname: string): string | null {
  const isBareIpv6 = hostname.includes(':') && !hostname.startsWith('[');
  const url = `http://${isBareIpv6 ? `[${hostname}]` : hostname}/`;
  if (!URL.canParse(url)) return null;
  const { hostname: name, username, port, pathname } = new URL(url);
  // Anything else than a host would have become another part of the address.
  return username !== '' || port !== '' || pathname !== '/' ? null : name.replace(/\.$/, '');
}
