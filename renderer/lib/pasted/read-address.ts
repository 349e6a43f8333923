/** An address as a person copies it, read as a base URL and what else it holds. */
import { alikeServiceAt } from '../../../shared/gateways/alikes';
import {
  type GatewayId,
  isLoopback,
  type KnownGateway,
  knownGatewayAt,
} from '../../../shared/gateways/gateways';
import { connectionLimits } from '../../../shared/profiles/connection-rules';
import { isSecretName } from '../../../shared/profiles/credential-names';
import { isPlaceholder, keyIn } from './placeholder';

export interface PastedParameter {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

export interface PastedAddress {
  readonly gateway: GatewayId | null;
  readonly service: string | null;
  readonly baseUrl: string;
  /** Given in the address itself, before the host. */
  readonly key: string | null;
  readonly query: readonly PastedParameter[];
}

/** A host that a shell or a template fills in is none yet; one to be replaced by hand (`{resource}`) is shown. */
const WITH_SCHEME = /^https?:\/\/[^\s/?#$<]+(?:[/?#]\S*)?$/i;
/** A port of this computer or of its network, where servers have no certificate. */
const LOCAL =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|[a-z\d-]{1,63}\.(?:local|lan|internal|home)):\d{1,5}(?:[/?#]\S*)?$/i;
/** A host of the internet without its scheme, as cURL takes it. */
const BARE = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** What a person is to replace: `<workspace id>`, `[your-space]`, `${location}`, and a part of the host that begins with `your-`. */
const BLANK =
  /<([^<>]{1,80})>|\[([A-Za-z][\w -]{0,80})\]|\$\{([^{}]{1,80})\}|\$(\w{1,80})|(?<=[/.])(your[-_][\w-]{1,80})(?=[/.:]|$)/gi;

/** The same with these parts as `{workspace-id}`, which the form asks to be replaced. */
const withBlanks = (text: string): string =>
  /^https?:/i.test(text)
    ? text.replace(BLANK, (_, ...names: (string | undefined)[]) => {
        const name = names.slice(0, 5).find((one) => one !== undefined) ?? '';
        return `{${(name.split('.').at(-1) ?? '').trim().replace(/[^\w-]+/g, '-')}}`;
      })
    : text;

/** A host that is nothing but blanks is none. */
const hasHost = (text: string): boolean =>
  /[\w-]/.test(new URL(text).hostname.replace(/\{[^{}]*\}/g, '')) && !/^\{[^{}]*\}$/.test(hostOf(text));

const hostOf = (text: string): string => new URL(text).hostname;

/** `http(s)://…`, or a port of this computer. */
export function isAddress(written: string): boolean {
  const text = withBlanks(written);
  return (WITH_SCHEME.test(text) && URL.canParse(text) && hasHost(text)) || LOCAL.test(text);
}

/** The same, and a host without a scheme: for a place where only an address can stand. */
export const isCurlAddress = (text: string): boolean => isAddress(text) || BARE.test(text);

/** A host without a scheme that is an address beyond doubt: a known service's, or one followed by a version. */
export const isKnownAddress = (text: string): boolean =>
  BARE.test(text) && (knownGatewayAt(`https://${text}`) !== null || /^[^/]+(?:\/[\w.-]+)*\/v\d/.test(text));

/** Ends of addresses that name one operation; the base URL is what all of them begin with. */
const OPERATION =
  /\/(?:chat\/completions|completions|responses|embeddings|messages|images(?:\/\w+)?|audio\/\w+|videos?(?:\/.*)?|models(?:\/.*)?|jobs(?:\/.*)?|(?<=\/serving-endpoints\/)[^/]+\/invocations|t2a_v2|[a-z]+_generation)\/?$/;

/** @param isOperation the address is that of a request, and its version ends the base URL */
export function readAddress(text: string, isOperation = false): PastedAddress {
  const full = withScheme(withBlanks(text));
  if (!URL.canParse(full)) return { gateway: null, service: null, baseUrl: text, key: null, query: [] };
  const url = new URL(full);
  const known = knownGatewayAt(full);
  const alike = known === null ? alikeServiceAt(full) : null;
  const stated = known?.baseUrl ?? alike?.baseUrl ?? null;
  const path = (isOperation ? serviceBase(known) : null) ?? basePath(url.pathname, isOperation);
  // The address of a service itself is not where its operations are.
  const isBare = path === '' && stated !== null;
  const own = new URL(isBare ? stated : full);
  const host = url.hostname === '0.0.0.0' ? `127.0.0.1:${url.port}` : url.host;
  const isOwnHost = !isBare || isLoopback(url.hostname) || own.host.includes('{');
  const ownHost = isOwnHost ? host : own.host;
  const query = [...url.searchParams].slice(0, connectionLimits.query);
  return {
    gateway: known?.id ?? null,
    service: alike?.name ?? null,
    baseUrl: `${url.protocol}//${ownHost}${withBraces(isBare ? withoutSlashes(own.pathname) : path)}`,
    key: keyBefore(url),
    query: query.map(([name, value]) => toParameter(name, value)),
  };
}

/** Where the operations of a known service are, whichever of its interfaces the address belongs to. */
function serviceBase(known: KnownGateway | null): string | null {
  const { baseUrl = null } = known ?? {};
  if (baseUrl === null || baseUrl.includes('{') || isLoopback(new URL(baseUrl).hostname)) return null;
  return withoutSlashes(new URL(baseUrl).pathname);
}

/** A parsed address has them as `%7B`. */
const withBraces = (path: string): string => path.replace(/%7B([^%/]{1,80})%7D/gi, '{$1}');

function withScheme(text: string): string {
  if (/^https?:/i.test(text)) return text;
  return `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
}

function basePath(pathname: string, isOperation: boolean): string {
  const path = withoutSlashes(pathname);
  const base = withoutSlashes(path.replace(OPERATION, ''));
  if (!isOperation || base !== path) return base;
  return /^.*?\/v\d+(?:beta\d*)?(?=\/)/.exec(path)?.[0] ?? base;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

function toParameter(name: string, value: string): PastedParameter {
  const isSecret = isSecretName(name);
  return { name, value: isSecret && isPlaceholder(value) ? '' : value, isSecret };
}

/** `https://key@host`; with a user name and a password, neither is the key. */
function keyBefore({ username, password }: URL): string | null {
  const only = username === '' ? password : password === '' ? username : '';
  try {
    return keyIn(decodeURIComponent(only));
  } catch {
    return null;
  }
}
