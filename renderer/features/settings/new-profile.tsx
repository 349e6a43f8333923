import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

/** A gateway that is not known yet: its name and address; the key follows. */
export function NewProfile({ onCreated }: { onCreated: (id: string) => void }) {
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [error, setError] = useState<AppErrorData | null>(null);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await call('profiles.create', { name, baseUrl });
    if (answer.ok) onCreated(answer.value.id);
    else setError(answer.error);
  };
  return (
    <form onSubmit={create} className="flex flex-col gap-3 rounded-card border border-line bg-panel p-4">
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} required />
      <TextField
        label="Base URL"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.target.value)}
        placeholder="https://gateway.example/api/v1"
        help="The address the gateway's operations begin with; it usually ends in /api/v1."
        inputMode="url"
        spellCheck={false}
        required
      />
      {error !== null && <ErrorCard error={error} />}
      <div>
        <Button type="submit" tone="primary">
          Create profile
        </Button>
      </div>
    </form>
  );
}
