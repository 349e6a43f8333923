/** A profile's headers, query and authentication: what is kept where, and what of it a call carries. */
import { AppError } from '../../../shared/errors';
import type { GatewayConnection } from '../../../shared/gateway-connection';
import type { GatewayAccess } from '../ports/gateway';
import type { StoredProfile } from '../ports/profiles';
import type { KeyRing } from './key-ring';

type SecretValues = Readonly<Record<string, string>>;

/**
 * What a call to a profile's gateway carries.
 * @throws AppError `no_key` or `keychain_unavailable`
 */
export async function readAccess(profile: StoredProfile, keys: KeyRing): Promise<GatewayAccess> {
  const { connection } = profile;
  const isKeyless = connection.authentication.kind === 'none';
  const apiKey = isKeyless ? '' : await keys.read(profile);
  const secrets = await keys.readHeaders(profile);
  return toAccess(profile, apiKey, secrets);
}

/** The same for a test of the address where the key or a header can't be read. */
export function accessWithoutSecrets({ connection, ...profile }: StoredProfile): GatewayAccess {
  const headers = connection.headers.filter(({ isSecret }) => !isSecret);
  return toAccess({ ...profile, connection: { ...connection, headers } }, '', {});
}

function toAccess(profile: StoredProfile, apiKey: string, secrets: SecretValues): GatewayAccess {
  const { id: profileId, baseUrl, connection } = profile;
  const { gateway, authentication, paths, timeLimits } = connection;
  const headers = connection.headers.map(({ name, isSecret, value }) => {
    const held = isSecret ? secrets[name.toLowerCase()] : value;
    if (held === undefined || held === null) throw noValue(profile, name);
    return [name, held] as const;
  });
  return {
    profileId,
    baseUrl,
    apiKey,
    gateway,
    authentication,
    paths,
    ...(timeLimits !== undefined && { timeLimits }),
    headers: Object.fromEntries(headers),
    secrets: Object.values(secrets),
    query: Object.fromEntries(connection.query.map(({ name, value }) => [name, value])),
  };
}

/**
 * The values of the secret headers of a connection that is to be saved: those given, and those known from before.
 * @throws AppError `invalid_input` where one has no value
 */
export async function secretValues(
  keys: KeyRing,
  profile: StoredProfile,
  { headers }: GatewayConnection,
): Promise<SecretValues> {
  const open = headers.find(({ isSecret, value }) => !isSecret && value === null);
  if (open !== undefined) throw noValue(profile, open.name, 'invalid_input');
  const secret = headers.filter(({ isSecret }) => isSecret);
  const isAllGiven = secret.every(({ value }) => value !== null);
  const before = isAllGiven ? {} : await keys.readHeaders(profile);
  return Object.fromEntries(
    secret.map(({ name, value }) => {
      const held = value ?? before[name.toLowerCase()];
      if (held === undefined) throw noValue(profile, name, 'invalid_input');
      return [name.toLowerCase(), held];
    }),
  );
}

/** As it is stored and shown: a secret leaves the core only to the keychain and the gateway. */
export function withoutSecrets(connection: GatewayConnection): GatewayConnection {
  const headers = connection.headers.map((header) => (header.isSecret ? { ...header, value: null } : header));
  return { ...connection, headers };
}

function noValue(
  profile: StoredProfile,
  header: string,
  code: 'no_key' | 'invalid_input' = 'no_key',
): AppError {
  const message = `The header “${header}” of the profile “${profile.name}” has no value. Enter one in Settings.`;
  return new AppError({ code, message, ...(code === 'invalid_input' && { field: 'connection.headers' }) });
}
