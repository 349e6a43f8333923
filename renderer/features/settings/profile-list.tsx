import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../shared/profiles/profiles';
import { focusSoon, focusWhenThere } from '../../lib/focus';
import { useCoreState } from '../../state/core/core-state';
import { useProfileBeginning } from '../../state/ui/begin-profile';
import { Button } from '../../ui/button';
import { NewProfile } from './new-profile';
import { ProfileCard } from './profile-card';

const none: readonly Profile[] = [];
const NEW = 'new';
const chosenLook = 'aria-pressed:border-accent aria-pressed:bg-hover';

/** The list of profiles, and the selected one. */
export function ProfileList() {
  const profiles = useCoreState(({ app }) => app?.profiles ?? none);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const [chosenId, choose] = useState(activeId);
  const isAsked = useProfileBeginning((state) => state.isAsked);
  useEffect(() => {
    if (!isAsked) return;
    useProfileBeginning.setState({ isAsked: false });
    choose(NEW);
    focusWhenThere(() => document.querySelector<HTMLElement>('form[aria-label="New gateway"] input'));
  }, [isAsked]);
  const [testedId, setTested] = useState<string | null>(null);
  const onCreated = (id: string, isReady: boolean, isElsewhere: boolean) => {
    if (isReady) setTested(id);
    choose(id);
    // The form that had the focus is gone.
    if (!isElsewhere) focusSoon(isReady ? 'use-profile' : 'connection-test');
  };
  const chosen = profiles.find(({ id }) => id === chosenId);
  return (
    <section aria-labelledby="profiles" className="flex flex-col gap-4">
      <h3 id="profiles" className="font-semibold text-lg">
        Profiles
      </h3>
      <div className="flex flex-wrap gap-2">
        {profiles.map((profile) => (
          <Button
            key={profile.id}
            aria-pressed={profile.id === chosenId}
            className={`max-w-full ${chosenLook}`}
            onClick={() => choose(profile.id)}
          >
            <span className="truncate">{profile.name}</span>
            {profile.id === activeId && <span className="text-ok text-sm">in use</span>}
          </Button>
        ))}
        <Button aria-pressed={chosenId === NEW} className={chosenLook} onClick={() => choose(NEW)}>
          <Plus className="icon" aria-hidden />
          Add profile
        </Button>
      </div>
      {chosenId === NEW && <NewProfile onCreated={onCreated} />}
      {chosen !== undefined && (
        <ProfileCard
          key={chosen.id}
          profile={chosen}
          active={chosen.id === activeId}
          isTested={chosen.id === testedId}
          onRemoved={() => choose(activeId)}
        />
      )}
    </section>
  );
}
