import { type FormEvent, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { goTo } from '../../state/ui/navigation';
import { addressOfJob } from '../../state/ui/route';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/text-field';

/** Opens a job by its id at the gateway: one that is here already, or one made elsewhere with the same key. */
export function OpenJobDialog({ onClose }: { onClose: () => void }) {
  const [remoteId, setRemoteId] = useState('');
  const { open, isOpening, error } = useOpening(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remoteId.trim() !== '') void open(remoteId);
  };
  return (
    <Dialog title="Open a job by its id" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="Job id"
          value={remoteId}
          onChange={(event) => setRemoteId(event.target.value)}
          placeholder="job_…"
          help="At the gateway of the active profile. The job is followed and its result saved; it is never requested again, so it costs nothing more."
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          autoFocus
        />
        {error !== null && <ErrorCard error={error} title="Couldn’t open the job" step={stepOf(error)} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={isOpening || remoteId.trim() === ''}>
            Open
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useOpening(onOpened: () => void) {
  const [isOpening, setIsOpening] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const open = async (remoteId: string) => {
    setIsOpening(true);
    setError(null);
    const answer = await call('jobs.adopt', { remoteId });
    setIsOpening(false);
    if (!answer.ok) return setError(answer.error);
    announce('Job opened');
    onOpened();
    goTo(addressOfJob(answer.value.modality, answer.value.id));
  };
  return { open, isOpening, error };
}

const stepOf = ({ statusCode }: AppErrorData): string | undefined =>
  statusCode === 404
    ? 'Check the id, and that the active profile uses the key that the job was created with.'
    : undefined;
