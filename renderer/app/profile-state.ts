import type { ModelCatalogue } from '../../shared/models';
import type { Profile } from '../../shared/profiles';

/** The state of a profile as text. */
export type ProfileState = 'ready' | 'no key' | 'key unreadable' | 'connecting' | 'not answering';

export const toneOfState: Record<ProfileState, string> = {
  ready: 'bg-ok',
  connecting: 'bg-faint',
  'no key': 'bg-warn',
  'key unreadable': 'bg-warn',
  'not answering': 'bg-bad',
};

/** The state of a profile, from its key and the last answer of its catalogue. */
export function stateOfProfile(profile: Profile, catalogue: ModelCatalogue): ProfileState {
  if (profile.key === 'missing') return 'no key';
  if (profile.key === 'unreadable') return 'key unreadable';
  if (catalogue.profileId !== profile.id) return 'connecting';
  // It answers, but not without a key.
  if (profile.key === 'not-needed' && catalogue.error?.statusCode === 401) return 'no key';
  if (catalogue.error !== null) return 'not answering';
  return catalogue.refreshedAt === null ? 'connecting' : 'ready';
}
