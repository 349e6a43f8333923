import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { KeyState, Profile } from '../../../shared/profiles/profiles';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { useWayOfKey, WayNote } from './way-of-key';

const stateText: Record<KeyState, string> = {
  'not-needed': 'No key is sent. Add one if the gateway requires it.',
  stored: 'A key is stored in the keychain of this computer.',
  session: 'A key is kept for this session only, until the app closes.',
  missing: 'No key is stored.',
  unreadable: 'A key was stored, but the keychain isn’t responding.',
};

/**
 * The key of a gateway.
 *
 * It goes in and never comes out: the field is emptied as soon as the core has it, and no answer ever holds it.
 */
export function KeyForm({ profile }: { profile: Profile }) {
  const [key, setKey] = useState('');
  const [error, setError] = useState<AppErrorData | null>(null);
  const way = useWayOfKey(profile.id);
  const finish = (failed: AppErrorData | null) => {
    if (failed === null) {
      setKey('');
      way.done();
    }
    setError(failed);
  };
  const save = async (keep: 'keychain' | 'session') => {
    const answer = await call('profiles.saveKey', { id: profile.id, key, keep });
    finish(answer.ok ? null : answer.error);
  };
  const remove = async () => {
    const answer = await call('profiles.removeKey', { id: profile.id });
    finish(answer.ok ? null : answer.error);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key !== '' && way.confirm()) void save('keychain');
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="API key"
        type="password"
        role="textbox"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        help={stateText[profile.key]}
      />
      {error !== null && (
        <ErrorCard error={error}>
          {error.code === 'keychain_unavailable' && key !== '' && (
            <Button onClick={() => void save('session')}>Keep for this session only</Button>
          )}
        </ErrorCard>
      )}
      {error === null && <KeychainNotice />}
      {key !== '' && <WayNote way={way} />}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" aria-disabled={key === ''}>
          {way.isAsking ? 'Save key anyway' : 'Save key'}
        </Button>
        {['stored', 'session', 'unreadable'].includes(profile.key) && (
          <Button onClick={() => void remove()}>Remove key</Button>
        )}
      </div>
    </form>
  );
}

function KeychainNotice() {
  const keychain = useCoreState(({ app }) => app?.keychain);
  if (keychain === undefined || keychain.available) return null;
  return (
    <p className="text-warn">
      {keychain.message} A key can be kept for this session only; it is never written to the disk.
    </p>
  );
}
