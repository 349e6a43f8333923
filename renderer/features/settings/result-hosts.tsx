import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { TextField } from '../../ui/fields';

const noHosts: readonly string[] = [];

/**
 * Which hosts of this computer or its network may hold a gateway's results, others are refused; and which other addresses
 * are asked about its jobs.
 */
export function ResultHosts({ profileId }: { profileId: string }) {
  const id = useId();
  const hosts = useCoreState(({ app }) => app?.settings.resultHosts[profileId] ?? noHosts);
  const origins = useCoreState(({ app }) => app?.settings.jobOrigins[profileId] ?? noHosts);
  const [host, setHost] = useState('');
  const [error, setError] = useState<AppErrorData | null>(null);
  const set = async (one: string, isAllowed: boolean) => {
    const answer = await call('profiles.allowResults', { id: profileId, host: one, isAllowed });
    setError(answer.ok ? null : answer.error);
    return answer.ok;
  };
  const removeOrigin = async (origin: string) => {
    const answer = await call('profiles.allowJobs', { id: profileId, origin, isAllowed: false });
    setError(answer.ok ? null : answer.error);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (host.trim() !== '' && (await set(host, true))) setHost('');
  };
  return (
    <form onSubmit={add} aria-labelledby={id} className="flex flex-col gap-2">
      <h4 id={id} className="font-semibold">
        Results on your network
      </h4>
      <Places label="Allowed hosts" places={hosts} onRemove={(one) => void set(one, false)} />
      <div className="flex items-start gap-2">
        <TextField
          label="Allowed host"
          className="min-w-0 flex-1"
          value={host}
          onChange={(event) => setHost(event.target.value)}
          placeholder="nas.local:9000"
          help="A gateway can’t make Gatehouse fetch from this computer or its network, except from its own host and the hosts you add."
          spellCheck={false}
        />
        <Button type="submit" className="mt-6" disabled={host.trim() === ''}>
          Add host
        </Button>
      </div>
      {origins.length > 0 && (
        <>
          <h4 className="font-semibold">Other addresses of its jobs</h4>
          <p className="text-muted">These are asked about jobs too, with the key of this profile.</p>
          <Places label="Addresses of jobs" places={origins} onRemove={(one) => void removeOrigin(one)} />
        </>
      )}
      {error !== null && <ErrorCard error={error} />}
    </form>
  );
}

interface PlacesProps {
  label: string;
  places: readonly string[];
  onRemove: (place: string) => void;
}

function Places({ label, places, onRemove }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {places.map((one) => (
        <li key={one} className="flex items-center gap-1 rounded-control border border-line pl-2">
          <code className="select-text break-all font-mono text-sm">{one}</code>
          <IconButton icon={X} label={`Remove ${one}`} className="size-7" onClick={() => onRemove(one)} />
        </li>
      ))}
    </ul>
  );
}
