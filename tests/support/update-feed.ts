/** An update server on loopback, with a key of its own, that can be told to misbehave. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedContent } from '../../electron/updates/feed';
import { listName } from '../../electron/updates/signed-provider';

export interface Release {
  readonly version: string;
  /** Name and bytes of the package. */
  readonly fileName: string;
  readonly content: Buffer;
  readonly notes?: string;
}

export interface UpdateFeed {
  readonly url: string;
  /** Base64, as a build carries it. */
  readonly publicKey: string;
  /** Every request so far: `GET /name`, with its range where it had one. */
  readonly requests: readonly string[];
  /** Headers of the newest request. */
  headers(): IncomingMessage['headers'];
  publish(release: Release): void;
  /** Signs with another key from now on. */
  forgeSignature(): void;
  /** Signs with its own key again. */
  signAgain(): void;
  /** Sends these bytes instead of the package that was listed. */
  replacePackage(content: Buffer): void;
  /** Cuts the connection after so many bytes of the package, for the next so many requests; not before they were read. */
  cutAfter(bytes: number, times: number, whenRead?: () => Promise<void>): void;
  /** Every file is gone. */
  remove(): void;
  close(): Promise<void>;
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  const keys = generateKeyPairSync('ed25519');
  const requests: string[] = [];
  const files = new Map<string, Buffer>();
  let newest: IncomingMessage['headers'] = {};
  let key: KeyObject = keys.privateKey;
  let cuts = { bytes: 0, times: 0, whenRead: async () => {} };
  let packageName = '';
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://feed').pathname.slice(1));
    requests.push([request.method, request.url, request.headers.range].filter(Boolean).join(' '));
    newest = request.headers;
    const content = files.get(name);
    if (content === undefined) response.writeHead(404).end();
    else if (name === packageName && cuts.times > 0) {
      cuts = { ...cuts, times: cuts.times - 1 };
      cut(request, response, content, cuts);
    } else serve(request, response, content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    requests,
    headers: () => newest,
    publish(release) {
      const name = listName(process.platform);
      const list = Buffer.from(listOf(release));
      packageName = release.fileName;
      files.set(packageName, release.content);
      files.set(name, list);
      files.set(`${name}.sig`, Buffer.from(sign(null, signedContent(name, list), key).toString('base64')));
    },
    forgeSignature() {
      key = generateKeyPairSync('ed25519').privateKey;
    },
    signAgain() {
      key = keys.privateKey;
    },
    replacePackage: (content) => files.set(packageName, content),
    cutAfter(bytes, times, whenRead = async () => {}) {
      cuts = { bytes, times, whenRead };
    },
    remove: () => files.clear(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As electron-builder writes it. */
function listOf({ version, fileName, content, notes }: Release): string {
  const sha512 = createHash('sha512').update(content).digest('base64');
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${fileName}`,
    `    sha512: ${sha512}`,
    `    size: ${content.length}`,
    `path: ${fileName}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-22T10:00:00.000Z'",
  ];
  if (notes !== undefined) lines.push(`releaseNotes: ${JSON.stringify(notes)}`);
  return `${lines.join('\n')}\n`;
}

function rangeOf(request: IncomingMessage): number {
  return Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
}

function begin(request: IncomingMessage, response: ServerResponse, content: Buffer): Buffer {
  const from = rangeOf(request);
  const rest = content.subarray(from);
  const headers = { 'content-length': rest.length };
  if (request.headers.range === undefined) response.writeHead(200, headers);
  else {
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { ...headers, 'content-range': range });
  }
  return rest;
}

function serve(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  response.end(begin(request, response, content));
}

interface Cut {
  readonly bytes: number;
  readonly whenRead: () => Promise<void>;
}

function cut(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  { bytes, whenRead }: Cut,
): void {
  const rest = begin(request, response, content);
  response.write(rest.subarray(0, bytes), () => void whenRead().finally(() => response.socket?.destroy()));
}
