/** The Sandbox behind a gate, which passes a request on once a test lets it, or never. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestSandbox } from './sandbox';

interface GatedRequest {
  readonly path: string;
  readonly body: string;
}

/** @param passes settles once the request may go on; with `false` it is never answered */
export async function gatedSandbox(
  sandbox: TestSandbox,
  passes: (request: GatedRequest) => Promise<boolean>,
): Promise<TestSandbox> {
  const { origin, pathname } = new URL(sandbox.baseUrl);
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (!(await passes({ path: request.url ?? '', body: body.toString() }))) return;
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(origin + request.url, {
      headers: { authorization, 'content-type': type },
      ...{ method: request.method, body: body.length === 0 ? undefined : body },
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { ...sandbox, baseUrl: `http://127.0.0.1:${port}${pathname}` };
}
