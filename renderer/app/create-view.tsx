import type { ReactNode } from 'react';
import type { MediaModality } from '../../shared/modalities/modalities';
import { CreateHistory } from '../features/create/create-history';
import { CreateTab } from '../features/create/create-tab';
import { useJobPages } from '../features/create/use-entries';
import { useUiState } from '../state/ui/ui-state';
import { lazy, Suspense } from '../ui/later';

const CompareTab = lazy(() => import('../features/compare/compare-tab'));
const BatchHistory = lazy(() => import('../features/batch/batch-history'));

interface CreateViewProps {
  modality: MediaModality;
  jobs: ReactNode;
}

/** The tab of one modality: with one model, or several side by side. */
export default function CreateView({ modality, jobs }: CreateViewProps) {
  const compareId = useUiState(({ route }) => route.compareId);
  const history = <CreateHistory modality={modality} batches={<BatchHistory modality={modality} />} />;
  if (compareId === null)
    return <CreateTab key={modality} modality={modality} history={history} jobs={jobs} />;
  return (
    <Suspense fallback={<main className="flex-1" />}>
      <CompareTab
        modality={modality}
        compareId={compareId}
        jobs={jobs}
        history={<Paged modality={modality}>{history}</Paged>}
      />
    </Suspense>
  );
}

/** The history for a comparison, where no list of results loads its pages. */
function Paged({ modality, children }: { modality: MediaModality; children: ReactNode }) {
  useJobPages(modality, false);
  return children;
}
