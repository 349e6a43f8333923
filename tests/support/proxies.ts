/** Proxies on real loopback sockets: they ask for a password, cut, refuse, or let everything pass to one address. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';

export interface TestProxy {
  /** Such as `http://127.0.0.1:41000`. */
  readonly url: string;
  /** What it was asked to connect to, such as `gateway.example:443`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Every name leads there, as in a company whose names only its proxy knows. */
  readonly leadsTo: number;
  readonly password?: string;
  /** Ends the connection instead of answering. */
  readonly cuts?: boolean;
  readonly status?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const server = options.tls ? createTlsServer(options.tls) : createServer();
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    asked.push(request.url ?? '');
    if (options.cuts) return void client.destroy();
    const status = refusalOf(options, request);
    if (status !== null) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    join(client, options.leadsTo, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  return await listen(server, options.tls ? 'https' : 'http', asked);
}

function refusalOf({ password, status }: ProxyOptions, { headers }: IncomingMessage): number | null {
  if (status !== undefined) return status;
  const expected = `Basic ${Buffer.from(`employee:${password}`).toString('base64')}`;
  return password !== undefined && headers['proxy-authorization'] !== expected ? 407 : null;
}

/** SOCKS version 5 (RFC 1928, RFC 1929), as far as a client needs it to connect to a name. */
export async function startSocksProxy({ leadsTo, password }: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const greet = (client: Socket, data: Buffer) => {
    const way = password === undefined ? 0 : 2;
    const isOffered = data.subarray(2, 2 + (data[1] ?? 0)).includes(way);
    client.write(Buffer.from([5, isOffered ? way : 255]));
  };
  const check = (client: Socket, data: Buffer) => {
    const given = data.subarray(3 + (data[1] ?? 0)).toString();
    client.write(Buffer.from([1, given === password ? 0 : 1]));
  };
  const pass = (client: Socket, data: Buffer) => {
    asked.push(addressIn(data));
    join(client, leadsTo, () => client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])));
  };
  const server = createTcpServer((client) => {
    client.on('error', () => client.destroy());
    const steps = password === undefined ? [greet, pass] : [greet, check, pass];
    const next = (): void =>
      void client.once('data', (data) => {
        const step = steps.shift();
        if (steps.length > 0) next();
        step?.(client, data);
      });
    next();
  });
  return await listen(server, 'socks5', asked);
}

function addressIn(data: Buffer): string {
  const isName = data[3] === 3;
  const end = isName ? 5 + (data[4] ?? 0) : 8;
  const host = isName ? data.subarray(5, end).toString() : [...data.subarray(4, end)].join('.');
  return `${host}:${data.readUInt16BE(end)}`;
}

function join(client: Duplex, port: number, onConnected: () => void): void {
  const far: Socket = connect(port, '127.0.0.1', () => {
    onConnected();
    far.pipe(client);
    client.pipe(far);
  });
  for (const one of [far, client]) one.on('error', () => one.destroy());
  far.on('close', () => client.destroy());
  client.on('close', () => far.destroy());
}

async function listen(server: Server, protocol: string, asked: readonly string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
