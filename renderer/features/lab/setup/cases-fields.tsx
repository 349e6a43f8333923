import { useMemo } from 'react';
import { caseColumns } from './case-mistakes';
import { CasesEditor } from './cases-editor';
import { setLabDraft, useLabDraft } from './draft-store';
import { openExperimentText } from './open-file';

/** The cases of a new experiment. Without any, the prompt is asked as it is. */
export function CasesFields() {
  const cases = useLabDraft((draft) => draft.cases);
  const text = useLabDraft((draft) => draft.tableText);
  const template = useLabDraft((draft) => draft.template);
  const variants = useLabDraft((draft) => draft.variants);
  const columns = useMemo(
    () => caseColumns([template, ...variants.flatMap((one) => one.template ?? [])], cases),
    [template, variants, cases],
  );
  const modality = useLabDraft((draft) => draft.modality);
  const choices = variants.map(({ key, label, model }, at) => ({
    key,
    name: `Variant ${at + 1}: ${label || (model ?? 'default model')}`,
  }));
  return (
    <CasesEditor
      {...{ cases, text, columns, modality }}
      variants={choices}
      onChange={(change) => setLabDraft(change(useLabDraft.getState()))}
      onExperiment={(pasted) => void openExperimentText(pasted)}
    />
  );
}
