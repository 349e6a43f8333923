/**
 * Why a request got no response, read from the error that `fetch` threw.
 *
 * Node's fetch hides a `code` in a chain of causes; Electron's `net.fetch` says only `net::ERR_…` in its message.
 * Both are matched as text, so one table serves both.
 */
import { ProxyError } from '../network/proxy-error';

/**
 * - `refused`, `dns`, `unreachable`, `connect-timeout`, `tls`: there was no connection, so nothing was sent.
 * - `proxy`: a proxy kept the connection from being made, so nothing was sent.
 * - `redirect`: the gateway redirected, and the key does not follow.
 * - `not-http`, `decode`: the bytes are not a valid reply.
 * - `timeout`: the transport's own limit, below ours.
 * - `cut`: the connection ended; also every unknown cause.
 */
export type NetworkCauseKind =
  | 'refused'
  | 'dns'
  | 'unreachable'
  | 'connect-timeout'
  | 'tls'
  | 'proxy'
  | 'redirect'
  | 'not-http'
  | 'decode'
  | 'timeout'
  | 'cut';

export interface NetworkCause {
  readonly kind: NetworkCauseKind;
  /** Such as `ECONNREFUSED` or `ERR_CERT_DATE_INVALID`; `null` if the error named none. */
  readonly code: string | null;
  /** One sentence on what a proxy did; absent for everything else. */
  readonly explanation?: string;
}

/** First match wins: a certificate error may also speak of a closed connection. */
const table: readonly (readonly [NetworkCauseKind, RegExp])[] = [
  // In the middle of a connection the same codes say nothing of what the gateway has received.
  ['cut', /\b(?:read|write) (?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)\b|BAD_RECORD_MAC/],
  [
    'proxy',
    /\b(?:ERR_PROXY_[A-Z_]+|ERR_TUNNEL_CONNECTION_FAILED|ERR_SOCKS_[A-Z_]+|ERR_MANDATORY_PROXY_[A-Z_]+|ERR_PAC_[A-Z_]+)\b/,
  ],
  ['redirect', /redirect was cancelled|redirect policy|unexpected redirect|ERR_UNSAFE_REDIRECT/i],
  [
    'tls',
    /\b(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|INVALID_CA|HOSTNAME_MISMATCH|CERT_[A-Z_]+|ERR_CERT_[A-Z_]+|ERR_CERTIFICATE_[A-Z_]+|ERR_TLS_[A-Z_]+|ERR_SSL_[A-Z0-9_]+|ERR_BAD_SSL_[A-Z_]+|EPROTO)\b/,
  ],
  ['dns', /\b(?:ENOTFOUND|EAI_[A-Z]+|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_DNS_[A-Z_]+)\b/],
  ['refused', /\b(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)\b/],
  ['connect-timeout', /\b(?:UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT)\b|connect (?:ETIMEDOUT)\b/],
  [
    'unreachable',
    /\b(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID|ERR_INTERNET_DISCONNECTED|ERR_UNSAFE_PORT)\b|bad port/,
  ],
  [
    'decode',
    /\b(?:Z_[A-Z_]+|ERR_CONTENT_DECODING_[A-Z_]+|ERR__ERROR_[A-Z0-9_]+)\b|incorrect header check|Decompression failed/,
  ],
  [
    'not-http',
    /\b(?:HPE_[A-Z_]+|ERR_INVALID_HTTP_RESPONSE|UND_ERR_HEADERS_OVERFLOW|ERR_RESPONSE_HEADERS_[A-Z_]+)\b/,
  ],
  ['timeout', /\b(?:UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT|ERR_TIMED_OUT)\b/],
];

const CODE = /\b(?:E[A-Z]{4,}|EAI_[A-Z]+|ERR_[A-Z0-9_]+|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|[A-Z]+(?:_[A-Z0-9]+)+)\b/;

export function readNetworkCause(error: unknown): NetworkCause {
  const proxy = proxyErrorIn(error, 0);
  if (proxy !== null) return { kind: 'proxy', code: proxy.code, explanation: proxy.explanation };
  const { text, codes } = describe(error, 0);
  for (const [kind, pattern] of table) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, code: CODE.exec(match[0])?.[0] ?? null };
  }
  return { kind: 'cut', code: codes[0] ?? null };
}

/** True where no byte of the request can have reached the gateway. */
export function isNothingSent(kind: NetworkCauseKind): boolean {
  return ['refused', 'dns', 'unreachable', 'connect-timeout', 'tls', 'proxy'].includes(kind);
}

/** As our own connections throw it, or in a chain of causes. */
function proxyErrorIn(error: unknown, depth: number): ProxyError | null {
  if (error instanceof ProxyError) return error;
  return error instanceof Error && depth < 5 ? proxyErrorIn(error.cause, depth + 1) : null;
}

interface Description {
  readonly text: string;
  /** Outermost first; never text from a message, which may quote the request. */
  readonly codes: readonly string[];
}

/** An error's message with its causes and, if several addresses were tried, each attempt. */
function describe(error: unknown, depth: number): Description {
  if (!(error instanceof Error) || depth > 5) return { text: '', codes: [] };
  const { code } = error as NodeJS.ErrnoException;
  const own = [code, /^net::(ERR_[A-Z0-9_]+)$/.exec(error.message)?.[1]].filter(
    (name) => typeof name === 'string',
  );
  const tries = error instanceof AggregateError ? error.errors : [];
  const inner = [error.cause, ...tries].map((cause) => describe(cause, depth + 1));
  return {
    text: [...own, error.name, error.message, ...inner.map(({ text }) => text)].join(' '),
    codes: [...own, ...inner.flatMap(({ codes }) => codes)],
  };
}
