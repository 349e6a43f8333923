import { Pause, Play } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import type { Job, JobPart } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { costText } from '../../../shared/money/cost';
import { cutText } from '../../../shared/text/cut-text';
import { formatCost } from '../../lib/format';
import { JobCard } from '../../media/job-card';
import { isFinished, parametersText } from '../../media/jobs/job-text';
import { MediaButtons } from '../../media/media-buttons';
import { lengthText, partText } from '../../media/media-facts';
import { MediaMenu } from '../../media/media-menu';
import { toggle, usePlayer } from '../../media/player/player';
import { Waveform } from '../../media/player/waveform';
import { useJob, useMedia } from '../../state/core/selectors';
import { IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';

/** One speech result: its text, its audio, and the cost of each part of a long text. */
export const SpeechCard = memo(function SpeechCard({
  jobId,
  isRecent,
}: {
  jobId: string;
  isRecent: boolean;
}) {
  const job = useJob(jobId);
  if (job === undefined) return null;
  const isSaved = job.media.length > 0;
  return (
    <div className="flex flex-col gap-2">
      {(!isSaved || job.status === 'failed') && <JobCard id={jobId} isPicture={false} isRecent={isRecent} />}
      {job.media.length > 1 && (
        <p className="px-3 text-muted text-sm">
          The parts couldn’t be joined into one file. Each is a file of its own.
        </p>
      )}
      {job.media.map(({ id }) => (
        <SavedSpeech key={id} job={job} id={id} />
      ))}
      {job.parts.length > 1 && <PartsOrLines job={job} />}
    </div>
  );
});

function SavedSpeech({ job, id }: { job: Job; id: string }) {
  const item = useMedia(id);
  return item === undefined ? null : <Speech job={job} item={item} />;
}

function Speech({ job, item }: { job: Job; item: MediaItem }) {
  const isPlaying = usePlayer((player) => player.itemId === item.id && player.isPlaying);
  const { prompt, part } = item.origin;
  const text = part === undefined ? job.prompt : prompt;
  const facts = [
    partText(item),
    item.isCut === true ? 'Incomplete: the file ends early' : '',
    item.durationMs === null ? '' : lengthText(item.durationMs),
    parametersText(job),
    job.model,
  ];
  return (
    <article className="rounded-card border border-line bg-raised px-3 pt-2 pb-1.5">
      <div className="flex items-center gap-3">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause' : 'Play'}
          aria-disabled={item.isMissing}
          className="size-10 rounded-full bg-accent/15 text-accent"
          onClick={() => !item.isMissing && toggle(item.id)}
        />
        {item.isMissing ? (
          <p className="flex-1 text-warn">The file is no longer there</p>
        ) : (
          <Waveform item={item} />
        )}
      </div>
      <p className="mt-1 line-clamp-2 break-words" title={cutText(text, 2_000)}>
        {cutText(text, 400)}
      </p>
      <div className="flex min-h-7 items-center gap-0.5 text-muted text-sm">
        <p className="min-w-0 flex-1 truncate">
          {facts.filter((text) => text !== '').join(' · ')} ·{' '}
          <span className="text-credit">{formatCost((part === undefined ? job : item.origin).cost)}</span>
        </p>
        {!item.isMissing && <MediaButtons item={item} />}
        <MediaMenu item={item} />
      </div>
    </article>
  );
}

const Lines = lazy(() => import('../../media/edit/lines'));

/** Once a dialogue is one file, its lines can be heard and spoken again. */
function PartsOrLines({ job }: { job: Job }) {
  const item = useMedia(job.media[0]?.id ?? null);
  const isDialogue = Object.keys(job.parameters).some((name) => name.startsWith('voice:'));
  if (!isDialogue || item === undefined || job.media.length !== 1 || job.status !== 'completed')
    return <Parts job={job} />;
  return (
    <Disclosed summary={`${job.parts.length} lines`}>
      <Suspense fallback={null}>
        <Lines job={job} item={item} />
      </Suspense>
    </Disclosed>
  );
}

/** What it holds is asked for when it is opened. */
function Disclosed({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="px-3 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="rounded-sm text-muted">{summary}</summary>
      {isOpen && children}
    </details>
  );
}

/** The calls a long text took, each with its own charge. */
function Parts({ job }: { job: Job }) {
  const done = job.parts.filter(({ status }) => status === 'completed').length;
  return (
    <details open={!isFinished(job)} className="px-3 text-muted text-sm">
      <summary className="rounded-sm">
        {done} of {job.parts.length} parts generated
      </summary>
      <ol aria-label="Parts" className="mt-1 grid gap-0.5">
        {job.parts.map((part) => (
          <li key={part.index} className="flex gap-3">
            <span className="min-w-0 flex-1 truncate">
              {part.index + 1}. {job.prompt.slice(part.start, Math.min(part.end, part.start + 120))}
            </span>
            <span className={part.status === 'failed' ? 'flex-none text-bad' : 'flex-none'}>
              {part.status}
            </span>
            <span className="w-24 flex-none text-right text-credit">{partCost(part)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const partCost = (part: JobPart) =>
  costText(part.cost) ?? (part.status === 'completed' ? 'cost unknown' : '');
