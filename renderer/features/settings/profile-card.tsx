import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type MoneyUnit, moneyUnits, units } from '../../../shared/money/money-units';
import type { Profile } from '../../../shared/profiles/profiles';
import { newChat } from '../../commands/general-commands';
import { focusSoon } from '../../lib/focus';
import { call } from '../../link/call';
import { KeyProofFields, useKeyProof } from '../../parts/key-proof';
import { useCoreState } from '../../state/core/core-state';
import { openCheckPlan } from '../../state/ui/checks-view';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { Disclosure } from '../../ui/disclosure';
import { SelectField, TextField } from '../../ui/fields';
import { ConnectionTest } from './connection-test';
import { ConnectionForm } from './gateway/connection-form';
import { KeyForm } from './key-form';
import { LimitsForm } from './limits-form';
import { NetworkForm } from './network-form';
import { ResultHosts } from './result-hosts';

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
    // The button that had the focus is gone.
    if (answer.ok) focusSoon('start-chat');
  };
  const own = profile.kind === 'gateway';
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-panel p-4">
      {own ? <ProfileFields key={profile.baseUrl} profile={profile} /> : <AboutSandbox profile={profile} />}
      {own && <KeyForm profile={profile} />}
      {own && <ConnectionForm key={profile.connection?.authentication.kind} profile={profile} />}
      <ConnectionTest
        profileId={profile.id}
        startsItself={isTested}
        more={<Button onClick={() => openCheckPlan(profile.id, 'all')}>Check models of this profile</Button>}
      >
        {active ? (
          <>
            <p className="mr-2 text-ok">This profile is in use.</p>
            <Button data-focus="start-chat" onClick={newChat}>
              Start a chat
            </Button>
          </>
        ) : (
          <Button tone="primary" data-focus="use-profile" onClick={activate}>
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

/** The network of one profile: folded away, since most use what is set for all. */
function ProfileNetwork({ profileId }: { profileId: string }) {
  const hasOwn = useCoreState(({ app }) => app?.settings.networks[profileId] !== undefined);
  const [error, setError] = useState<AppErrorData | null>(null);
  const proof = useKeyProof();
  const shareAgain = async () => {
    const answer = await call('network.save', { profileId, network: null, keys: proof.keys });
    proof.hear(answer.ok ? null : answer.error);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <Disclosure title="Network" note={hasOwn ? 'Own settings' : 'Same as all profiles'}>
      <NetworkForm profileId={profileId} />
      <KeyProofFields proof={proof} />
      {hasOwn && (
        <div>
          <Button onClick={() => void shareAgain()}>Use the settings for all profiles</Button>
        </div>
      )}
      {error !== null && <ErrorCard error={error} />}
    </Disclosure>
  );
}

/** What a profile's gateway charges in: known of the kind of gateway, unless the person says otherwise. */
function UnitField({ profile: { id, connection, money } }: { profile: Profile }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  if (connection === undefined) return null;
  const change = async (unit: MoneyUnit | 'default') => {
    const changed = { ...connection, unit: unit === 'default' ? null : unit };
    const answer = await call('profiles.saveConnection', { id, connection: changed });
    setError(answer.ok ? null : answer.error);
  };
  const usual = connection.unit || money === undefined ? '' : ` (${units[money.unit].name})`;
  return (
    <>
      <SelectField
        label="Currency"
        value={connection.unit ?? 'default'}
        options={{ default: `Default${usual}`, ...headings }}
        onChange={(unit) => void change(unit)}
      />
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

const headings = Object.fromEntries(moneyUnits.map((unit) => [unit, units[unit].heading])) as Record<
  MoneyUnit,
  string
>;

/** Name and address of a gateway; nothing holds until it is saved. */
function ProfileFields({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name);
  const [baseUrl, setBaseUrl] = useState(profile.baseUrl);
  const [error, setError] = useState<AppErrorData | null>(null);
  const changed = name !== profile.name || baseUrl !== profile.baseUrl;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await call('profiles.update', { id: profile.id, name, baseUrl });
    setError(answer.ok ? null : answer.error);
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} required />
      <TextField
        label="Base URL"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.target.value)}
        help="A key belongs to the address it was saved for: for another host, enter it again."
        inputMode="url"
        spellCheck={false}
        required
      />
      {error !== null && <ErrorCard error={error} />}
      {changed && (
        <div className="flex gap-2">
          <Button type="submit" tone="primary">
            Save changes
          </Button>
          <Button
            tone="quiet"
            onClick={() => {
              setName(profile.name);
              setBaseUrl(profile.baseUrl);
            }}
          >
            Discard changes
          </Button>
        </div>
      )}
    </form>
  );
}
