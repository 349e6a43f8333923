import { useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { TrashedMedia, TrashPage } from '../../../shared/media';
import { focusName } from '../../lib/focus';
import { call } from '../../link/call';
import { countText } from '../../media/remove-media';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { showProblem } from '../../state/ui/problem';
import { useAnswer } from '../../state/use-answer';

export interface Trash {
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
export function useTrash(): Trash {
  const asOf = useCoreState(({ libraryNews }) => libraryNews);
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
      const answer = await call('media.restore', { ids: [...ids] });
      if (answer.ok) announce(`${countText(ids.length)} restored`);
      else showProblem('Couldn’t restore it', answer.error);
      // Its row goes away with the button that had the focus.
      focusName('trash');
      again();
    },
    async deleteForGood() {
      // What another window deleted since was not part of the question.
      const until = value?.trashed[0]?.removedAt;
      const answer = await call('media.emptyTrash', { until });
      focusName('trash');
      if (answer.ok) announce('Trash emptied');
      else showProblem('Couldn’t empty the trash', answer.error);
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
