/**
 * A session bus with a service of desktop notifications that reads markup, as GNOME's and KDE's do: the real
 * `dbus-daemon`, and on it a client that speaks D-Bus's wire format itself.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export interface ShownNotification {
  readonly summary: string;
  readonly body: string;
}

export interface NotificationBus {
  /** For `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  /** Everything that it was asked to show, as it came over the bus. */
  readonly shown: readonly ShownNotification[];
  close(): void;
}

const busName = 'org.freedesktop.DBus';
const [methodCall, methodReturn, errorReply] = [1, 2, 3];
/** Codes of the fields in the head of a message, with the type of their value. */
const fieldTypes = { path: [1, 'o'], interface: [2, 's'], member: [3, 's'], error: [4, 's'] } as const;
const replySerialField = 5;
const destinationField = 6;
const senderField = 7;
const signatureField = 8;

/**
 * @param refusal what the service says to everything that it is asked to show; it shows all where left out
 * @returns `null` where no `dbus-daemon` is installed
 */
export async function startNotificationBus(refusal?: string): Promise<NotificationBus | null> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address']);
  const address = await Promise.race([
    once(daemon, 'error').then(() => null),
    once(daemon.stdout, 'data').then(([line]) => String(line).trim()),
  ]);
  return address === null ? null : await serve(daemon, address, refusal);
}

async function serve(daemon: ChildProcess, address: string, refusal?: string): Promise<NotificationBus> {
  const path = /unix:path=([^,]+)/.exec(address)?.[1] ?? '';
  const socket = createConnection(path);
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  const shown: ShownNotification[] = [];
  const owned = answerCalls(socket, shown, refusal);
  const request = { path: '/org/freedesktop/DBus', interface: busName };
  socket.write(message(methodCall, { ...request, member: 'Hello', destination: busName, serial: 1 }));
  const name = bytes().string('org.freedesktop.Notifications').uint(0).done();
  socket.write(
    message(methodCall, { ...request, member: 'RequestName', destination: busName, serial: 2 }, 'su', name),
  );
  await owned;
  return {
    address,
    shown,
    close: () => {
      socket.destroy();
      daemon.kill();
    },
  };
}

/** Resolves once the name belongs to this client. */
function answerCalls(socket: Socket, shown: ShownNotification[], refusal?: string): Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  return new Promise((owned) => {
    socket.on('data', (more: Buffer) => {
      received = Buffer.concat([received, more]);
      for (let next = readMessage(received); next !== null; next = readMessage(received)) {
        received = received.subarray(next.bytes);
        if (next.type === methodReturn && next.replyTo === 2) owned();
        if (next.type === methodCall) socket.write(answer(next, shown, refusal));
      }
    });
  });
}

function answer(call: Message, shown: ShownNotification[], refusal?: string): Buffer {
  const head = { destination: call.sender, replyTo: call.serial, serial: call.serial + 1_000 };
  const reply = (signature: string, body: Buffer) => message(methodReturn, head, signature, body);
  if (call.member === 'GetServerInformation')
    return reply('ssss', bytes().string('Test').string('Test').string('1').string('1.2').done());
  if (call.member === 'GetCapabilities') return reply('as', strings(['body', 'body-markup', 'actions']));
  if (call.member !== 'Notify')
    return message(errorReply, { ...head, error: `${busName}.Error.UnknownMethod` });
  if (refusal !== undefined)
    return message(
      errorReply,
      { ...head, error: `${busName}.Error.Failed` },
      's',
      bytes().string(refusal).done(),
    );
  const body = reader(call.body);
  body.string();
  body.uint();
  body.string();
  shown.push({ summary: body.string(), body: body.string() });
  return reply('u', bytes().uint(shown.length).done());
}

interface Message {
  /** Of the whole message. */
  readonly bytes: number;
  readonly type: number;
  readonly serial: number;
  readonly replyTo: number;
  readonly member: string;
  readonly sender: string;
  readonly body: Buffer;
}

const headBytes = 16;
const alignedTo8 = (at: number) => Math.ceil(at / 8) * 8;

/** @returns `null` where it has not come whole */
function readMessage(from: Buffer): Message | null {
  if (from.length < headBytes) return null;
  const [bodyBytes, fieldBytes] = [from.readUInt32LE(4), from.readUInt32LE(12)];
  const bodyAt = alignedTo8(headBytes + fieldBytes);
  if (from.length < bodyAt + bodyBytes) return null;
  const fields = new Map<number, string | number>();
  const head = reader(from, headBytes);
  while (head.at() < headBytes + fieldBytes) {
    head.align(8);
    const code = head.byte();
    const type = head.signature();
    fields.set(code, type === 'u' ? head.uint() : type === 'g' ? head.signature() : head.string());
  }
  return {
    bytes: bodyAt + bodyBytes,
    type: from[1] ?? 0,
    serial: from.readUInt32LE(8),
    replyTo: Number(fields.get(replySerialField) ?? 0),
    member: String(fields.get(fieldTypes.member[0]) ?? ''),
    sender: String(fields.get(senderField) ?? ''),
    body: from.subarray(bodyAt, bodyAt + bodyBytes),
  };
}

interface Head {
  readonly serial: number;
  readonly destination: string;
  readonly replyTo?: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly error?: string;
}

function message(type: number, head: Head, signature = '', body: Buffer = Buffer.alloc(0)): Buffer {
  const fields = bytes();
  for (const [name, [code, kind]] of Object.entries(fieldTypes)) {
    const value = head[name as keyof typeof fieldTypes];
    if (value !== undefined) fields.align(8).byte(code).signature(kind).string(value);
  }
  if (head.replyTo !== undefined) fields.align(8).byte(replySerialField).signature('u').uint(head.replyTo);
  fields.align(8).byte(destinationField).signature('s').string(head.destination);
  if (signature !== '') fields.align(8).byte(signatureField).signature('g').signature(signature);
  const fieldBytes = fields.done();
  const start = bytes().byte('l'.charCodeAt(0)).byte(type).byte(0).byte(1);
  const lengths = start.uint(body.length).uint(head.serial).uint(fieldBytes.length).done();
  return Buffer.concat([lengths, bytes().raw(fieldBytes).align(8).done(), body]);
}

function strings(all: readonly string[]): Buffer {
  const listed = bytes();
  for (const one of all) listed.string(one);
  const content = listed.done();
  return Buffer.concat([bytes().uint(content.length).done(), content]);
}

/** Writes little-endian values, each aligned to its size. */
function bytes() {
  let written: Buffer = Buffer.alloc(0);
  const add = (more: Buffer) => {
    written = Buffer.concat([written, more]);
    return self;
  };
  const self = {
    raw: add,
    align: (to: number) => add(Buffer.alloc((to - (written.length % to)) % to)),
    byte: (value: number) => add(Buffer.from([value])),
    uint: (value: number) => self.align(4) && add(Buffer.from(Uint32Array.of(value).buffer)),
    string: (text: string) => self.uint(Buffer.byteLength(text)) && add(Buffer.from(`${text}\0`)),
    signature: (text: string) => self.byte(text.length) && add(Buffer.from(`${text}\0`)),
    done: () => written,
  };
  return self;
}

function reader(from: Buffer, start = 0) {
  let at = start;
  const take = (length: number) => {
    at += length;
    return from.subarray(at - length, at);
  };
  const text = (length: number) => take(length + 1).toString('utf8', 0, length);
  const self = {
    at: () => at,
    align: (to: number) => {
      at = Math.ceil(at / to) * to;
    },
    byte: () => take(1)[0] ?? 0,
    uint: () => {
      self.align(4);
      return take(4).readUInt32LE(0);
    },
    string: () => text(self.uint()),
    signature: () => text(self.byte()),
  };
  return self;
}
