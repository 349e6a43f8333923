/** A gateway between the app and the embedded one that passes everything on and notes when the first words pass. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock } from './statistics';

export interface Relay {
  /** Where the app is to ask. */
  readonly baseUrl: string;
  /** When the first words of the newest reply were passed on, in milliseconds since the epoch. */
  firstWordsAt(): number | null;
  /** Forgets that moment, for the next reply. */
  expect(): void;
  close(): Promise<void>;
}

/** The part of a stream's event that carries words. */
const words = /"content":"[^"]/;

/** @param target base URL of the gateway behind it */
export async function startRelay(target: string): Promise<Relay> {
  let firstWordsAt: number | null = null;
  const server = createServer((asked, answer) => {
    passOn(asked, answer, new URL(target).origin, () => {
      firstWordsAt ??= clock();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    firstWordsAt: () => firstWordsAt,
    expect() {
      firstWordsAt = null;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, origin: string, onWords: () => void): void {
  const { method, url = '/', headers } = asked;
  const { host: _own, ...passed } = headers;
  const onward = request(new URL(url, origin), { method, headers: passed }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    let before = '';
    let sawWords = false;
    reply.on('data', (chunk: Buffer) => {
      // An event may arrive in parts.
      before += sawWords ? '' : chunk.toString('latin1');
      if (!sawWords && words.test(before)) {
        sawWords = true;
        onWords();
      }
      answer.write(chunk);
    });
    reply.on('end', () => answer.end());
    reply.on('error', () => answer.destroy());
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
