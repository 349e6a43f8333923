import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a page with one empty text field and nothing else: the least a page with a composer can be. */
export async function serveEmptyPage() {
  const html = '<!doctype html><title>Empty</title><textarea aria-label="Message"></textarea>';
  const server = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
