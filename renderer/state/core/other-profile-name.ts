import { useCoreState } from './core-state';

/** The name of a profile, for what was sent with it; `null` where it is the active one, which goes without saying. */
export function useOtherProfileName(profileId: string | null): string | null {
  return useCoreState(({ app }) => {
    if (app === null || profileId === null || profileId === app.activeProfileId) return null;
    return app.profiles.find(({ id }) => id === profileId)?.name ?? 'Deleted profile';
  });
}
