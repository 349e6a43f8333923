import { Copy } from 'lucide-react';
import type { RemoteJobSummary } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { modalities } from '../../../shared/modalities';
import { copyText } from '../../lib/copy-text';
import { formatSecond } from '../../lib/format';
import { ViewCodeButton } from '../../parts/code/view-code';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';
import { ErrorFacts } from '../../ui/error-facts';
import { IconButton } from '../../ui/icon-button';

interface RemoteJobItemProps {
  job: RemoteJobSummary;
  onAdopt: (remoteId: string) => void;
}

/** A job of the gateway's list: what its record tells, and whether it is here. */
export function RemoteJobItem({ job, onAdopt }: RemoteJobItemProps) {
  const { remoteId, prompt, model, modality, jobId, error } = job;
  const times = timesText(job);
  return (
    <li className="flex items-start gap-3 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={prompt ?? undefined}>
          {prompt ?? remoteId}
        </p>
        <p className="truncate text-muted text-sm">
          {statusText(job)} · {modalities[modality].label} · {model ?? 'model unknown'}
        </p>
        <p className="text-muted text-sm">
          {times !== '' && `${times} · `}
          <code className="select-text break-all font-mono">{remoteId}</code>
        </p>
        {error !== null && <Failure error={error} />}
      </div>
      <IconButton icon={Copy} label="Copy id" onClick={() => void copyId(remoteId)} />
      <ViewCodeButton look="icon" input={() => ({ of: 'remoteJob', remoteId })} />
      {jobId === null ? (
        <Button onClick={() => onAdopt(remoteId)}>Import</Button>
      ) : (
        <span className="flex-none pt-1.5 text-muted text-sm">already here</span>
      )}
    </li>
  );
}

async function copyId(remoteId: string): Promise<void> {
  announce((await copyText(remoteId)) ? 'Id copied' : 'Couldn’t copy');
}

function statusText({ status, progress }: RemoteJobSummary): string {
  const word = status === '' ? 'status unknown' : status;
  return progress === null ? word : `${word} · ${Math.round(progress * 100)} %`;
}

/** `Created …, ended …`; empty where the gateway tells neither. */
function timesText({ createdAt, finishedAt }: RemoteJobSummary): string {
  const created = createdAt === null ? [] : [`created ${formatSecond(createdAt)}`];
  const ended = finishedAt === null ? [] : [`ended ${formatSecond(finishedAt)}`];
  const text = [...created, ...ended].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Failure({ error }: { error: AppErrorData }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer truncate rounded-sm text-bad" title={error.message}>
        <code className="font-mono">{error.code}</code> · {error.message}
      </summary>
      <div className="mt-1 border-bad/60 border-l-2 pl-2.5">
        <p className="break-words">{error.message}</p>
        <ErrorFacts error={error} />
      </div>
    </details>
  );
}
