import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import type { AppErrorData } from '../../../../shared/errors';
import { submitByKey } from '../../../lib/submit-key';
import { closeTurnDialog } from '../../../state/ui/dialogs';
import { useIsReplying } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { CostBeside } from '../../credits/cost-beside';
import { runBegun } from './turn-actions';

/** The words that the reply to a message begins with; the model goes on from them, as a branch of its own. */
export function BeginForm({ message }: { message: Message }) {
  const [beginning, setBeginning] = useState('');
  const [error, setError] = useState<AppErrorData | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const busy = useIsReplying(message.conversationId);
  const isReady = beginning.trim() !== '' && !busy;
  const run = async () => {
    if (!isReady) return;
    const answer = await runBegun(message, beginning);
    if (answer?.ok === false) setError(answer.error);
    else if (answer !== null) closeTurnDialog();
  };
  return (
    <Dialog title="Begin the reply" size="text" onClose={closeTurnDialog}>
      <form
        className="flex min-h-0 flex-1 flex-col gap-3"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label className="flex flex-col gap-1">
          <span className="text-muted">The reply begins with</span>
          <textarea
            ref={field}
            rows={4}
            value={beginning}
            onChange={(event) => setBeginning(event.target.value)}
            className="field h-auto resize-y py-2"
          />
          <span className="text-muted text-sm">
            The model goes on from these words, if it can: “{'{'}”, for example, leads to JSON.
          </span>
        </label>
        {error !== null && <ErrorCard error={error} />}
        <div className="flex flex-none flex-wrap items-center justify-end gap-2">
          <p className="flex-1 text-muted text-sm">
            {busy ? 'Wait for the reply to finish, or stop it' : 'Keeps what is there now as a branch'}
          </p>
          {isReady && <CostBeside intent={{ kind: 'run', messageId: message.id, beginning }} />}
          <Button onClick={closeTurnDialog}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={!isReady}>
            Run
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
