import { Expand, Play } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { cutText } from '../../../shared/text/cut-text';
import { formatCost } from '../../lib/format';
import { promptTitle } from '../../lib/prompt-title';
import { useJob, useMedia } from '../../state/core/selectors';
import { playOnStage } from '../../state/ui/stage';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { chargeText, isFinished, progressText, statusWord } from '../jobs/job-text';
import { SaveAsButton } from '../media-buttons';
import { nameInRun, sizeText } from '../media-facts';
import { MediaMenu } from '../media-menu';
import { Thumbnail } from '../thumbnail';
import type { Entry } from './entry';
import { useIsFresh } from './fresh';

interface StripItemProps {
  modality: MediaModality;
  entry: Entry;
  style: CSSProperties;
  place: number;
  count: number;
  /** The one item that Tab stops at; arrow keys reach the others. */
  isTabStop: boolean;
  /** Too small for more than one button. */
  isSmall: boolean;
  onShow: (entry: Entry) => void;
  onOpen: (mediaId: string) => void;
}

/** A result that is not on the stage: a click puts it there, and what one does most is shown under the pointer. */
export const StripItem = memo(function StripItem(props: StripItemProps) {
  const { modality, entry, style, place, count, isTabStop, isSmall, onShow, onOpen } = props;
  const item = useMedia(entry.mediaId);
  const job = useJob(entry.jobId);
  const isFresh = useIsFresh(entry);
  const prompt = promptTitle(item?.origin.prompt ?? job?.prompt ?? '');
  const name = nameInRun(prompt, entry.mediaId, item, job);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a strip has its items at places of their own, which <ul> does not allow.
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={place}
      className="group/item absolute top-0 left-0"
      style={style}
    >
      <Picture {...{ modality, item, job }} isCurrent={false} />
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        title={cutText(prompt, 300)}
        onClick={() => onShow(entry)}
        className="absolute inset-0 rounded-control outline-offset-[-2px]"
      >
        <span className="sr-only">Show {name}</span>
      </button>
      <span className="sr-only">
        {cutText(prompt, 500)}, {item === undefined ? jobText(job) : resultText(item)}
        {isFresh && ', new'}
      </span>
      {isFresh && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 right-1 size-2.5 rounded-full border-2 border-panel bg-accent"
        />
      )}
      {item !== undefined && <Tools {...{ modality, entry, item, name, isSmall, onOpen }} />}
    </div>
  );
});

interface ToolsProps {
  modality: MediaModality;
  entry: Entry;
  item: MediaItem;
  name: string;
  isSmall: boolean;
  onOpen: (mediaId: string) => void;
}

function Tools({ modality, entry, item, name, isSmall, onOpen }: ToolsProps) {
  return (
    <div className="absolute inset-x-0 bottom-0 flex justify-center rounded-b-control bg-raised/90 opacity-0 focus-within:opacity-100 group-hover/item:opacity-100 has-data-[state=open]:opacity-100 [&_button]:size-6">
      {!item.isMissing && !isSmall && (
        <>
          {item.kind === 'video' ? (
            <IconButton
              icon={Play}
              label={`Play ${name}`}
              tabIndex={-1}
              onClick={() => playOnStage(modality, entry.key)}
            />
          ) : (
            <IconButton icon={Expand} label={`Open ${name}`} tabIndex={-1} onClick={() => onOpen(item.id)} />
          )}
          <SaveAsButton item={item} tabIndex={-1} />
        </>
      )}
      <MediaMenu item={item} tabIndex={-1} />
    </div>
  );
}

interface StripMarkProps {
  modality: MediaModality;
  entry: Entry;
  style: CSSProperties;
}

/** Shows which one of the strip is on the stage. */
export function StripMark({ modality, entry, style }: StripMarkProps) {
  const item = useMedia(entry.mediaId);
  const job = useJob(entry.jobId);
  return (
    <div aria-hidden className="absolute top-0 left-0" style={style}>
      <Picture {...{ modality, item, job }} isCurrent />
    </div>
  );
}

interface PictureProps {
  modality: MediaModality;
  item: MediaItem | undefined;
  job: Job | undefined;
  isCurrent: boolean;
}

function Picture({ modality, item, job, isCurrent }: PictureProps) {
  const frame = classes(
    'size-full rounded-control',
    isCurrent ? 'outline-2 outline-accent outline-offset-1' : 'opacity-85 group-hover/item:opacity-100',
  );
  if (item !== undefined) return <Thumbnail item={item} kind={item.kind} className={frame} />;
  if (job === undefined) return null;
  const isBad = isFinished(job);
  return (
    <div
      aria-hidden
      className={classes(
        frame,
        'flex flex-col items-center justify-center gap-0.5 border border-line bg-panel p-1 text-center text-xs',
        isBad ? 'text-bad' : 'text-muted',
      )}
    >
      <Thumbnail kind={modalities[modality].mediaKind} className="bg-transparent!" />
      <span className="max-w-full truncate">{isBad ? job.status : (progressText(job) ?? job.status)}</span>
    </div>
  );
}

const jobText = (job: Job | undefined) =>
  job === undefined ? '' : [statusWord(job), chargeText(job) ?? ''].filter((text) => text !== '').join(', ');

function resultText(item: MediaItem): string {
  if (item.isMissing) return 'The file is no longer there';
  return `${sizeText(item)} · ${formatCost(item.origin.cost)}`;
}
