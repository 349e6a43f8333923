import { maxResultHosts } from '../../../shared/app/settings';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { SettingsService } from '../settings/settings';
import { originOf } from './key-ring';
import type { Profiles } from './profiles';

interface Services {
  readonly settings: SettingsService;
  readonly profiles: Pick<Profiles, 'own'>;
}

/**
 * The hosts on this computer or its network from which each profile may download results. A permission is given to a
 * gateway: it ends with the profile, and when the profile's address moves to another origin.
 */
export function createResultHosts({ settings, profiles }: Services) {
  const forget = async (profileId: string): Promise<void> => {
    const { [profileId]: gone, ...resultHosts } = settings.current().resultHosts;
    if (gone !== undefined) await settings.update({ resultHosts });
  };
  return {
    /** @throws AppError `not_found`, or `invalid_input` for the Sandbox and beyond the limit */
    async allow({ id, host, isAllowed }: CheckedInput<'profiles.allowResults'>): Promise<void> {
      profiles.own(id);
      const { resultHosts } = settings.current();
      const before = resultHosts[id] ?? [];
      if (before.includes(host) === isAllowed) return;
      const after = isAllowed ? [...before, host] : before.filter((one) => one !== host);
      if (after.length > maxResultHosts) throw tooMany();
      await settings.update({ resultHosts: { ...resultHosts, [id]: after } });
    },
    forget,
    async forgetIfMoved({ id, baseUrl }: CheckedInput<'profiles.update'>): Promise<void> {
      if (baseUrl === undefined || id === SANDBOX_PROFILE_ID) return;
      if (originOf(baseUrl) !== originOf(profiles.own(id).baseUrl)) await forget(id);
    },
  };
}

function tooMany(): AppError {
  const message = `At most ${maxResultHosts} hosts can be allowed for a profile. Remove one of them first.`;
  return new AppError({ code: 'invalid_input', field: 'host', message });
}
