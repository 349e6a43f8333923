import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { authority, type server as serverFiles } from './company-certificates';

export interface CertificateSpy {
  readonly baseUrl: string;
  readonly port: number;
  /** The name in each certificate that a client showed; `null` for each client that showed none. */
  readonly shown: readonly (string | null)[];
  close(): Promise<void>;
}

/** A TLS server on loopback that asks every client for a certificate and serves those without one too. */
export async function startCertificateSpy(
  files: typeof serverFiles,
  versions: Pick<TlsOptions, 'minVersion' | 'maxVersion'> = {},
): Promise<CertificateSpy> {
  const shown: (string | null)[] = [];
  const nameOf = (socket: TLSSocket): string | null => {
    const name: string | readonly string[] | undefined = socket.getPeerCertificate()?.subject?.CN;
    return typeof name === 'string' ? name : null;
  };
  const open = new Set<TLSSocket>();
  const asking = { requestCert: true, rejectUnauthorized: false, ca: authority.cert, ...versions };
  const spy = createServer({ ...files, ...asking }, (socket) => {
    shown.push(nameOf(socket));
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
  });
  spy.on('tlsClientError', (_error, socket) => shown.push(nameOf(socket)));
  await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve));
  const { port } = spy.address() as AddressInfo;
  return {
    baseUrl: `https://127.0.0.1:${port}/v1`,
    port,
    shown,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => spy.close(resolve));
    },
  };
}
