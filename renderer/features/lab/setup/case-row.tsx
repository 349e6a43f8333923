import { Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import { IconButton } from '../../../ui/button';
import { AskedWith } from './asked-with';
import { type ChangeLater, takesDropped } from './case-files';
import { CaseFilesCell } from './case-files-cell';
import { hasMore } from './kept-of-case';
import type { CaseDraft, VariantChoice } from './lab-draft';

const columnWords: Readonly<Record<string, string>> = {
  __expected: 'Expected',
  __threshold: 'Passing score',
  __tags: 'Tags',
  __note: 'Note',
};
/** The head of a column. */
export const wordOf = (column: string): string =>
  columnWords[column] ?? (column.startsWith('__expected') ? `Expected ${column.slice(10)}` : column);

interface CaseRowProps {
  /** Its place, from 0. */
  index: number;
  of: CaseDraft;
  columns: readonly string[];
  variants: readonly VariantChoice[];
  modality: ModalityId;
  hasFiles: boolean;
  hasChoice: boolean;
  style: CSSProperties;
  onLater: ChangeLater;
  onChange: (to: CaseDraft) => void;
  onRemove: () => void;
}

/** A field for each value of a case, its files, and the variants that it is asked with. */
export function CaseRow({
  index,
  of,
  columns,
  variants,
  modality,
  hasFiles,
  hasChoice,
  style,
  onLater,
  onChange,
  onRemove,
}: CaseRowProps) {
  const more = hasMore(of);
  return (
    <fieldset
      aria-label={`Case ${index + 1}`}
      className="absolute top-0 left-0 grid w-full items-center"
      style={style}
      {...(hasFiles && takesDropped(modality, onLater))}
    >
      <span className="px-2 text-muted" title={more ? 'With assertions from where it came' : undefined}>
        {index + 1}
        {more && ' +'}
      </span>
      {columns.map((column, place) => (
        <input
          key={column}
          data-focus={index === 0 && place === 0 ? 'lab-case' : undefined}
          aria-label={`${wordOf(column)}, case ${index + 1}`}
          className="field h-8 rounded-none border-transparent bg-transparent"
          placeholder={column === '__expected' ? 'icontains:Paris' : undefined}
          value={of[column] ?? ''}
          onChange={({ target }) => onChange({ ...of, [column]: target.value })}
        />
      ))}
      {hasFiles && <CaseFilesCell label={`Files, case ${index + 1}`} {...{ of, modality, onLater }} />}
      {hasChoice && <AskedWith label={`Asked with, case ${index + 1}`} {...{ of, variants, onChange }} />}
      <IconButton icon={Trash2} label={`Remove case ${index + 1}`} onClick={onRemove} />
    </fieldset>
  );
}
