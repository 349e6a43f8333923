/**
 * Whether this desktop shows tray icons. On Linux a program of the desktop does; without one (GNOME as it comes, a bare
 * window manager) an app that has closed its windows could not be reached. Windows and macOS always have a tray.
 */
import { connect } from 'node:net';

/** The name that a tray of the StatusNotifierItem specification owns on the session's bus. */
const WATCHER = 'org.kde.StatusNotifierWatcher';

/** A bus on this computer answers within milliseconds. */
const answerMs = 1_000;

/** @param name of the program that shows icons, on the session’s bus */
export async function hasTrayHost(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  name: string = WATCHER,
): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const socket of socketsOf(env)) {
    const answer = await hasOwner(socket, name);
    if (answer !== null) return answer;
  }
  return false;
}

/**
 * The unix sockets of the session's bus (https://dbus.freedesktop.org/doc/dbus-specification.html#addresses). An
 * abstract one begins with a zero byte.
 */
export function socketsOf({
  DBUS_SESSION_BUS_ADDRESS,
  XDG_RUNTIME_DIR,
}: NodeJS.ProcessEnv): readonly string[] {
  const standard = XDG_RUNTIME_DIR ? `unix:path=${XDG_RUNTIME_DIR}/bus` : '';
  return (DBUS_SESSION_BUS_ADDRESS || standard).split(';').flatMap((address) => {
    const [transport, values = ''] = address.split(/:(.*)/s);
    if (transport !== 'unix') return [];
    const known = new Map(values.split(',').map((pair) => pair.split(/=(.*)/s) as [string, string]));
    const place = unescaped(known.get('path'));
    const abstract = unescaped(known.get('abstract'));
    if (place !== null) return [place];
    return abstract === null ? [] : [`\0${abstract}`];
  });
}

function unescaped(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** @returns `null` where the bus does not answer */
function hasOwner(socket: string, name: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const bus = connect(socket);
    let received = Buffer.alloc(0);
    let isGreeted = false;
    const end = (answer: boolean | null) => {
      bus.destroy();
      resolve(answer);
    };
    bus.setTimeout(answerMs, () => end(null));
    bus.on('error', () => end(null));
    bus.on('close', () => end(null));
    bus.on('connect', () => bus.write(`\0AUTH EXTERNAL ${userInHex()}\r\n`));
    bus.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!isGreeted) {
        const line = received.indexOf('\r\n');
        if (line === -1) return;
        if (!received.subarray(0, line).toString('latin1').startsWith('OK ')) return end(null);
        received = received.subarray(line + 2);
        isGreeted = true;
        bus.write(Buffer.concat([Buffer.from('BEGIN\r\n'), helloCall(1), nameHasOwnerCall(2, name)]));
      }
      const answer = readOwnerReply(received, 2);
      if (answer !== 'incomplete') end(answer);
    });
  });
}

const userInHex = (): string => Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');

// The two calls and the one reply of D-Bus that are needed here, by its specification's little-endian encoding.

const CALL = 1;
const REPLY = 2;
const ERROR = 3;
const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 } as const;
const FIXED_HEADER_BYTES = 16;
/** The specification's bound for a message. */
const MOST_BYTES = 2 ** 27;

/** Every connection says hello first. */
const helloCall = (serial: number): Buffer => busCall(serial, 'Hello', null);

/** Asks whether a program owns the name. */
const nameHasOwnerCall = (serial: number, name: string): Buffer => busCall(serial, 'NameHasOwner', name);

function busCall(serial: number, member: string, text: string | null): Buffer {
  const body = text === null ? Buffer.alloc(0) : textValue(text);
  const fields = [
    headerField(field.path, 'o', '/org/freedesktop/DBus'),
    headerField(field.interface, 's', 'org.freedesktop.DBus'),
    headerField(field.member, 's', member),
    headerField(field.destination, 's', 'org.freedesktop.DBus'),
    ...(text === null ? [] : [headerField(field.signature, 'g', 's')]),
  ];
  // Each field begins at a multiple of 8; the last one's padding is not counted.
  const joined = Buffer.concat(fields.map((one, at) => (at === fields.length - 1 ? one : padded(one))));
  const head = Buffer.alloc(FIXED_HEADER_BYTES);
  head.write('l', 0, 'latin1');
  head.writeUInt8(CALL, 1);
  head.writeUInt8(1, 3);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(serial, 8);
  head.writeUInt32LE(joined.length, 12);
  return Buffer.concat([head, padded(joined), body]);
}

function headerField(code: number, type: 'o' | 's' | 'g', value: string): Buffer {
  const head = Buffer.from([code, 1, type.charCodeAt(0), 0]);
  if (type !== 'g') return Buffer.concat([head, textValue(value)]);
  return Buffer.concat([head, Buffer.from([value.length]), Buffer.from(`${value}\0`)]);
}

function textValue(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);

/**
 * Looks for the reply to a call among the messages received so far.
 * @param serial of the call
 * @returns the reply's boolean, `null` where the bus refused, `incomplete` until it has come
 */
function readOwnerReply(received: Buffer, serial: number): boolean | null | 'incomplete' {
  let rest = received;
  while (rest.length >= FIXED_HEADER_BYTES) {
    const bodyBytes = rest.readUInt32LE(4);
    const fieldBytes = rest.readUInt32LE(12);
    if (rest[0] !== 'l'.charCodeAt(0) || bodyBytes + fieldBytes > MOST_BYTES) return null;
    const bodyAt = FIXED_HEADER_BYTES + fieldBytes + (-fieldBytes & 7);
    if (rest.length < bodyAt + bodyBytes) return 'incomplete';
    if (replySerialOf(rest.subarray(FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + fieldBytes)) === serial) {
      if (rest[1] === ERROR) return null;
      if (rest[1] === REPLY && bodyBytes >= 4) return rest.readUInt32LE(bodyAt) !== 0;
    }
    rest = rest.subarray(bodyAt + bodyBytes);
  }
  return 'incomplete';
}

/** Fields come in any order; those of text are skipped by their length. */
function replySerialOf(fields: Buffer): number | null {
  let at = 0;
  while (at + 8 <= fields.length) {
    const type = String.fromCharCode(fields[at + 2] ?? 0);
    if (fields[at] === field.replySerial && type === 'u') return fields.readUInt32LE(at + 4);
    if (type === 'u') at += 8;
    else if (type === 'g') at += 4 + 1 + (fields[at + 4] ?? 0) + 1;
    else at += 4 + 4 + fields.readUInt32LE(at + 4) + 1;
    at += -at & 7;
  }
  return null;
}
