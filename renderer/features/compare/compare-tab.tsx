import { type ReactNode, useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { ModalityId } from '../../../shared/modalities';
import { beginComparison } from '../../parts/comparisons/comparison-actions';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { useCoreState } from '../../state/core/core-state';
import { useColumn } from '../../state/ui/columns';
import { compareKey, useCompareView } from '../../state/ui/compares';
import { goTo } from '../../state/ui/navigation';
import { NEW_COMPARISON } from '../../state/ui/route';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { loadComparison } from './compare-actions';
import { CompareColumns } from './compare-columns';
import { CompareComposer } from './compare-composer';
import { CompareFooter } from './compare-footer';
import { CompareHeader } from './compare-header';
import { CompareNews } from './compare-news';
import { CompareSettings } from './compare-settings';
import { TakenAlong } from './taken-along';
import { useComparisonView } from './use-comparison-view';

interface CompareTabProps {
  modality: ModalityId;
  compareId: string;
  /** What is beside it in its tab. */
  history: ReactNode;
  jobs: ReactNode;
}

/** Several models side by side: a column each, one composer for all. */
export default function CompareTab({ modality, compareId, history, jobs }: CompareTabProps) {
  const left = useColumn(modality, 'history');
  const side = useColumn(modality, 'side');
  const view = useCompareView(compareKey(modality, compareId), modality);
  const problem = useLoaded(modality, compareId, view.comparison !== undefined, view.columns.length);
  const shown = useComparisonView(view);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab={modality} side="history" column={left}>
        {history}
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto [@media(max-height:560px)]:scroll-pb-28">
        <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1">
          <ColumnButton side="history" column={left} label="History" />
          <CompareHeader view={view} shown={shown} />
          <ColumnButton side="side" column={side} label="Run settings" />
        </div>
        <TakenAlong draftKey={view.key} />
        {problem === null ? (
          <CompareColumns view={view} shown={shown} />
        ) : (
          <Gone error={problem} modality={modality} />
        )}
        <CompareComposer view={view} />
        <CompareFooter view={view} />
      </main>
      <SideColumn tab={modality} side="side" column={side}>
        <CompareSettings view={view} shown={shown} />
        {jobs}
      </SideColumn>
      <CompareNews view={view} />
    </div>
  );
}

/** Loads the contents of the comparison; a new one gets its first columns. */
function useLoaded(modality: ModalityId, compareId: string, isKnown: boolean, columns: number) {
  const hasModels = useCoreState(({ app }) => (app?.catalogue.models.length ?? 0) > 0);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const isNew = compareId === NEW_COMPARISON;
  useEffect(() => {
    if (isNew && columns === 0 && hasModels) beginComparison(modality);
  }, [isNew, columns, hasModels, modality]);
  useEffect(() => {
    // The list holds the comparison, but not the contents of its columns.
    if (isNew || (isKnown && loadedId === compareId)) return;
    setProblem(null);
    void loadComparison(compareId).then((error) => {
      setProblem(error);
      setLoadedId(compareId);
    });
  }, [isNew, isKnown, compareId, loadedId]);
  return problem;
}

function Gone({ error, modality }: { error: AppErrorData; modality: ModalityId }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <ErrorCard error={error}>
        <Button
          onClick={() => {
            goTo(`#/${modality}`);
          }}
        >
          Back
        </Button>
      </ErrorCard>
    </div>
  );
}
