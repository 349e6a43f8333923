import { useVirtualizer } from '@tanstack/react-virtual';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/button';
import { AskedWith } from './asked-with';
import { hasMore, isRestricted } from './kept-of-case';
import type { CaseDraft, VariantChoice } from './lab-draft';

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
  /** Those that a case may choose some of. */
  variants: readonly VariantChoice[];
  onChange: (cases: readonly CaseDraft[]) => void;
}

/** A row for each case, a field for each of its values. */
export function CasesTable({ cases, columns, variants, onChange }: CasesTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  const hasChoice = variants.length > 1 || cases.some(isRestricted);
  const choicePx = hasChoice ? 112 : 0;
  const template = {
    gridTemplateColumns: `48px repeat(${columns.length}, minmax(140px, 1fr)) ${hasChoice ? `${choicePx}px ` : ''}32px`,
  };
  const replace = (at: number, to: CaseDraft) =>
    onChange(cases.map((one, index) => (index === at ? to : one)));
  const change = (at: number, column: string, value: string) =>
    replace(at, { ...cases[at], [column]: value });
  const remove = (at: number) => onChange(cases.filter((_, index) => index !== at));
  return (
    <div
      ref={scroller}
      data-rows
      className="overflow-auto rounded-control border border-line"
      style={{ maxHeight: tallestPx }}
    >
      <div style={{ minWidth: 80 + choicePx + 140 * columns.length }}>
        <div
          className="sticky top-0 z-10 grid h-8 items-center border-line border-b bg-panel text-muted"
          style={template}
        >
          <span className="px-2">Case</span>
          {columns.map((column) => (
            <span key={column} className="truncate px-[11px]" title={column}>
              {wordOf(column)}
            </span>
          ))}
          {hasChoice && <span className="px-2">Asked with</span>}
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
                {hasMore(cases[index] ?? {}) && ' +'}
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
              {hasChoice && (
                <AskedWith
                  label={`Asked with, case ${index + 1}`}
                  of={cases[index] ?? {}}
                  variants={variants}
                  onChange={(to) => replace(index, to)}
                />
              )}
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
  one === undefined || !hasMore(one) ? undefined : 'With files or assertions from where it came';
