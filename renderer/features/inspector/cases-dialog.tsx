import { useState } from 'react';
import type { CallSummary } from '../../../shared/calls/inspector';
import type { AppErrorData } from '../../../shared/errors';
import { formatSecond } from '../../lib/format';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { addCalls } from './add-calls';
import { UnusedValues } from './unused-values';

interface CasesDialogProps {
  /** Those of chats. */
  calls: readonly CallSummary[];
  onClose: () => void;
}

const experimentsShown = 100;

/** Recorded calls become cases of a new experiment, or of one that is there; nothing is sent. */
export function CasesDialog({ calls, onClose }: CasesDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [hasExpected, setExpected] = useState(false);
  const [to, setTo] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const { value } = useAnswer(
    () => call('experiments.list', { modality: 'chat', cursor: null, limit: experimentsShown }),
    [],
  );
  const chosen = calls.filter(({ id }) => !left.has(id));
  const isOff = chosen.length === 0 || isAdding;
  const add = async () => {
    setAdding(true);
    const failed = await addCalls({
      ids: chosen.map(({ id }) => id),
      to: to === '' ? null : to,
      hasExpected,
    });
    setAdding(false);
    setError(failed);
    if (failed === null) onClose();
  };
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <Dialog title="Calls as cases" size="form" onClose={onClose}>
      <Choices calls={calls} left={left} onToggle={toggle} />
      <div className="flex flex-none flex-col gap-3 pt-3">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={hasExpected}
            onChange={({ target }) => setExpected(target.checked)}
          />
          Expect the recorded replies
        </label>
        <label className="flex items-center gap-2">
          Experiment
          <select className="field min-w-0 flex-1" value={to} onChange={({ target }) => setTo(target.value)}>
            <option value="">New experiment</option>
            {value?.experiments.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {to !== '' && <UnusedValues to={to} ids={chosen.map(({ id }) => id)} />}
        {error !== null && <ErrorCard error={error} />}
        <div className="flex items-center justify-end gap-2">
          <p className="min-w-0 flex-1 text-muted text-sm">Nothing is sent by this.</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" aria-disabled={isOff} onClick={() => !isOff && void add()}>
            Use {chosen.length} {chosen.length === 1 ? 'call' : 'calls'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  calls: readonly CallSummary[];
  left: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function Choices({ calls, left, onToggle }: ChoicesProps) {
  return (
    <ul aria-label="Calls of chats" className="min-h-0 flex-1 overflow-y-auto">
      {calls.map(({ id, model, startedAt }) => (
        <li key={id}>
          <label className="flex h-7 items-center gap-2">
            <input type="checkbox" checked={!left.has(id)} onChange={() => onToggle(id)} />
            <span className="flex-none text-muted">{formatSecond(startedAt)}</span>
            <span className="min-w-0 truncate">{model}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
