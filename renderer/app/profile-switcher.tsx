import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ModelCatalogue } from '../../shared/models/models';
import type { Profile } from '../../shared/profiles/profiles';
import { call } from '../link/call';
import { announceAnswer } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { openTab } from '../state/ui/navigation';
import { classes } from '../ui/classes';
import { mainLandmark } from '../ui/main-landmark';
import { MenuTrigger } from '../ui/menu-trigger';

/** The active profile with its state, and a menu of the others. */
export function ProfileSwitcher() {
  const app = useCoreState((state) => state.app);
  if (app === null) return null;
  const active = app.profiles.find(({ id }) => id === app.activeProfileId);
  if (active === undefined) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger className="flex h-8 min-w-0 items-center gap-2 rounded-control px-2 text-muted hover:bg-hover">
        <span className="sr-only">Profile</span>
        <Dot state={stateOfProfile(active, app.catalogue)} />
        <span className="max-w-[min(12rem,15vw)] truncate">{active.name}</span>
        <span className="gives-way whitespace-nowrap text-sm">{stateOfProfile(active, app.catalogue)}</span>
        <ChevronDown className="icon size-3.5" aria-hidden />
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content tabIndex={0} align="end" sideOffset={6} className="floating min-w-56 p-1">
          <DropdownMenu.RadioGroup value={active.id} onValueChange={activate}>
            {app.profiles.map((profile) => (
              <ProfileItem key={profile.id} profile={profile} />
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={itemClass} onSelect={() => openTab('settings')}>
            Manage profiles
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  'flex h-8 items-center gap-2 rounded-control px-3 outline-none data-[highlighted]:bg-hover data-[highlighted]:text-text';

function ProfileItem({ profile }: { profile: Profile }) {
  return (
    <DropdownMenu.RadioItem value={profile.id} className={itemClass}>
      <span className="w-4">
        <DropdownMenu.ItemIndicator>
          <Check className="icon" aria-hidden />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="max-w-[min(28rem,70vw)] flex-1 truncate">{profile.name}</span>
    </DropdownMenu.RadioItem>
  );
}

function Dot({ state }: { state: ProfileState }) {
  return <span className={classes('size-2 flex-none rounded-full', toneOfState[state])} aria-hidden />;
}

async function activate(id: string) {
  announceAnswer(await call('profiles.activate', { id }));
}

/** The state of a profile as text. */
type ProfileState = 'ready' | 'no key' | 'key unreadable' | 'connecting' | 'not answering';

const toneOfState: Record<ProfileState, string> = {
  ready: 'bg-ok',
  connecting: 'bg-faint',
  'no key': 'bg-warn',
  'key unreadable': 'bg-warn',
  'not answering': 'bg-bad',
};

/** The state of a profile, from its key and the last answer of its catalogue. */
function stateOfProfile(profile: Profile, catalogue: ModelCatalogue): ProfileState {
  if (profile.key === 'missing') return 'no key';
  if (profile.key === 'unreadable') return 'key unreadable';
  if (catalogue.profileId !== profile.id) return 'connecting';
  // It answers, but not without a key.
  if (profile.key === 'not-needed' && catalogue.error?.statusCode === 401) return 'no key';
  if (catalogue.error !== null) return 'not answering';
  return catalogue.refreshedAt === null ? 'connecting' : 'ready';
}
