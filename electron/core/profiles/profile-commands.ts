import type { CheckedInput } from '../../../shared/contract';
import { AppError, type AppErrorData } from '../../../shared/errors';
import { isSecretParameter, withoutSecrets } from '../../../shared/profiles/credential-names';
import { defaultConnection } from '../../../shared/profiles/defaults';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { ConnectionReport, ConnectionStep, ConnectionStepName } from '../../../shared/profiles/profiles';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import { accessWithoutSecrets, secretValues } from './connection';
import { isForwarded, type KeyGuard } from './key-guard';
import { type KeyRing, originOf } from './key-ring';
import type { Networks } from './networks';
import type { Profiles } from './profiles';

const KEY_REFUSALS = ['no_key', 'keychain_unavailable'];

interface KeyServices {
  readonly keys: KeyRing;
  readonly keyGuard: KeyGuard;
  readonly networks: Pick<Networks, 'accessOf' | 'agree'>;
}

const forwarding = 'These headers or parameters could make the gateway forward requests to another address.';

/** The user's commands for profiles; each change is stored, then emitted. */
export function createProfileCommands(
  { storage, clock, gateway }: Ports,
  profiles: Profiles,
  { keys, keyGuard, networks }: KeyServices,
) {
  const put = (profile: StoredProfile) => {
    storage.profiles.put(profile);
    profiles.announce();
  };
  const accessOrRefusal = async (id: string) => {
    try {
      return { ...(await profiles.access(id)), refusal: null };
    } catch (error) {
      if (!(error instanceof AppError) || !KEY_REFUSALS.includes(error.data.code)) throw error;
      const profile = profiles.own(id);
      // Never by another way than the one that is set: without its secrets nothing is tested.
      const network = await networks.accessOf(id);
      return { ...accessWithoutSecrets(profile), network, refusal: error.data };
    }
  };
  const claim = createClaim(storage);
  const save = createKeySaver(profiles, keys, { put, claim });
  const create = createProfile({ storage, clock }, keys, put);
  return {
    async create(input: CheckedInput<'profiles.create'>): Promise<{ id: string }> {
      const isSecret =
        input.key !== undefined || (input.connection !== undefined && hasNewSecret(input.connection));
      if (isSecret) await networks.agree(null, input.name);
      return await create(input);
    },
    async update({ id, name, baseUrl }: CheckedInput<'profiles.update'>): Promise<void> {
      const before = profiles.own(id);
      const after = { ...before, name: name ?? before.name, baseUrl: baseUrl ?? before.baseUrl };
      // A key belongs to the origin it was given for: it must not travel to another one with the profile.
      const moved = originOf(after.baseUrl) !== originOf(before.baseUrl);
      if (moved) await keys.remove(before);
      if (after.baseUrl !== before.baseUrl) storage.catalogues.remove(id);
      // Nor may a value that an earlier version left in the row.
      const connection = moved ? withoutSecrets(before.connection) : before.connection;
      put({ ...after, connection, keyStored: moved ? false : before.keyStored });
    },
    async remove(id: string): Promise<void> {
      await keys.remove(profiles.own(id));
      storage.transaction(() => {
        storage.profiles.remove(id);
        storage.catalogues.remove(id);
      });
      profiles.announce();
    },
    activate(id: string): void {
      if (id !== SANDBOX_PROFILE_ID) profiles.own(id);
      storage.settings.setActiveProfileId(id);
      profiles.announce();
    },
    async saveKey({ id, key, keep }: CheckedInput<'profiles.saveKey'>): Promise<void> {
      const profile = profiles.own(id);
      await networks.agree(id, profile.name);
      await save(profile, key, keep);
    },
    async removeKey(id: string): Promise<void> {
      const profile = profiles.own(id);
      await keys.remove(profile);
      put({ ...profile, keyStored: false });
    },
    async saveConnection(input: CheckedInput<'profiles.saveConnection'>): Promise<void> {
      const { id, connection, keep } = input;
      const profile = profiles.own(id);
      const exposed = isForwarded(profile.connection, connection) ? [profile] : [];
      await keyGuard.allow(exposed, forwarding, input.keys);
      if (hasNewSecret(connection)) await networks.agree(id, profile.name);
      const values = await secretValues(keys, profile, connection);
      const claimed = withSecretsOf(profile, connection);
      await claim(profile, claimed, () => keys.saveSecrets(profile, values, keep));
      if (connection.gateway !== profile.connection.gateway) storage.catalogues.remove(id);
      put({ ...profile, connection: withoutSecrets(connection) });
    },
    /** Tests the connection step by step; costs no credits. */
    async test(id: string): Promise<ConnectionReport> {
      // Without a key the address can still be tested: the report says which step fails.
      const { refusal, ...access } = await accessOrRefusal(id);
      const found = await gateway.probe(access);
      return { profileId: id, ...found, ...(refusal && withKeyRefused(found, refusal)) };
    },
  };
}

const hasNewSecret = ({ headers, query }: GatewayConnection): boolean =>
  headers.some(({ isSecret, value }) => isSecret && value !== null) ||
  query.some((parameter) => isSecretParameter(parameter) && parameter.value !== null);

/**
 * Writes to the keychain what a row already says that it holds: a kill in between leaves a row without its secret, which
 * is asked for again, and never a secret that no row names and so nothing removes.
 */
const createClaim =
  ({ profiles }: Ports['storage']) =>
  async (before: StoredProfile, claimed: StoredProfile, write: () => Promise<void>): Promise<void> => {
    profiles.put(claimed);
    try {
      await write();
    } catch (error) {
      if (profiles.get(before.id) !== undefined) profiles.put(before);
      throw error;
    }
  };

/** Also with the secrets of a connection that is about to be saved; those it has stay named until they are removed. */
function withSecretsOf(profile: StoredProfile, connection: GatewayConnection): StoredProfile {
  const { headers, query } = profile.connection;
  const after = withoutSecrets(connection);
  return {
    ...profile,
    connection: {
      ...profile.connection,
      headers: headers.some(({ isSecret }) => isSecret) ? headers : after.headers,
      query: query.some(isSecretParameter) ? query : after.query,
    },
  };
}

interface Rows {
  /** Stores and announces a profile. */
  readonly put: (profile: StoredProfile) => void;
  readonly claim: ReturnType<typeof createClaim>;
}

const createKeySaver =
  (profiles: Profiles, keys: KeyRing, { put, claim }: Rows) =>
  async (profile: StoredProfile, key: string, keep: CheckedInput<'profiles.saveKey'>['keep']) => {
    if (keep === 'process') {
      keys.hold(profile, key);
      return profiles.announce();
    }
    const claimed = { ...profile, keyStored: profile.keyStored || keep === 'keychain' };
    await claim(profile, claimed, () => keys.save(profile, key, keep));
    put({ ...withAuthentication(profile), keyStored: keep === 'keychain' });
  };

/** A key that is saved is meant to be sent, also where the profile was created without one. */
function withAuthentication(profile: StoredProfile): StoredProfile {
  const { connection } = profile;
  if (connection.authentication.kind !== 'none') return profile;
  return { ...profile, connection: { ...connection, authentication: { kind: 'bearer' } } };
}

const beforeKey: readonly ConnectionStepName[] = ['address', 'proxy', 'tls', 'certificate'];

/** Steps before the key keep their result; those after it were not tried with one. */
function withKeyRefused(
  found: Pick<ConnectionReport, 'steps' | 'error'>,
  refusal: AppErrorData,
): Pick<ConnectionReport, 'steps' | 'error'> {
  if (found.steps.some(({ name, state }) => state === 'failed' && beforeKey.includes(name))) return found;
  const steps = found.steps.map((step): ConnectionStep => {
    if (step.name === 'key') return { ...step, state: 'failed', detail: refusal.message };
    return step.name === 'models' ? { ...step, state: 'skipped', detail: 'Not tested without a key.' } : step;
  });
  return { steps, error: refusal };
}

/**
 * Creates a whole profile, or none.
 * @param put stores and announces it
 */
function createProfile(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  keys: KeyRing,
  put: (profile: StoredProfile) => void,
) {
  /** What the keychain refuses to remove belongs to no profile. */
  const discard = async (profile: StoredProfile) => {
    await keys.remove(profile).catch(() => undefined);
    storage.profiles.remove(profile.id);
  };
  return async (input: CheckedInput<'profiles.create'>): Promise<{ id: string }> => {
    const id = clock.newId();
    const { name, baseUrl, key, keep, connection = defaultConnection } = input;
    const profile = { id, name, baseUrl, keyStored: false, connection: defaultConnection };
    const values = await secretValues(keys, profile, connection);
    const keyStored = key !== undefined && keep === 'keychain';
    const complete = { ...profile, keyStored, connection: withoutSecrets(connection) };
    // Stored first, with what it is about to hold: a kill in between leaves a profile without its key, and no key that a
    // removal of the profile leaves behind.
    storage.profiles.put(complete);
    try {
      await keys.saveSecrets(profile, values, keep);
      if (key !== undefined) await keys.save({ ...complete, keyStored: false }, key, keep);
      put(complete);
    } catch (error) {
      await discard({ ...profile, connection });
      throw error;
    }
    return { id };
  };
}
