import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Disclosure } from '../../ui/disclosure';
import { KeyProofFields, useKeyProof } from './key-proof';
import { NetworkForm } from './network-form';

/** The network of one profile: folded away, since most use what is set for all. */
export function ProfileNetwork({ profileId }: { profileId: string }) {
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
