import { memo } from 'react';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { type MediaKind, type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { cutText } from '../../../shared/text/cut-text';
import { formatCost } from '../../lib/format';
import { promptTitle } from '../../lib/prompt-title';
import { progressText, statusWord } from '../../media/jobs/job-text';
import { MediaButtons } from '../../media/media-buttons';
import { nameInRun, sizeText } from '../../media/media-facts';
import { MediaMenu } from '../../media/media-menu';
import { Missing } from '../../media/missing';
import type { Entry } from '../../media/stage/entry';
import { useIsFresh } from '../../media/stage/fresh';
import { Thumbnail } from '../../media/thumbnail';
import { useJob, useMedia } from '../../state/core/selectors';

interface ResultTileProps {
  modality: MediaModality;
  entry: Entry;
  tilePx: number;
  place: number;
  count: number;
  isTabStop: boolean;
  onShow: (modality: MediaModality, entry: Entry) => void;
}

/** One result of the grid, whole; a click puts it on the stage. */
export const ResultTile = memo(function ResultTile(props: ResultTileProps) {
  const { modality, entry, tilePx, place, count, isTabStop, onShow } = props;
  const item = useMedia(entry.mediaId);
  const job = useJob(entry.jobId);
  const isFresh = useIsFresh(entry);
  const prompt = promptTitle(item?.origin.prompt ?? job?.prompt ?? '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the list around it.
    <div role="listitem" aria-setsize={count} aria-posinset={place} className="group/tile relative">
      <Picture kind={modalities[modality].mediaKind} item={item} job={job} tilePx={tilePx} />
      <button
        type="button"
        data-entry={entry.key}
        tabIndex={isTabStop ? 0 : -1}
        title={cutText(prompt, 500)}
        onClick={() => onShow(modality, entry)}
        className="absolute inset-0 rounded-card"
      >
        <span className="sr-only">Show {nameInRun(prompt, entry.mediaId, item, job)}</span>
      </button>
      <div className="flex h-[26px] items-center gap-1 px-1 text-sm">
        {isFresh && (
          <span className="size-2 flex-none rounded-full bg-accent">
            <span className="sr-only">new</span>
          </span>
        )}
        <p className="min-w-0 flex-1 truncate">{cutText(prompt, 200)}</p>
        {item !== undefined && (
          <p className="flex-none text-muted text-xs">
            {sizeText(item)} · {formatCost(item.origin.cost)}
          </p>
        )}
      </div>
      {item !== undefined && (
        <div className="absolute top-1.5 right-1.5 flex rounded-control border border-line bg-raised opacity-0 focus-within:opacity-100 group-hover/tile:opacity-100 has-data-[state=open]:opacity-100">
          {!item.isMissing && <MediaButtons item={item} />}
          <MediaMenu item={item} />
        </div>
      )}
    </div>
  );
});

interface PictureProps {
  /** What the job generates; an item has a kind itself. */
  kind: MediaKind;
  item: MediaItem | undefined;
  job: Job | undefined;
  tilePx: number;
}

function Picture({ kind, item, job, tilePx }: PictureProps) {
  return (
    <div className="relative overflow-hidden rounded-card bg-panel" style={{ height: tilePx }}>
      {item?.isMissing ? (
        <Missing />
      ) : (
        <Thumbnail
          item={item}
          kind={item?.kind ?? kind}
          fit="fit"
          shownPx={tilePx}
          className="size-full bg-transparent!"
        />
      )}
      {item === undefined && job !== undefined && (
        <p className="absolute inset-x-0 bottom-4 text-center text-muted">
          {progressText(job) ?? statusWord(job)}
        </p>
      )}
    </div>
  );
}
