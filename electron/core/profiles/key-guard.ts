/**
 * Asks a person, past the page, before stored keys could go to another place than before.
 *
 * The page can call every command, and a page gone wrong does. So its word is not enough: on the desktop a dialog of the
 * system asks, which no page can answer; a browser host asks for the stored keys themselves, which no page can read.
 */
import { AppError } from '../../../shared/errors';
import type { SecretName } from '../../../shared/profiles/credential-names';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { NetworkSettings } from '../../../shared/profiles/network';
import type { Clock } from '../ports/clock';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import type { HeldSecret, KeyRing } from './key-ring';

export interface KeyGuard {
  /**
   * Returns once the person agreed; at once where none of these profiles has a secret.
   * @param exposed the profiles whose secrets could go elsewhere
   * @param change what is about to change, as a sentence
   * @param given the secrets that were typed as proof; not needed where the host can ask
   * @throws AppError `needs_key` where a secret is missing or wrong, `aborted` where the person said no
   */
  allow(exposed: readonly StoredProfile[], change: string, given?: readonly string[]): Promise<void>;
  /**
   * Asks before the first secret of a profile takes a way that was set when there was none to protect.
   * @throws AppError `aborted` where the person said no; a host without dialogs asks nothing
   */
  allowFirst(profileName: string, way: string): Promise<void>;
}

/** A key is far too long to be guessed; this only ends trying. */
const mostWrongTries = 5;
const pauseMs = 10 * 60_000;

export function createKeyGuard(
  { confirm, clock }: Pick<Ports, 'confirm' | 'clock'>,
  keys: Pick<KeyRing, 'holdsSecrets' | 'secretsOf'>,
): KeyGuard {
  const tries = createTries(clock);
  return {
    async allow(exposed, change, given = []) {
      const profiles = exposed.filter((profile) => keys.holdsSecrets(profile));
      if (profiles.length === 0) return;
      if (confirm !== null) return await ask(confirm, profiles, change);
      tries.requireOneLeft();
      const secrets = await Promise.all(
        profiles.map(async (profile) => ({ profile, held: await keys.secretsOf(profile) })),
      );
      const missing = secrets.flatMap(({ profile, held }) => unproved(profile, held, given));
      if (missing.length === 0) return tries.clear();
      if (given.length > 0) tries.note();
      throw needsKey(change, missing, given.length > 0);
    },
    async allowFirst(profileName, way) {
      if (confirm === null) return;
      const message = `The key of “${profileName}” will pass ${way}.`;
      const detail = 'Whoever runs it could read the key. Continue only if you set it yourself in Settings.';
      if (!(await confirm({ message, detail, action: 'Save key' }))) throw refused();
    },
  };
}

async function ask(
  confirm: NonNullable<Ports['confirm']>,
  profiles: readonly StoredProfile[],
  change: string,
): Promise<void> {
  const names = profiles.map(({ name }) => `“${name}”`).join(', ');
  const agreed = await confirm({
    message: change,
    detail: `Whoever runs it could read the stored keys of: ${names}. Continue only if you made this change yourself.`,
    action: 'Change',
  });
  if (!agreed) throw refused();
}

const refused = (): AppError =>
  new AppError({ code: 'aborted', message: 'It was not confirmed, so nothing was changed.' });

function unproved(
  { id, name }: StoredProfile,
  held: readonly HeldSecret[],
  given: readonly string[],
): readonly SecretName[] {
  return held
    .filter(({ value }) => !given.some((typed) => isSame(typed.trim(), value)))
    .map(({ header }) => ({ profileId: id, profile: name, header }));
}

/** Takes as long for a guess that is nearly right as for any other of its length. */
function isSame(typed: string, secret: string): boolean {
  let difference = typed.length ^ secret.length;
  for (let at = 0; at < typed.length; at += 1)
    difference |= typed.charCodeAt(at) ^ secret.charCodeAt(at % Math.max(1, secret.length));
  return difference === 0;
}

function createTries(clock: Pick<Clock, 'now'>) {
  let wrong: readonly number[] = [];
  return {
    requireOneLeft() {
      wrong = wrong.filter((at) => clock.now() - at < pauseMs);
      if (wrong.length >= mostWrongTries) throw tooMany();
    },
    note() {
      wrong = [...wrong, clock.now()];
    },
    clear() {
      wrong = [];
    },
  };
}

function needsKey(change: string, secrets: readonly SecretName[], isWrong: boolean): AppError {
  const first = isWrong ? 'That isn’t the stored key. ' : '';
  const message = `${first}${change} Whoever runs it could read the stored key: enter the key once more to confirm.`;
  return new AppError({ code: 'needs_key', field: 'keys', message, details: { secrets } });
}

const tooMany = (): AppError =>
  new AppError({
    code: 'needs_key',
    field: 'keys',
    message: 'Too many wrong keys were entered. Try again in ten minutes.',
    retryAfterMs: pauseMs,
  });

// Which changes of a network or a connection could lead a stored key to another place than before.

/**
 * Whether requests would pass a proxy, trust an authority or show a certificate that they did not before. Going back to
 * the system's own way, or to none, takes no key anywhere new.
 */
export function isRedirected(before: NetworkSettings, after: NetworkSettings): boolean {
  return (
    (isChosen(after) && placeOf(before) !== placeOf(after)) ||
    isOtherFile(before.authorities, after.authorities) ||
    isOtherFile(before.certificate, after.certificate)
  );
}

const isChosen = ({ proxy }: NetworkSettings): boolean => proxy.kind === 'fixed' || proxy.kind === 'pac';

const placeOf = ({ proxy }: NetworkSettings): string =>
  proxy.kind === 'fixed' || proxy.kind === 'pac' ? `${proxy.kind} ${proxy.url}` : proxy.kind;

const isOtherFile = (before: NetworkSettings['authorities'], after: NetworkSettings['authorities']) =>
  after !== null && after.pem !== before?.pem;

/**
 * Whether a gateway that forwards requests could be told by it to forward them, with the key, to an address that the
 * connection did not name before. Portkey, for one, reads `x-portkey-custom-host`, Helicone `helicone-target-url`.
 */
export function isForwarded(before: GatewayConnection, after: GatewayConnection): boolean {
  const known = new Set(routesOf(before));
  return routesOf(after).some((route) => !known.has(route));
}

/** Names by which gateways take the address of another server, or a configuration that may hold one. */
const routingName =
  /host|ur[il]|endpoint|target|forward|upstream|proxy|config|base|origin|redirect|callback|webhook/i;
/** A scheme, a host name with its domain, an IP address, or `localhost`, each perhaps with a port. */
const address = /:\/\/|^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)|^\d{1,3}(?:\.\d{1,3}){3}|^\[|^localhost\b/i;

function routesOf({ headers, query, authentication }: GatewayConnection): readonly string[] {
  const fields = [...headers, ...query].filter(
    ({ name, value }) => routingName.test(name) || (value !== null && address.test(value.trim())),
  );
  const keyField =
    authentication.kind === 'header' && routingName.test(authentication.name) ? [authentication.name] : [];
  return [
    ...fields.map(({ name, value }) => JSON.stringify([name.toLowerCase(), value])),
    ...keyField.map((name) => JSON.stringify(['key', name.toLowerCase()])),
  ];
}
