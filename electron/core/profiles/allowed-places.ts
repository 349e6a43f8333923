import { maxJobOrigins, maxResultHosts } from '../../../shared/app/settings';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { SettingsService } from '../settings/settings';
import type { KeyGuard } from './key-guard';
import { originOf } from './key-ring';
import type { Profiles } from './profiles';

interface Services {
  readonly settings: SettingsService;
  readonly profiles: Pick<Profiles, 'own'>;
  readonly keyGuard: Pick<KeyGuard, 'allow'>;
}

const most = { resultHosts: maxResultHosts, jobOrigins: maxJobOrigins } as const;
type Kind = keyof typeof most;
const kinds = Object.keys(most) as readonly Kind[];

/**
 * Where a gateway may send the app beside its own address: hosts on this computer or its network that hold results, and
 * other origins that are asked about jobs with the key. A permission is given to a gateway: it ends with the profile, and
 * when the profile's address moves to another origin.
 */
export function createAllowedPlaces({ settings, profiles, keyGuard }: Services) {
  const set = async (kind: Kind, id: string, place: string, isAllowed: boolean): Promise<void> => {
    const all = settings.current()[kind];
    const before = all[id] ?? [];
    if (before.includes(place) === isAllowed) return;
    const after = isAllowed ? [...before, place] : before.filter((one) => one !== place);
    if (after.length > most[kind]) throw tooMany(kind);
    await settings.update({ [kind]: { ...all, [id]: after } });
  };
  const forget = async (profileId: string): Promise<void> => {
    for (const kind of kinds) {
      const { [profileId]: gone, ...others } = settings.current()[kind];
      if (gone !== undefined) await settings.update({ [kind]: others });
    }
  };
  return {
    /** @throws AppError `not_found`, or `invalid_input` for the Sandbox and beyond the limit */
    async allowResults({ id, host, isAllowed }: CheckedInput<'profiles.allowResults'>): Promise<void> {
      profiles.own(id);
      await set('resultHosts', id, host, isAllowed);
    },
    /**
     * The key would go there: the person is asked past the page.
     * @throws AppError as above, and `needs_key` or `aborted` where the person has not agreed
     */
    async allowJobs({ id, origin, isAllowed, keys }: CheckedInput<'profiles.allowJobs'>): Promise<void> {
      const profile = profiles.own(id);
      const change = `Jobs of “${profile.name}” will be asked for at ${origin} too, with its key.`;
      if (isAllowed && settings.current().jobOrigins[id]?.includes(origin) !== true)
        await keyGuard.allow([profile], change, keys);
      await set('jobOrigins', id, origin, isAllowed);
    },
    forget,
    async forgetIfMoved({ id, baseUrl }: CheckedInput<'profiles.update'>): Promise<void> {
      if (baseUrl === undefined || id === SANDBOX_PROFILE_ID) return;
      if (originOf(baseUrl) !== originOf(profiles.own(id).baseUrl)) await forget(id);
    },
  };
}

function tooMany(kind: Kind): AppError {
  const message = `At most ${most[kind]} hosts can be allowed for a profile. Remove one of them first.`;
  return new AppError({ code: 'invalid_input', field: 'host', message });
}
