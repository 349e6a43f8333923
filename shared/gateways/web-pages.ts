/** Where a service takes requests, for the address of one of its other pages: its web site, its list of keys, its login. */
import { alikeServices } from './alikes';
import { knownGateways } from './list';

/** Web sites under another domain than the interface. */
const OTHER_SITES: Readonly<Record<string, string>> = {
  'aistudio.google.com': 'Google Gemini',
  'platform.claude.com': 'Anthropic',
  'fal.ai': 'fal',
};

export interface ServiceAddress {
  readonly name: string;
  readonly baseUrl: string;
}

/**
 * The service that the host belongs to, where the address is not its base URL or something below it; `null` where that is not
 * certain.
 */
export function serviceBehind(address: string): ServiceAddress | null {
  if (!URL.canParse(address)) return null;
  const { hostname, href } = new URL(address);
  const services = [
    ...knownGateways.flatMap(({ name, baseUrl, otherHosts }) =>
      baseUrl === null ? [] : [{ name, baseUrl, otherHosts }],
    ),
    ...alikeServices.map((service) => ({ ...service, otherHosts: [] })),
  ].filter(({ baseUrl }) => baseUrl.startsWith('https://') && !baseUrl.includes('{'));
  if (services.some(({ baseUrl }) => href.startsWith(baseUrl))) return null;
  const found = services.filter(
    ({ name, baseUrl, otherHosts }) =>
      OTHER_SITES[hostname] === name ||
      [new URL(baseUrl).hostname, ...otherHosts].some((host) => siteOf(host) === siteOf(hostname)),
  );
  const [one] = found;
  return one === undefined || found.length > 1 ? null : { name: one.name, baseUrl: one.baseUrl };
}

/** Of these domains every part is one owner's. */
const siteOf = (hostname: string): string => hostname.split('.').slice(-2).join('.');
