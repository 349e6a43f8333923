import type { ModalityId } from '../../../../shared/modalities/modalities';
import { AddRowButton } from '../../../ui/add-row-button';
import { Button } from '../../../ui/button';
import { CasesTable } from './cases-table';
import type { CaseDraft, CasesText, VariantChoice } from './lab-draft';
import { PasteCases } from './paste-cases';

interface CasesEditorProps {
  cases: readonly CaseDraft[];
  columns: readonly string[];
  variants: readonly VariantChoice[];
  modality: ModalityId;
  text: string;
  onChange: (change: (now: CasesText) => Partial<CasesText>) => void;
  onExperiment?: (text: string) => void;
}

/** Cases that are typed into the table, pasted, or from a file. */
export function CasesEditor({
  cases,
  columns,
  variants,
  modality,
  text,
  onChange,
  onExperiment,
}: CasesEditorProps) {
  const set = (to: readonly CaseDraft[]) => onChange(() => ({ cases: to }));
  return (
    <section aria-label="Cases" className="flex flex-col gap-2">
      <h3 className="font-semibold">Cases{cases.length > 0 && ` · ${cases.length.toLocaleString('en')}`}</h3>
      {cases.length > 0 && (
        <CasesTable
          {...{ cases, columns, variants, modality }}
          onChange={set}
          onLater={(at, change) => onChange((now) => ({ cases: changedLater(now.cases, cases, at, change) }))}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <AddRowButton onAdd={() => set([...cases, Object.fromEntries(columns.map((name) => [name, '']))])}>
          Add case
        </AddRowButton>
        {cases.length > 0 && (
          <Button tone="quiet" onClick={() => set([])}>
            Remove all cases
          </Button>
        )}
      </div>
      <PasteCases text={text} onChange={onChange} onExperiment={onExperiment} />
    </section>
  );
}

/**
 * A case changes once its file is stored: as it is then, where it is then. One that was removed takes nothing.
 *
 * @param at its place among those of before
 */
function changedLater(
  cases: readonly CaseDraft[],
  before: readonly CaseDraft[],
  at: number,
  change: (now: CaseDraft) => CaseDraft,
): readonly CaseDraft[] {
  const one = before[at];
  const moved = one === undefined ? -1 : cases.indexOf(one);
  const place = moved < 0 && cases.length === before.length ? at : moved;
  return cases.map((now, index) => (index === place ? change(now) : now));
}
