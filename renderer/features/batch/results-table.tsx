import { useEffect } from 'react';
import type { Batch } from '../../../shared/batch';
import type { AppErrorData } from '../../../shared/errors';
import { useCoreState } from '../../state/core/core-state';
import { loadRows, rowsOfPage } from './batch-actions';
import { rowCount } from './batch-text';
import { ResultRow } from './result-row';
import { VirtualTable } from './virtual-rows';

interface ResultsTableProps {
  batch: Batch;
  onError: (error: AppErrorData | null) => void;
}

/** Every row with its values and its result; pages are loaded as they come into view. */
export function ResultsTable({ batch, onError }: ResultsTableProps) {
  const { id, columns } = batch;
  const rows = useCoreState(({ batchRows }) => (batchRows?.batchId === id ? batchRows.rows : null));
  return (
    <VirtualTable
      label="Rows"
      count={rowCount(batch)}
      rowPx={48}
      widths={[60, ...columns.map(() => 140), 150, 280, 90, 80, 90]}
      head={['Row', ...columns, 'State', 'Answer', 'Cost', 'Time', 'Actions']}
      onSight={(first, last) => <Pages id={id} first={first} last={last} onError={onError} />}
    >
      {(index) => <ResultRow batch={batch} index={index} row={rows?.[index]} onError={onError} />}
    </VirtualTable>
  );
}

interface PagesProps {
  id: string;
  first: number;
  last: number;
  onError: (error: AppErrorData | null) => void;
}

/** Renders nothing: loads the first visible page that is missing. */
function Pages({ id, first, last, onError }: PagesProps) {
  const missing = useCoreState(({ batchRows }) => {
    const known = batchRows?.batchId === id ? batchRows.rows : {};
    for (let index = first; index <= last; index += 1) if (known[index] === undefined) return index;
    return null;
  });
  const page = missing === null ? null : Math.floor(missing / rowsOfPage) * rowsOfPage;
  useEffect(() => {
    if (page !== null) void loadRows(id, page).then((error) => error !== null && onError(error));
  }, [id, page, onError]);
  return null;
}
