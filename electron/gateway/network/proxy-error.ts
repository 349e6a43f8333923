/**
 * - `PROXY_REFUSED`: nothing accepts connections at its address.
 * - `PROXY_UNKNOWN`: its name has no address.
 * - `PROXY_AUTH`: it asks for another name or password (407).
 * - `PROXY_DENIED`: it refused to connect to the gateway.
 * - `PROXY_CUT`: it ended the connection, or answered something else than a proxy would.
 * - `PROXY_TIMEOUT`: it did not answer in time.
 * - `PROXY_SCRIPT`: the script that chooses proxies can't be read, or names none.
 */
export type ProxyCode =
  | 'PROXY_REFUSED'
  | 'PROXY_UNKNOWN'
  | 'PROXY_AUTH'
  | 'PROXY_DENIED'
  | 'PROXY_CUT'
  | 'PROXY_TIMEOUT'
  | 'PROXY_SCRIPT';

/** A proxy kept a connection from being made: nothing has reached the gateway. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: ProxyCode;
  /** One sentence: what is wrong, and what to do. */
  readonly explanation: string;

  constructor(code: ProxyCode, explanation: string) {
    super(`${code}: ${explanation}`);
    this.code = code;
    this.explanation = explanation;
  }
}

/** What made a connection to a proxy fail, by the code of Node's error. */
export function proxyFailure(error: unknown, proxy: string): ProxyError {
  if (error instanceof ProxyError) return error;
  // Some libraries keep only the words of what the system said.
  const code = error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : '';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(code)) {
    return new ProxyError(
      'PROXY_REFUSED',
      `Nothing accepts connections at the proxy ${proxy}. Check its address, and whether it is running.`,
    );
  }
  if (/ENOTFOUND|EAI_/.test(code)) {
    const explanation = `No address is known for the proxy ${proxy}. Check its spelling and the network connection.`;
    return new ProxyError('PROXY_UNKNOWN', explanation);
  }
  if (
    /\b(?:[A-Z_]*CERT[A-Z_]*|[A-Z_]*SELF_SIGNED[A-Z_]*|UNABLE_TO_[A-Z_]+|ERR_TLS_[A-Z_]+|ERR_SSL_[A-Z0-9_]+)\b/.test(
      code,
    )
  ) {
    const explanation = `The certificate of the proxy ${proxy} is not trusted (${code.trim().split(' ')[0]}). Add its authority to the network settings.`;
    return new ProxyError('PROXY_DENIED', explanation);
  }
  return new ProxyError(
    'PROXY_CUT',
    `The proxy ${proxy} ended the connection before the gateway was reached. Check that it is a proxy of the chosen kind.`,
  );
}

export const proxyTimeout = (proxy: string): ProxyError =>
  new ProxyError(
    'PROXY_TIMEOUT',
    `The proxy ${proxy} did not answer in time. Check its address and the network.`,
  );

export function wrongPassword(proxy: string, hasName: boolean): ProxyError {
  const explanation = hasName
    ? `The proxy ${proxy} refuses the name or the password (407). Check both in the network settings.`
    : `The proxy ${proxy} asks for a name and a password (407). Enter them in the network settings.`;
  return new ProxyError('PROXY_AUTH', explanation);
}

/** A proxy that was set nowhere answered in place of the gateway. */
export function askedInBetween(): ProxyError {
  const explanation =
    'A proxy between here and the gateway asks for a name and a password (407). Enter it with both in the network settings.';
  return new ProxyError('PROXY_AUTH', explanation);
}
