/**
 * Whether this desktop shows tray icons. On Linux a program of the desktop does; without one (GNOME as it comes, a bare
 * window manager) an app that has closed its windows could not be reached. Windows and macOS always have a tray.
 */
import { connect } from 'node:net';
import { helloCall, nameHasOwnerCall, readOwnerReply } from './dbus-messages';

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
