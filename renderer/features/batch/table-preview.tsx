import { Plus, X } from 'lucide-react';
import { memo, useCallback, useMemo } from 'react';
import { batchLimits } from '../../../shared/lab/batch';
import { AddRowButton } from '../../ui/add-row-button';
import { Button, IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { rowsText } from './batch-text';
import { TableEncoding } from './table-encoding';
import { TableHeader } from './table-header';
import type { BatchCheck } from './use-batch-check';
import { roleOfColumn } from './verdicts';
import { VirtualTable } from './virtual-rows';

const rowPx = 36;

/** The table as it will be run, with editable cells. */
export function TablePreview({ check }: { check: BatchCheck }) {
  const columns = useBatchDraft((draft) => draft.columns);
  const rows = useBatchDraft((draft) => draft.rows);
  const wrong = useMemo(
    () => new Map(check.mistakes.map(({ row, column, message }) => [`${row} ${column}`, message])),
    [check.mistakes],
  );
  const used = useMemo(() => new Set(check.template.variables.map(({ name }) => name)), [check.template]);
  const heading = (column: string) => (
    <span key={column} title={column}>
      <span className="text-text">{column}</span>
      {!used.has(column) && (
        <span className="font-normal text-sm"> {roleOfColumn(column) ?? 'not in the prompt'}</span>
      )}
    </span>
  );
  return (
    <>
      <Tools check={check} count={rows.length} />
      <div className="px-5">
        <TableEncoding />
        <TableHeader />
      </div>
      <VirtualTable
        label="Values"
        count={rows.length}
        rowPx={rowPx}
        widths={[60, ...columns.map(() => 150), 44]}
        head={[
          'Row',
          ...columns.map(heading),
          <span key="" className="sr-only">
            Remove
          </span>,
        ]}
      >
        {(index) => (
          <>
            <th scope="row" className="pl-5 text-left font-normal text-muted">
              {index + 1}
            </th>
            {columns.map((column, at) => (
              <Cell
                key={column}
                row={index}
                at={at}
                column={column}
                value={rows[index]?.[at] ?? ''}
                mistake={wrong.get(`${index + 1} ${column}`)}
              />
            ))}
            <td>
              <IconButton icon={X} label={`Remove row ${index + 1}`} onClick={() => removeRow(index)} />
            </td>
          </>
        )}
      </VirtualTable>
    </>
  );
}

interface CellProps {
  row: number;
  at: number;
  column: string;
  value: string;
  mistake: string | undefined;
}

const Cell = memo(function Cell({ row, at, column, value, mistake }: CellProps) {
  const change = useCallback(
    ({ target }: { target: { value: string } }) => setCell(row, at, target.value),
    [row, at],
  );
  return (
    <td className="min-w-0">
      {/* Not an input, which would remove the line breaks of a text. */}
      <textarea
        aria-label={`Row ${row + 1}, ${column}`}
        aria-invalid={mistake !== undefined}
        title={mistake}
        rows={1}
        value={value}
        onChange={change}
        className={classes(
          'block h-[35px] w-full resize-none overflow-hidden whitespace-nowrap bg-transparent px-2 py-[7px] outline-offset-[-2px]',
          'hover:bg-hover focus:overflow-auto focus:whitespace-pre',
          mistake !== undefined && 'bg-bad/10',
        )}
      />
    </td>
  );
});

function Tools({ check, count }: { check: BatchCheck; count: number }) {
  const columns = useBatchDraft((draft) => draft.columns);
  const absent = check.template.variables.filter(({ name }) => !columns.includes(name));
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 px-5 py-3">
      <span className="flex-1">{rowsText(count)}</span>
      {absent.map(({ name }) => (
        <Button key={name} onClick={() => addColumn(name)}>
          <Plus className="icon" aria-hidden />
          Column “{name}”
        </Button>
      ))}
      <AddRowButton onAdd={addRow} aria-disabled={count >= batchLimits.rows}>
        Add row
      </AddRowButton>
      <Button onClick={() => setBatchDraft({ columns: [], rows: [] })}>Another table</Button>
    </div>
  );
}

function setCell(row: number, at: number, value: string): void {
  const { rows } = useBatchDraft.getState();
  setBatchDraft({ rows: rows.with(row, (rows[row] ?? []).with(at, value)) });
}

function removeRow(index: number): void {
  setBatchDraft({ rows: useBatchDraft.getState().rows.filter((_, at) => at !== index) });
}

function addRow(): void {
  const { rows, columns } = useBatchDraft.getState();
  if (rows.length < batchLimits.rows) setBatchDraft({ rows: [...rows, columns.map(() => '')] });
}

function addColumn(name: string): void {
  const { rows, columns } = useBatchDraft.getState();
  setBatchDraft({ columns: [...columns, name], rows: rows.map((row) => [...row, '']) });
}
