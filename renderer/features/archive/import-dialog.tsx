import { useState } from 'react';
import type { ArchiveSummary } from '../../../shared/archive/archive';
import type { AppErrorData } from '../../../shared/errors';
import { counted } from '../../lib/counted';
import { formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useSettled } from '../../ui/use-settled';

/** What an archive holds, before anything of it is imported. */
export default function ImportDialog({ archiveId, onClose }: { archiveId: string; onClose: () => void }) {
  const { value: summary, error: unread } = useAnswer(
    () => call('archive.inspect', { archiveId }),
    [archiveId],
  );
  const [refusal, setRefusal] = useState<AppErrorData | null>(null);
  const isSettled = useSettled(summary !== null);
  const error = refusal ?? unread;
  const discard = () => {
    void call('archive.discard', { archiveId });
    onClose();
  };
  const start = async () => {
    const answer = await call('archive.import', { archiveId });
    if (answer.ok) onClose();
    else setRefusal(answer.error);
  };
  return (
    <Dialog title="Import archive" onClose={discard}>
      {error !== null && <ErrorCard error={error} />}
      {summary !== null && <Summary summary={summary} />}
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={discard}>
          Cancel
        </Button>
        <Button
          tone="primary"
          aria-disabled={summary === null}
          disabled={summary !== null && !isSettled}
          onClick={() => summary && void start()}
        >
          Import
        </Button>
      </div>
    </Dialog>
  );
}

function Summary({ summary }: { summary: ArchiveSummary }) {
  const { createdAt, appVersion, conversations, messages, media, includesMedia } = summary;
  return (
    <>
      <p>
        Created {formatMinute(createdAt)} with Gatehouse {appVersion}: {counted(conversations, 'chat')},{' '}
        {counted(messages, 'message')}, {counted(media, 'library item')}
        {includesMedia ? '' : ' without their files'}.
      </p>
      <p className="mt-2 text-muted">
        New items are added; what you already have stays as it is. Nothing is sent: jobs, replies and batches
        that were running arrive as interrupted or stopped, queued messages as drafts.
      </p>
    </>
  );
}
