import { AssertionsEditor } from './assertions-editor';
import { setLabDraft, useLabDraft } from './draft-store';
import { needsJudge } from './plan-of-draft';

/** What every answer is expected to be, beside what its case expects. */
export function AssertionFields() {
  const assertions = useLabDraft((draft) => draft.assertions);
  const threshold = useLabDraft((draft) => draft.threshold);
  const judge = useLabDraft((draft) => draft.judge);
  const hasJudge = useLabDraft(needsJudge);
  return (
    <section aria-label="Assertions" className="flex flex-col gap-2">
      <h3 className="font-semibold">Assertions for all cases</h3>
      <AssertionsEditor
        expected={{ assertions, threshold, judge }}
        hasJudge={hasJudge}
        onChange={setLabDraft}
      />
    </section>
  );
}
