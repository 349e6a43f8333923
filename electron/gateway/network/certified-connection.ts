/**
 * TLS with a client certificate, which only a server that is trusted gets to see.
 *
 * Node judges a server's certificate when the handshake is over, and by then the client's has been sent. The library's
 * event for a stapled OCSP answer comes in the middle of it, with or without such an answer: after the server's
 * certificate was checked, and before anything is sent in return (OpenSSL's `tls_process_initial_server_flight`,
 * BoringSSL's `ssl_verify_peer_cert`). Where the server is not trusted then, nothing leaves this computer any more.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, checkServerIdentity, connect, type TLSSocket } from 'node:tls';

export interface CertifiedOptions {
  /** The certificate must be valid for it. */
  readonly host: string;
  /** Empty for an address. */
  readonly servername: string;
  /** As PEM; the usual ones where left out. */
  readonly authorities?: readonly string[];
  readonly cert: string;
  readonly key: string;
  readonly timeoutMs: number;
}

/**
 * @param raw a connection to the server, or a tunnel to it
 * @throws Error with the code of what is wrong with the server's certificate
 */
export function connectCertified(raw: Socket, options: CertifiedOptions): Promise<TLSSocket> {
  const { host, servername, authorities, cert, key, timeoutMs } = options;
  const gate = createGate(raw);
  return new Promise((resolve, reject) => {
    const settings: ConnectionOptions & { readonly requestOCSP: true } = {
      socket: gate.stream,
      host,
      ...(servername !== '' && { servername }),
      ...(authorities && { ca: [...authorities] }),
      cert,
      key,
      ALPNProtocols: ['http/1.1'],
      requestOCSP: true,
    };
    const secure = connect(settings);
    const timer = setTimeout(
      () => secure.destroy(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    secure.on('OCSPResponse', () => {
      const problem = problemOf(secure, servername || host);
      if (problem === null) return;
      gate.shut();
      // Not within the handshake, which still uses what this would free.
      setImmediate(() => secure.destroy(problem));
    });
    secure.once('error', reject);
    secure.once('close', () => {
      clearTimeout(timer);
      reject(new Error('read ECONNRESET'));
    });
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      secure.removeListener('error', reject);
      resolve(secure);
    });
  });
}

interface Handle {
  verifyError?(): Error | null | undefined;
}

/** What is wrong with the server's certificate; a problem also where it can't be asked. */
function problemOf(secure: TLSSocket, host: string): Error | null {
  const { _handle: handle } = secure as unknown as { readonly _handle: Handle | null };
  if (typeof handle?.verifyError !== 'function')
    return Object.assign(new Error('The certificate can’t be checked.'), { code: 'ERR_TLS_CERT_UNCHECKED' });
  return handle.verifyError() ?? checkServerIdentity(host, secure.getPeerCertificate()) ?? null;
}

/** Passes everything on until it is shut; from then on what is written goes nowhere. */
function createGate(raw: Socket) {
  let isShut = false;
  const stream = new Duplex({
    read: () => void raw.resume(),
    write(piece: Buffer, encoding, done) {
      if (isShut) done();
      else raw.write(piece, encoding, done);
    },
    final(done) {
      if (isShut) done();
      else raw.end(done);
    },
    destroy(error, done) {
      raw.destroy();
      done(error);
    },
  });
  raw.on('data', (piece) => {
    if (!stream.push(piece)) raw.pause();
  });
  raw.once('end', () => stream.push(null));
  raw.once('error', (error) => stream.destroy(error));
  raw.once('close', () => stream.destroy());
  return {
    stream,
    shut: () => {
      isShut = true;
    },
  };
}
