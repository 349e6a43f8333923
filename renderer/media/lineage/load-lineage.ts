import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Lineage } from '../../../shared/media/lineage';
import { useCoreState } from '../../state/core/core-state';
import { read } from '../../state/core/read';

interface Read {
  readonly lineage: Lineage | null;
  readonly error: AppErrorData | null;
}

/** Nothing is read for results that are only stepped over. */
const settledMs = 150;

/**
 * The lineage of a result, read again when results arrive or go. What it names can be shown from then on like any other
 * result of the window.
 */
export function useLineage(id: string, isWhole: boolean): Read {
  const [answer, setAnswer] = useState<Read & { readonly id: string }>({ id, lineage: null, error: null });
  const news = useCoreState(({ libraryChanges }) => libraryChanges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other results the lineage may be another.
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const found = await read('media.lineage', { id, isWhole }, ({ nodes }) => ({
        type: 'media.found',
        items: nodes.flatMap((node) => (node.kind === 'result' && !node.isTrashed ? node.item : [])),
      }));
      if (!isCurrent) return;
      setAnswer((before) =>
        found.ok
          ? { id, lineage: found.value, error: null }
          : { id, lineage: before.id === id ? before.lineage : null, error: found.error },
      );
    };
    const timer = setTimeout(() => void ask(), settledMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, isWhole, news]);
  return answer.id === id ? answer : { lineage: null, error: null };
}
