import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway of a test, at a free port of this computer. */
export interface LocalGateway {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Begins to listen. Closing it also ends what is under way. */
export async function listenAsGateway(server: Server): Promise<LocalGateway> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
