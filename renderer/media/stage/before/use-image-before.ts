import { useEffect, useState } from 'react';
import type { StoredFile } from '../../../../shared/media/files';
import type { MediaItem } from '../../../../shared/media/media';
import type { JobInput } from '../../../../shared/run/inputs';
import { call } from '../../../link/call';
import { useJob } from '../../../state/core/selectors';

/** The image that a result was edited from; `null` where there is none, or its file is gone. */
export function useImageBefore({ kind, origin: { jobId } }: MediaItem): StoredFile | null {
  const job = useJob(jobId);
  const [asked, setAsked] = useState<{ of: string; inputs: readonly JobInput[] } | null>(null);
  const mustAsk = kind === 'image' && job === undefined;
  useEffect(() => {
    if (!mustAsk) return;
    void call('jobs.inputs', { id: jobId }).then(
      (answer) => answer.ok && setAsked({ of: jobId, inputs: answer.value }),
    );
  }, [mustAsk, jobId]);
  const inputs = job?.inputs ?? (asked?.of === jobId ? asked.inputs : []);
  return (kind === 'image' && inputs.find(({ role }) => role === 'image')?.file) || null;
}
