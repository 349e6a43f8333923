import { withoutSecrets } from '../../../shared/profiles/secret-names';
import type { Ports } from '../ports/ports';
import type { StoredProfile } from '../ports/profiles';
import { secretValues } from './connection';
import { hasOpenSecret, type KeyRing } from './key-ring';

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
