import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { TrashedMedia, TrashPage } from '../../../shared/media/media';
import { bytesText } from '../../lib/file-words';
import { focusLater } from '../../lib/focus-later';
import { formatMinute } from '../../lib/format';
import { promptTitle } from '../../lib/prompt-title';
import { call } from '../../link/call';
import { countText, dropMediaOffer } from '../../media/remove-media';
import { iconOfKind } from '../../media/thumbnail';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { mediaUrl } from '../../state/core/media-url';
import { showProblem } from '../../state/ui/problem';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { FilterChoice } from '../../ui/filter-choice';

/** What was deleted: to restore it, or to delete it for good. */
export function TrashView() {
  const trash = useTrash();
  const { entries, error, hasMore } = trash;
  return (
    <section aria-label="Trash" className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-4">
      <TrashHead trash={trash} />
      {error !== null && <ErrorCard error={error} />}
      {entries !== null && entries.length === 0 && (
        <p className="py-10 text-center text-muted">The trash is empty.</p>
      )}
      {entries !== null && entries.length > 0 && (
        <ul aria-label="Deleted files" className="flex flex-col">
          {entries.map((entry) => (
            <TrashRow key={entry.item.id} entry={entry} trash={trash} />
          ))}
        </ul>
      )}
      {hasMore && <Button onClick={() => void trash.more()}>Show more</Button>}
    </section>
  );
}

function TrashHead({ trash }: { trash: Trash }) {
  const [isAsking, setAsking] = useState(false);
  const { total, bytes } = trash;
  const isEmpty = total === 0;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="font-semibold text-lg" tabIndex={-1} data-focus="trash">
        Trash
      </h2>
      <p className="min-w-max flex-1 text-muted" role="status">
        {isEmpty ? '' : `${countText(total)}, ${bytesText(bytes)}`}
      </p>
      <KeepFor />
      <Button tone="danger" aria-disabled={isEmpty} onClick={() => !isEmpty && setAsking(true)}>
        <Trash2 className="icon" aria-hidden />
        Empty trash
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Empty the trash?"
          confirmLabel="Delete permanently"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void trash.deleteForGood();
          }}
        >
          {countText(total)} with {bytesText(bytes)} will be deleted from the disk. This can’t be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}

const periods: readonly (readonly [days: string, text: string])[] = [
  ['1', 'Keep for 1 day'],
  ['7', 'Keep for 7 days'],
  ['30', 'Keep for 30 days'],
  ['90', 'Keep for 90 days'],
  ['365', 'Keep for a year'],
];

/** How long deleted files stay here. */
function KeepFor() {
  const days = useCoreState(({ app }) => app?.settings.trashDays ?? 0);
  const { error, update } = useSettingsUpdate();
  const value = days === 0 ? undefined : String(days);
  const isListed = value === undefined || periods.some(([listed]) => listed === value);
  const options = isListed ? periods : [...periods, [String(days), `Keep for ${days} days`] as const];
  return (
    <>
      <FilterChoice
        label="How long deleted files are kept"
        every="Until the next start"
        value={value}
        options={options}
        onChange={(chosen) => void update({ trashDays: Number(chosen ?? 0) })}
        title="Older files are deleted permanently when Gatehouse starts"
        isFilter={false}
      />
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

function TrashRow({ entry: { item, removedAt }, trash }: { entry: TrashedMedia; trash: Trash }) {
  const Icon = iconOfKind[item.kind];
  const name = promptTitle(item.origin.prompt);
  return (
    <li className="flex items-center gap-3 border-line border-b py-2 [contain-intrinsic-height:65px] [content-visibility:auto]">
      <div className="flex size-12 flex-none items-center justify-center overflow-hidden rounded-control bg-hover text-muted">
        {item.hasThumbnail ? (
          <img
            src={mediaUrl(item.id, 'thumbnail')}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <Icon className="icon" aria-hidden />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="truncate" title={item.fileName}>
          {name === '' ? item.fileName : name}
        </p>
        <p className="truncate text-muted text-sm">
          {item.origin.model} · {bytesText(item.bytes)} · deleted {formatMinute(removedAt)}
        </p>
      </div>
      <Button onClick={() => void trash.restore([item.id])} aria-label={`Restore ${item.fileName}`}>
        <RotateCcw className="icon" aria-hidden />
        Restore
      </Button>
    </li>
  );
}

interface Trash {
  /** What was deleted last first; `null` until it is known. */
  readonly entries: readonly TrashedMedia[] | null;
  readonly total: number;
  readonly bytes: number;
  readonly error: AppErrorData | null;
  readonly hasMore: boolean;
  readonly more: () => Promise<void>;
  readonly restore: (ids: readonly string[]) => Promise<void>;
  /** All of it. */
  readonly deleteForGood: () => Promise<void>;
}

const pageSize = 100;

/** The trash, read again when anything in the library changes and after each act. */
function useTrash(): Trash {
  const asOf = useCoreState(({ libraryChanges }) => libraryChanges);
  const [limit, setLimit] = useState(pageSize);
  const { value, error, again } = useAnswer(() => read(limit), [asOf, limit]);
  return {
    entries: value?.trashed ?? null,
    total: value?.total ?? 0,
    bytes: value?.bytes ?? 0,
    error,
    hasMore: value?.nextCursor != null,
    more: async () => setLimit((shown) => shown + pageSize),
    async restore(ids) {
      // Its row goes away with the button that had the focus.
      const focusTrash = focusLater('trash');
      const answer = await call('media.restore', { ids: [...ids] });
      if (answer.ok) {
        dropMediaOffer(ids);
        announce(`${countText(ids.length)} restored`);
      } else showProblem('Couldn’t restore it', answer.error);
      focusTrash();
      again();
    },
    async deleteForGood() {
      const focusTrash = focusLater('trash');
      // What another window deleted since was not part of the question.
      const until = value?.trashed[0]?.removedAt;
      const answer = await call('media.emptyTrash', { until });
      focusTrash();
      if (answer.ok) {
        dropMediaOffer(null);
        announce('Trash emptied');
      } else showProblem('Couldn’t empty the trash', answer.error);
      again();
    },
  };
}

/** The largest page that the core answers. */
const largestPage = 500;

/** The first `limit` of the trash, in as many pages as that takes. */
async function read(limit: number): Promise<Envelope<TrashPage>> {
  let found: TrashPage = { trashed: [], nextCursor: null, total: 0, bytes: 0 };
  do {
    const wanted = Math.min(largestPage, limit - found.trashed.length);
    const answer = await call('media.trash', { cursor: found.nextCursor, limit: wanted });
    if (!answer.ok) return answer;
    found = { ...answer.value, trashed: [...found.trashed, ...answer.value.trashed] };
  } while (found.nextCursor !== null && found.trashed.length < limit);
  return { ok: true, value: found };
}
