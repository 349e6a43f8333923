import { type FormEvent, useId, useRef, useState } from 'react';
import type { CommandInput } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { defaultNetwork } from '../../../shared/profiles/defaults';
import type { NetworkSettings } from '../../../shared/profiles/network';
import { call } from '../../link/call';
import { KeyProofFields, useKeyProof } from '../../parts/key-proof';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';
import { FileInput } from '../../ui/file-input';

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

interface PemFieldProps {
  label: string;
  help: string;
  /** Of the file in use; `null` where there is none. */
  name: string | null;
  onChange: (file: { name: string; pem: string } | null) => void;
}

const nameCharacters = 200;

/** A text file with certificates or a key, read here and kept by its content: the file may move. */
function PemField({ label, help, name, onChange }: PemFieldProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File) =>
    onChange({ name: file.name.slice(0, nameCharacters), pem: await file.text() });
  return (
    <div className="grid grid-cols-[min(180px*var(--text-scale),40%)_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
      <span id={`${id}-label`} className="text-muted">
        {label}
      </span>
      <div className="flex min-w-0 items-center gap-2">
        <FileInput
          input={chooser}
          label={label}
          accept=".pem,.crt,.cer,.key"
          onFiles={([file]) => void read(file)}
        />
        <Button
          id={`${id}-choose`}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-help`}
          onClick={() => chooser.current?.click()}
        >
          Choose file…
        </Button>
        {name !== null && (
          <>
            <span className="truncate" title={name}>
              {name}
            </span>
            <Button tone="quiet" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange(null)}>
              Remove
            </Button>
          </>
        )}
      </div>
      <p id={`${id}-help`} className="col-start-2 text-muted text-sm">
        {help}
      </p>
    </div>
  );
}

// What is being entered about a network.

type CertificateFile = NetworkSettings['authorities'];
type ProxyKind = NetworkSettings['proxy']['kind'];

interface NetworkDraft {
  readonly kind: ProxyKind;
  readonly proxyUrl: string;
  readonly username: string;
  readonly password: string;
  readonly scriptUrl: string;
  readonly authorities: CertificateFile;
  readonly certificate: CertificateFile;
  /** Empty where the stored one stays. */
  readonly privateKey: string;
}

function draftOf({ proxy, authorities, certificate }: NetworkSettings): NetworkDraft {
  return {
    kind: proxy.kind,
    proxyUrl: proxy.kind === 'fixed' ? proxy.url : '',
    username: proxy.kind === 'fixed' ? (proxy.username ?? '') : '',
    scriptUrl: proxy.kind === 'pac' ? proxy.url : '',
    password: '',
    privateKey: '',
    authorities,
    certificate,
  };
}

/** @param keep where the secrets go */
function inputOf(
  profileId: string | null,
  draft: NetworkDraft,
  keep: 'keychain' | 'session',
): CommandInput<'network.save'> {
  const { authorities, certificate, password, privateKey } = draft;
  return {
    profileId,
    network: { proxy: proxyOf(draft), authorities, certificate },
    secrets: {
      ...(password !== '' && { proxyPassword: password }),
      ...(privateKey !== '' && { privateKey }),
    },
    keep,
  };
}

function proxyOf({ kind, proxyUrl, username, scriptUrl }: NetworkDraft): NetworkSettings['proxy'] {
  switch (kind) {
    case 'fixed':
      return { kind, url: proxyUrl, username: username === '' ? null : username };
    case 'pac':
      return { kind, url: scriptUrl };
    default:
      return { kind };
  }
}

const labels: Readonly<Record<string, string>> = {
  'network.proxy.url': 'The address of the proxy or its script',
  'network.proxy.username': 'The proxy user name',
  'network.authorities.pem': 'The file of trusted authorities',
  'network.certificate.pem': 'The client certificate',
  'secrets.proxyPassword': 'The proxy password',
  'secrets.privateKey': 'The private key',
};

/** With the field's label instead of its path. */
export function named(error: AppErrorData): AppErrorData {
  const label = labels[error.field ?? ''];
  return label === undefined ? error : { ...error, message: error.message.replace(/^\S+: \S+/, label) };
}
