/** The bus of a session in which somebody shows tray icons: it says yes to whatever name is asked for. */
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** Begins to listen in the folder. @returns the address for `DBUS_SESSION_BUS_ADDRESS`, and the server to close */
export async function startTrayBus(folder: string): Promise<{ address: string; server: Server }> {
  const socket = join(folder, 'bus');
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write('OK 00000000000000000000000000000000\r\n');
      client.once('data', () => client.write(yesTo(2)));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return { address: `unix:path=${socket}`, server };
}

/** A reply to the call of that serial, with the one value `true`. */
function yesTo(serial: number): Buffer {
  const [reply, replySerial, version] = [2, 5, 1];
  const reply32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const fields = Buffer.concat([Buffer.from([replySerial, 1, 'u'.charCodeAt(0), 0]), reply32(serial)]);
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), reply, 0, version]),
    ...[4, 1, fields.length].map(reply32),
  ]);
  return Buffer.concat([head, fields, reply32(1)]);
}
