import { AppError } from '../../shared/errors';
import type { KeychainState } from '../../shared/profiles/profiles';
import type { Keychain } from '../core/ports/keychain';

type Keytar = typeof import('keytar');
type Reason = Exclude<KeychainState, { available: true }>['reason'];

const CANARY = 'gatehouse-canary';

/**
 * A keychain whose dialog was closed without a password answers the same as for an absent key; asking for anything more
 * would open the dialog again. So it is on Linux; macOS and Windows say it. By the time alone a guess can be made: one
 * that asks nobody answers within this, and hardly anybody closes a dialog faster.
 */
const UNASKED_MS = 2_000;

/**
 * The OS keychain, through keytar: Keychain on macOS, Credential Manager on Windows, Secret Service on Linux.
 *
 * The library is loaded at first use: without libsecret it throws while loading, and the Sandbox alone never needs it.
 *
 * @param service the name of the entries in the keychain.
 * @param load of the library
 * @param now in milliseconds, never going back
 */
export function createKeychain(
  service: string,
  load: () => Promise<Keytar> = loadKeytar,
  now: () => number = () => performance.now(),
  platform: NodeJS.Platform = process.platform,
): Keychain {
  let library: Promise<Keytar> | undefined;
  const keytar = async () => {
    library ??= load();
    return library;
  };
  const attempt = async <T>(call: (loaded: Keytar) => Promise<T>): Promise<T> => {
    try {
      return await call(await keytar());
    } catch (cause) {
      const { message } = unavailable(cause);
      throw new AppError({ code: 'keychain_unavailable', message, details: unavailable(cause) }, { cause });
    }
  };
  const probe = async (): Promise<KeychainState> => {
    try {
      await tryCanary(await keytar(), service);
      return { available: true };
    } catch (cause) {
      return unavailable(cause);
    }
  };
  /** One at a time: two requests would open two dialogs for the same password. */
  let asked: Promise<unknown> = Promise.resolve();
  const get = async (account: string): Promise<string | null> => {
    const beganAt = now();
    const secret = await attempt((loaded) => loaded.getPassword(service, account));
    const isGuessed = platform === 'linux' && now() - beganAt > UNASKED_MS;
    if (secret === null && isGuessed) throw lockedAfterPrompt();
    return secret;
  };
  return {
    probe,
    get(account) {
      const answer = asked.then(() => get(account));
      asked = answer.catch(() => undefined);
      return answer;
    },
    set: (account, secret) => attempt((loaded) => loaded.setPassword(service, account, secret)),
    async remove(account) {
      await attempt((loaded) => loaded.deletePassword(service, account));
    },
  };
}

const loadKeytar = (): Promise<Keytar> => import('keytar').then((loaded) => loaded.default ?? loaded);

function lockedAfterPrompt(): AppError {
  const message =
    'The keychain stayed locked: its dialog was closed without a password. Send again to be asked again.';
  const details = { available: false, reason: 'locked', message } as const;
  return new AppError({ code: 'keychain_unavailable', message, details });
}

async function tryCanary(keytar: Keytar, service: string): Promise<void> {
  const value = String(process.pid);
  await keytar.setPassword(service, CANARY, value);
  if ((await keytar.getPassword(service, CANARY)) !== value)
    throw new Error('the keychain didn’t save a test entry');
  await keytar.deletePassword(service, CANARY);
}

/** Messages of libsecret and keytar, as seen on Debian 12; any other message is passed on unchanged. */
const KNOWN: readonly { pattern: RegExp; reason: Reason; message: string }[] = [
  {
    pattern: /locked collection|is locked|User interaction is not allowed/i,
    reason: 'locked',
    message:
      'The keychain is locked. Unlock it (log in to the desktop session or open its password manager), then save again.',
  },
  {
    pattern: /prompt was dismissed|user cancell?ed|-128/i,
    reason: 'locked',
    message: 'The keychain stayed locked: its dialog was closed. Try again to be asked again.',
  },
  {
    // Before the session's bus: it also says “No such file or directory”.
    pattern: /libsecret|cannot open shared object|Cannot find module|No native build|could not be found/i,
    reason: 'absent',
    message:
      'The keychain library is missing. On Linux, install libsecret (package libsecret-1-0), then start the app again.',
  },
  {
    // Of GLib, for `DBUS_SESSION_BUS_ADDRESS`: nobody listens there, or it is not an address.
    pattern:
      /^Could not connect|Unexpected lack of content|connection is closed|address element|Error in address|unsupported transport|dbus-launch|given address is empty|Error resolving |Error (sending|receiving) |Exhausted all available auth/i,
    reason: 'no-service',
    message:
      'The keychain can’t be reached: this session’s D-Bus address leads nowhere. Log out and in again, or start Gatehouse from a new terminal.',
  },
  {
    pattern:
      /autolaunch D-Bus|D-Bus|org\.freedesktop\.secrets was not provided|ServiceUnknown|Connection refused/i,
    reason: 'no-service',
    message:
      'No keychain service is running. On Linux, install and start a Secret Service such as gnome-keyring or KWallet.',
  },
  {
    pattern: /Object does not exist at path|no such secret collection/i,
    reason: 'no-service',
    message:
      'The keychain service has no default keyring. Create one in its password manager, then save again.',
  },
];

function unavailable(cause: unknown): Exclude<KeychainState, { available: true }> {
  const said = cause instanceof Error ? cause.message : String(cause);
  const known = KNOWN.find(({ pattern }) => pattern.test(said));
  if (known) return { available: false, reason: known.reason, message: known.message };
  return { available: false, reason: 'failed', message: `The keychain refused: ${said}` };
}
