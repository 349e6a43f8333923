import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import { withoutSecrets } from '../../../../shared/profiles/credential-names';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import type { Profile } from '../../../../shared/profiles/profiles';
import { call } from '../../../link/call';
import { KeyProofFields, useKeyProof } from '../../../parts/key-proof';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { AdvancedFields } from './advanced-fields';
import { type ConnectionDraft, connectionOf, draftOf, gatewayOf, problemsOf } from './connection-draft';
import { GatewayPicker } from './gateway-picker';

/** How a profile reaches its gateway; nothing holds until it is saved. */
export function ConnectionForm({ profile }: { profile: Profile }) {
  const { connection = defaultConnection } = profile;
  const [draft, setDraft] = useState<ConnectionDraft>(() => draftOf(connection));
  const [error, setError] = useState<AppErrorData | null>(null);
  const proof = useKeyProof();
  const next = connectionOf(draft);
  const isChanged = JSON.stringify(next) !== JSON.stringify(connectionOf(draftOf(connection)));
  const problems = problemsOf(draft);
  const save = async (keep: 'keychain' | 'session') => {
    const { keys } = proof;
    const answer = await call('profiles.saveConnection', { id: profile.id, connection: next, keep, keys });
    proof.hear(answer.ok ? null : answer.error);
    setError(answer.ok ? null : answer.error);
    // What was stored as a secret is not shown again.
    if (answer.ok) setDraft(draftOf(withoutSecrets(next)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.length === 0) void save('keychain');
  };
  return (
    <form onSubmit={submit} aria-label="Connection" className="flex flex-col gap-3">
      <GatewayPicker
        chosen={gatewayOf(draft, profile.baseUrl)}
        onChoose={({ id }) => setDraft({ ...draft, gateway: id })}
      />
      <AdvancedFields draft={draft} onChange={setDraft} />
      <KeyProofFields proof={proof} />
      {error !== null && (
        <ErrorCard error={error}>
          {error.code === 'keychain_unavailable' && (
            <Button onClick={() => void save('session')}>Keep for this session only</Button>
          )}
        </ErrorCard>
      )}
      {isChanged && (
        <div className="flex gap-2">
          <Button type="submit" tone="primary" aria-disabled={problems.length > 0} title={problems[0]}>
            Save connection
          </Button>
          <Button tone="quiet" onClick={() => setDraft(draftOf(connection))}>
            Discard changes
          </Button>
        </div>
      )}
    </form>
  );
}
