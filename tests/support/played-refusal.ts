/** Refusals that are played by a server on loopback. */
import { connect, failureOf, question } from './gateway-client';
import type { HostileServer, Script } from './hostile-server';

/** The clock of the client that reads them, in milliseconds since the epoch. */
export const NOW = 1_783_524_800_000;

/** How a chat fails at a server that answers so. */
export function refusalOf(server: HostileServer, script: Script): ReturnType<typeof failureOf> {
  server.script(script);
  const { client } = connect(server, { maxAttempts: 1, now: () => NOW });
  return failureOf(client.chat.completions.create(question));
}

/** An answer of a proxy. */
export const page = (body: string, status: number): Script => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: [body],
});
