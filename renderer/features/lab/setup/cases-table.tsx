import { useVirtualizer } from '@tanstack/react-virtual';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/button';
import { type CaseDraft, keptColumn } from './lab-draft';

const columnWords: Readonly<Record<string, string>> = {
  __expected: 'Expected',
  __threshold: 'Passing score',
  __tags: 'Tags',
  __note: 'Note',
};
const wordOf = (column: string): string =>
  columnWords[column] ?? (column.startsWith('__expected') ? `Expected ${column.slice(10)}` : column);

const rowPx = 36;
const tallestPx = 396;

interface CasesTableProps {
  cases: readonly CaseDraft[];
  columns: readonly string[];
  onChange: (cases: readonly CaseDraft[]) => void;
}

/** A row for each case, a field for each of its values. */
export function CasesTable({ cases, columns, onChange }: CasesTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  const template = { gridTemplateColumns: `48px repeat(${columns.length}, minmax(140px, 1fr)) 32px` };
  const change = (at: number, column: string, value: string) =>
    onChange(cases.map((one, index) => (index === at ? { ...one, [column]: value } : one)));
  const remove = (at: number) => onChange(cases.filter((_, index) => index !== at));
  return (
    <div
      ref={scroller}
      className="overflow-auto rounded-control border border-line"
      style={{ maxHeight: tallestPx }}
    >
      <div style={{ minWidth: 80 + 140 * columns.length }}>
        <div
          className="sticky top-0 z-10 grid h-8 items-center border-line border-b bg-panel text-muted"
          style={template}
        >
          <span className="px-2">Case</span>
          {columns.map((column) => (
            <span key={column} className="truncate px-2" title={column}>
              {wordOf(column)}
            </span>
          ))}
        </div>
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <fieldset
              key={index}
              aria-label={`Case ${index + 1}`}
              className="absolute top-0 left-0 grid w-full items-center"
              style={{ ...template, height: rowPx, transform: `translateY(${start}px)` }}
            >
              <span className="px-2 text-muted" title={keptText(cases[index])}>
                {index + 1}
                {cases[index]?.[keptColumn] !== undefined && ' +'}
              </span>
              {columns.map((column, place) => (
                <input
                  key={column}
                  data-focus={index === 0 && place === 0 ? 'lab-case' : undefined}
                  aria-label={`${wordOf(column)}, case ${index + 1}`}
                  className="field h-8 rounded-none border-transparent bg-transparent"
                  placeholder={column === '__expected' ? 'icontains:Paris' : undefined}
                  value={cases[index]?.[column] ?? ''}
                  onChange={({ target }) => change(index, column, target.value)}
                />
              ))}
              <IconButton icon={Trash2} label={`Remove case ${index + 1}`} onClick={() => remove(index)} />
            </fieldset>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Says what a case has beside its columns. */
const keptText = (one: CaseDraft | undefined): string | undefined =>
  one?.[keptColumn] === undefined ? undefined : 'With files or assertions from where it came';
