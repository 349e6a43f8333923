import { NEW_BATCH } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { BatchList } from './batch-list';
import { BatchResults } from './batch-results';
import { BatchSetup } from './batch-setup';

/** Batches: the list, one that is being prepared, or one that was started. */
export default function BatchesPage() {
  const batchId = useUiState(({ route }) => route.batchId);
  if (batchId === undefined) return <BatchList />;
  return batchId === NEW_BATCH ? <BatchSetup /> : <BatchResults key={batchId} id={batchId} />;
}
