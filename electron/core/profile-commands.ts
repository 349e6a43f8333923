import type { CheckedInput } from '../../shared/contract';
import { type ConnectionReport, SANDBOX_PROFILE_ID } from '../../shared/profiles';
import type { KeyRing } from './key-ring';
import type { Ports, StoredProfile } from './ports';
import type { Profiles } from './profiles';

/** What a person does to the profiles; each change is stored, then announced. */
export function createProfileCommands({ storage, clock, gateway }: Ports, profiles: Profiles, keys: KeyRing) {
  const put = (profile: StoredProfile) => {
    storage.profiles.put(profile);
    profiles.announce();
  };
  return {
    create({ name, baseUrl }: CheckedInput<'profiles.create'>): { id: string } {
      const id = clock.newId();
      put({ id, name, baseUrl, keyStored: false });
      return { id };
    },
    async update({ id, name, baseUrl }: CheckedInput<'profiles.update'>): Promise<void> {
      const before = profiles.own(id);
      const after = { ...before, name: name ?? before.name, baseUrl: baseUrl ?? before.baseUrl };
      // A key belongs to the origin it was given for: it must not travel to another one with the profile.
      const moved = new URL(after.baseUrl).origin !== new URL(before.baseUrl).origin;
      if (moved) await keys.remove(before);
      if (after.baseUrl !== before.baseUrl) storage.catalogues.remove(id);
      put({ ...after, keyStored: moved ? false : before.keyStored });
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
      await keys.save(profile, key, keep);
      put({ ...profile, keyStored: keep === 'keychain' });
    },
    async removeKey(id: string): Promise<void> {
      const profile = profiles.own(id);
      await keys.remove(profile);
      put({ ...profile, keyStored: false });
    },
    /** Asks the gateway step by step; costs no credits. */
    async test(id: string): Promise<ConnectionReport> {
      const found = await gateway.probe(await profiles.access(id));
      return { profileId: id, ...found };
    },
  };
}
