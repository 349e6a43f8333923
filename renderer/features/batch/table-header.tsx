import { aboveHeaderText } from '../../../shared/lab/table-head';
import { HeaderRow } from '../../parts/tables/header-row';
import { readTable } from '../../parts/tables/read-table';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { setTableSource, useTableSource } from './table-file';

/** What of a file is not in its table, and which row became its header; another choice reads it again. */
export function TableHeader() {
  const source = useTableSource((state) => state.source);
  const { columns, tableText } = useBatchDraft();
  // The source of a table that was taken away, or of one that was typed since, is none of this one.
  if (source === null || (columns.length === 0 && tableText !== source.text)) return null;
  const change = (header: number) => {
    const reading = readTable(source.text, { mark: source.mark, header });
    setTableSource({ ...source, head: { ...source.head, header } });
    if (reading.ok) setBatchDraft({ ...reading.table, tableText: '' });
    else setBatchDraft({ columns: [], rows: [], tableText: source.text });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1 pb-2">
      <HeaderRow head={source.head} onChange={change} />
      <ul aria-label="Notes on the table" className="min-w-0 flex-1 text-muted">
        {[aboveHeaderText(source.head), ...source.notes].map((note) => note && <li key={note}>{note}</li>)}
      </ul>
    </div>
  );
}
