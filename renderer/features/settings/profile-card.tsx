import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Profile } from '../../../shared/profiles';
import { call } from '../../link/call';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { ConnectionTest } from './connection-test';
import { ConnectionForm } from './gateway/connection-form';
import { KeyForm } from './key-form';
import { LimitsForm } from './limits-form';
import { ProfileFields } from './profile-fields';
import { ProfileNetwork } from './profile-network';
import { ResultHosts } from './result-hosts';
import { UnitField } from './unit-field';

interface ProfileCardProps {
  profile: Profile;
  active: boolean;
  /** It was just created: its connection is tested at once. */
  isTested: boolean;
  onRemoved: () => void;
}

/** One gateway: its name, address and key, whether it answers, and whether it is the one in use. */
export function ProfileCard({ profile, active, isTested, onRemoved }: ProfileCardProps) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const activate = async () => {
    const answer = await call('profiles.activate', { id: profile.id });
    setError(answer.ok ? null : answer.error);
  };
  const own = profile.kind === 'gateway';
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-panel p-4">
      {own ? <ProfileFields profile={profile} /> : <AboutSandbox profile={profile} />}
      {own && <KeyForm profile={profile} />}
      {own && <ConnectionForm key={profile.connection?.authentication.kind} profile={profile} />}
      <ConnectionTest profileId={profile.id} startsItself={isTested}>
        {active ? (
          <p className="mr-2 text-ok">This profile is in use.</p>
        ) : (
          <Button tone="primary" onClick={activate}>
            Use this profile
          </Button>
        )}
      </ConnectionTest>
      {error !== null && <ErrorCard error={error} />}
      {own && <UnitField profile={profile} />}
      <LimitsForm profileId={profile.id} />
      {own && <ProfileNetwork profileId={profile.id} />}
      {own && <ResultHosts profileId={profile.id} />}
      {own && (
        <div className="flex justify-end gap-2">
          <RemoveProfile profile={profile} onRemoved={onRemoved} />
        </div>
      )}
    </div>
  );
}

function AboutSandbox({ profile }: { profile: Profile }) {
  return (
    <p>
      The gateway inside this app. It needs no account and no key; its credits are play money.
      <br />
      <span className="text-muted">
        It listens on <code className="select-text break-all font-mono text-sm">{profile.baseUrl}</code>
      </span>
    </p>
  );
}

function RemoveProfile({ profile, onRemoved }: { profile: Profile; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const remove = async () => {
    setAsking(false);
    const answer = await call('profiles.remove', { id: profile.id });
    if (answer.ok) onRemoved();
    else setError(answer.error);
  };
  return (
    <>
      {error !== null && <ErrorCard error={error} />}
      <Button tone="danger" onClick={() => setAsking(true)}>
        Delete profile
      </Button>
      {asking && (
        <ConfirmDialog
          title="Delete this profile?"
          confirmLabel="Delete"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          “{profile.name}” and its key are deleted from this computer. Chats stay.
        </ConfirmDialog>
      )}
    </>
  );
}
