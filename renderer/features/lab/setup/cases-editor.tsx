import { AddRowButton } from '../../../ui/add-row-button';
import { Button } from '../../../ui/button';
import { CasesTable } from './cases-table';
import type { CaseDraft, CasesText, VariantChoice } from './lab-draft';
import { PasteCases } from './paste-cases';

interface CasesEditorProps {
  cases: readonly CaseDraft[];
  columns: readonly string[];
  variants: readonly VariantChoice[];
  text: string;
  onChange: (change: (now: CasesText) => Partial<CasesText>) => void;
  onExperiment?: (text: string) => void;
}

/** Cases that are typed into the table, pasted, or from a file. */
export function CasesEditor({ cases, columns, variants, text, onChange, onExperiment }: CasesEditorProps) {
  const set = (to: readonly CaseDraft[]) => onChange(() => ({ cases: to }));
  return (
    <section aria-label="Cases" className="flex flex-col gap-2">
      <h3 className="font-semibold">Cases{cases.length > 0 && ` · ${cases.length.toLocaleString('en')}`}</h3>
      {cases.length > 0 && <CasesTable {...{ cases, columns, variants }} onChange={set} />}
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
