import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import { hasFilesColumn } from './case-files';
import { CaseRow, wordOf } from './case-row';
import { isRestricted } from './kept-of-case';
import type { CaseDraft, VariantChoice } from './lab-draft';

const rowPx = 36;
const tallestPx = 396;

interface CasesTableProps {
  cases: readonly CaseDraft[];
  columns: readonly string[];
  /** Those that a case may choose some of. */
  variants: readonly VariantChoice[];
  /** Of the variants. */
  modality: ModalityId;
  /** Changes a case that may have moved since, or is gone. */
  onLater: (at: number, change: (now: CaseDraft) => CaseDraft) => void;
  onChange: (cases: readonly CaseDraft[]) => void;
}

/** A row for each case, a field for each of its values. */
export function CasesTable({ cases, columns, variants, modality, onLater, onChange }: CasesTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  const hasChoice = variants.length > 1 || cases.some(isRestricted);
  const choicePx = hasChoice ? 112 : 0;
  const hasFiles = hasFilesColumn(modality, cases);
  const filesPx = hasFiles ? 136 : 0;
  const template = {
    gridTemplateColumns: `48px repeat(${columns.length}, minmax(140px, 1fr)) ${hasFiles ? `${filesPx}px ` : ''}${hasChoice ? `${choicePx}px ` : ''}32px`,
  };
  const replace = (at: number, to: CaseDraft) =>
    onChange(cases.map((one, index) => (index === at ? to : one)));
  const remove = (at: number) => onChange(cases.filter((_, index) => index !== at));
  return (
    <div
      ref={scroller}
      data-rows
      data-takes-files
      className="overflow-auto rounded-control border border-line"
      style={{ maxHeight: tallestPx }}
    >
      <div style={{ minWidth: 80 + choicePx + filesPx + 140 * columns.length }}>
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
          {hasFiles && <span className="px-2">Files</span>}
          {hasChoice && <span className="px-2">Asked with</span>}
        </div>
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <CaseRow
              key={index}
              {...{ index, columns, variants, modality, hasFiles, hasChoice }}
              of={cases[index] ?? {}}
              style={{ ...template, height: rowPx, transform: `translateY(${start}px)` }}
              onLater={(change) => onLater(index, change)}
              onChange={(to) => replace(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
