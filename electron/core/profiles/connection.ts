/** A profile's headers, query and authentication: what is kept where, and what of it a call carries. */
import { AppError } from '../../../shared/errors';
import { isSecretParameter, withoutSecrets } from '../../../shared/profiles/credential-names';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { GatewayAccess } from '../ports/gateway';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import { hasOpenSecret, type KeyRing, type SecretValues } from './key-ring';

/**
 * What a call to a profile's gateway carries.
 * @throws AppError `no_key` or `keychain_unavailable`
 */
export async function readAccess(profile: StoredProfile, keys: KeyRing): Promise<GatewayAccess> {
  const { connection } = profile;
  const isKeyless = connection.authentication.kind === 'none';
  const apiKey = isKeyless ? '' : await keys.read(profile);
  return toAccess(profile, apiKey, await keys.readSecrets(profile));
}

/** The same for a test of the address where the key or another secret can't be read. */
export function accessWithoutSecrets({ connection, ...profile }: StoredProfile): GatewayAccess {
  const headers = connection.headers.filter(({ isSecret }) => !isSecret);
  const query = connection.query.filter((one) => !isSecretParameter(one));
  return toAccess({ ...profile, connection: { ...connection, headers, query } }, '', noSecrets);
}

const noSecrets: SecretValues = { headers: {}, query: {} };

function toAccess(profile: StoredProfile, apiKey: string, secrets: SecretValues): GatewayAccess {
  const { id: profileId, baseUrl, connection } = profile;
  const { gateway, authentication, paths, timeLimits } = connection;
  const headers = connection.headers.map(({ name, isSecret, value }) => {
    const held = isSecret ? secrets.headers[name.toLowerCase()] : value;
    if (held === undefined || held === null) throw noValue(profile, 'header', name);
    return [name, held] as const;
  });
  const query = connection.query.map((one) => [one, parameterValue(profile, one, secrets)] as const);
  const inQuery = query.flatMap(([one, value]) => (isSecretParameter(one) ? [value] : []));
  return {
    profileId,
    baseUrl,
    apiKey,
    gateway,
    authentication,
    paths,
    ...(timeLimits !== undefined && { timeLimits }),
    headers: Object.fromEntries(headers),
    secrets: [...Object.values(secrets.headers), ...inQuery],
    query: Object.fromEntries(query.map(([{ name }, value]) => [name, value])),
  };
}

type Parameter = GatewayConnection['query'][number];

/** A row of an earlier version may still hold the value itself. */
function parameterValue(profile: StoredProfile, { name, value }: Parameter, { query }: SecretValues): string {
  const held = query[name.toLowerCase()] ?? value;
  if (held === null) throw noValue(profile, 'query parameter', name);
  return held;
}

/**
 * The secret values of a connection that is to be saved: those given, and those known from before.
 * @throws AppError `invalid_input` where one has no value
 */
export async function secretValues(
  keys: KeyRing,
  profile: StoredProfile,
  { headers, query }: GatewayConnection,
): Promise<SecretValues> {
  const secret = {
    headers: headers.filter(({ isSecret }) => isSecret),
    query: query.filter(isSecretParameter),
  };
  requireOpenValues(profile, headers, secret.headers, 'header');
  requireOpenValues(profile, query, secret.query, 'query parameter');
  const isAllGiven = [...secret.headers, ...secret.query].every(({ value }) => value !== null);
  const before = isAllGiven ? noSecrets : await keys.readSecrets(profile);
  return {
    headers: filledIn(profile, secret.headers, before.headers, 'header'),
    query: filledIn(profile, secret.query, before.query, 'query parameter'),
  };
}

interface Named {
  readonly name: string;
  readonly value: string | null;
}

type Kind = 'header' | 'query parameter';

function requireOpenValues(
  profile: StoredProfile,
  all: readonly Named[],
  secret: readonly Named[],
  kind: Kind,
) {
  const open = all.find((one) => one.value === null && !secret.includes(one));
  if (open !== undefined) throw noValue(profile, kind, open.name, 'invalid_input');
}

function filledIn(
  profile: StoredProfile,
  secret: readonly Named[],
  before: Readonly<Record<string, string>>,
  kind: Kind,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    secret.map(({ name, value }) => {
      const held = value ?? before[name.toLowerCase()];
      if (held === undefined) throw noValue(profile, kind, name, 'invalid_input');
      return [name.toLowerCase(), held];
    }),
  );
}

function noValue(
  profile: StoredProfile,
  kind: Kind,
  name: string,
  code: 'no_key' | 'invalid_input' = 'no_key',
): AppError {
  const message = `The ${kind} “${name}” of the profile “${profile.name}” has no value. Enter one in Settings.`;
  const field = kind === 'header' ? 'connection.headers' : 'connection.query';
  return new AppError({ code, message, ...(code === 'invalid_input' && { field }) });
}

/**
 * Moves secret values of query parameters, which earlier versions and their archives kept in the profile's row, to the
 * keychain. A value stays where it is while no keychain answers, so that nothing is lost; it is tried again at the next
 * start. Such a value is treated as a secret in any case.
 * @param announce called once something was moved
 */
export async function moveQuerySecrets(
  { storage, log }: Pick<Ports, 'storage' | 'log'>,
  keys: KeyRing,
  announce: () => void,
): Promise<void> {
  for (const profile of storage.profiles.all().filter(hasOpenSecret)) {
    try {
      await move(storage, keys, profile);
      announce();
    } catch {
      log('a secret query parameter was not moved to the keychain: it does not answer');
    }
  }
}

async function move(storage: Ports['storage'], keys: KeyRing, profile: StoredProfile): Promise<void> {
  const values = await secretValues(keys, profile, profile.connection);
  await keys.saveSecrets(profile, values, 'keychain');
  // Saved meanwhile by the person: that is newer.
  const now = storage.profiles.get(profile.id);
  if (now === undefined || JSON.stringify(now.connection) !== JSON.stringify(profile.connection)) return;
  storage.profiles.overwrite({ ...now, connection: withoutSecrets(now.connection) });
}
