import type { CheckedInput } from '../../../shared/contract';
import { defaultConnection } from '../../../shared/default-connection';
import { withoutSecrets } from '../../../shared/without-secrets';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import { secretValues } from './connection';
import type { KeyRing } from './key-ring';

/**
 * Creates a whole profile, or none.
 * @param put stores and announces it
 */
export function createProfile(
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
    // Stored first: a kill in between leaves a profile without its key, and no key without a profile.
    storage.profiles.put(profile);
    try {
      const complete = { ...profile, connection: withoutSecrets(connection) };
      await keys.saveSecrets(profile, values, keep);
      if (key !== undefined) await keys.save(complete, key, keep);
      put({ ...complete, keyStored: key !== undefined && keep === 'keychain' });
    } catch (error) {
      await discard({ ...profile, connection });
      throw error;
    }
    return { id };
  };
}
