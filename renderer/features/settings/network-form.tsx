import { type FormEvent, useState } from 'react';
import { defaultNetwork } from '../../../shared/default-network';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { KeyProofFields, useKeyProof } from './key-proof';
import { draftOf, inputOf, type NetworkDraft, named, type ProxyKind } from './network-draft';
import { PemField } from './pem-field';

const kinds: Readonly<Record<ProxyKind, string>> = {
  system: 'The system’s proxy',
  none: 'No proxy',
  fixed: 'A fixed proxy',
  pac: 'A proxy script (PAC)',
};

/** Proxy and certificates of all profiles (`null`), or of one. Secrets go in and never come out. */
export function NetworkForm({ profileId }: { profileId: string | null }) {
  const saved = useCoreState(({ app }) =>
    profileId === null ? app?.settings.network : app?.settings.networks[profileId],
  );
  const [changed, setChanged] = useState<Partial<NetworkDraft>>({});
  const [error, setError] = useState<AppErrorData | null>(null);
  const proof = useKeyProof();
  const draft = { ...draftOf(saved ?? defaultNetwork), ...changed };
  const change = (part: Partial<NetworkDraft>) => setChanged({ ...changed, ...part });
  const save = async (keep: 'keychain' | 'session') => {
    const answer = await call('network.save', { ...inputOf(profileId, draft, keep), keys: proof.keys });
    proof.hear(answer.ok ? null : answer.error);
    setError(answer.ok ? null : named(answer.error));
    if (!answer.ok) return;
    setChanged({});
    announce('Network settings saved');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save('keychain');
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <SelectField label="Proxy" value={draft.kind} options={kinds} onChange={(kind) => change({ kind })} />
      {draft.kind === 'fixed' && <FixedProxy draft={draft} change={change} />}
      {draft.kind === 'pac' && (
        <TextField
          label="Script address"
          placeholder="http://proxy.example/proxy.pac"
          value={draft.scriptUrl}
          onChange={(event) => change({ scriptUrl: event.target.value })}
        />
      )}
      <Certificates draft={draft} change={change} />
      <KeyProofFields proof={proof} />
      {error !== null && (
        <ErrorCard error={error}>
          {error.code === 'keychain_unavailable' && (
            <Button onClick={() => void save('session')}>Keep for this session only</Button>
          )}
        </ErrorCard>
      )}
      <div>
        <Button type="submit">Save network settings</Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: NetworkDraft;
  change: (part: Partial<NetworkDraft>) => void;
}

function FixedProxy({ draft, change }: PartProps) {
  return (
    <>
      <TextField
        label="Proxy address"
        placeholder="http://proxy.example:8080"
        help="http://, https:// or socks5://"
        value={draft.proxyUrl}
        onChange={(event) => change({ proxyUrl: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Proxy user name"
          autoComplete="off"
          value={draft.username}
          onChange={(event) => change({ username: event.target.value })}
        />
        <TextField
          label="Proxy password"
          type="password"
          autoComplete="off"
          placeholder={draft.username === '' ? '' : 'Stored in the keychain'}
          value={draft.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </div>
    </>
  );
}

function Certificates({ draft, change }: PartProps) {
  return (
    <>
      <PemField
        label="Trusted authorities"
        help="A PEM file with your company’s certificate authorities; the usual ones stay trusted."
        name={draft.authorities?.name ?? null}
        onChange={(authorities) => change({ authorities })}
      />
      <PemField
        label="Client certificate"
        help="A PEM file. It is sent to the gateway only."
        name={draft.certificate?.name ?? null}
        onChange={(certificate) => change({ certificate, privateKey: '' })}
      />
      {draft.certificate !== null && (
        <PemField
          label="Private key"
          help="A PEM file without a password; it is kept in the keychain."
          name={draft.privateKey === '' ? null : 'Chosen'}
          onChange={(file) => change({ privateKey: file?.pem ?? '' })}
        />
      )}
    </>
  );
}
