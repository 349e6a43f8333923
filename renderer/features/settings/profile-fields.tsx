import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Profile } from '../../../shared/profiles';
import { call } from '../../link/call';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

/** Name and address of a gateway; nothing holds until it is saved. */
export function ProfileFields({ profile }: { profile: Profile }) {
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
