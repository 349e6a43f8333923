import { useDeferredValue, useMemo, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import type { Experiment } from '../../../../shared/lab/experiment';
import type { CostForecast } from '../../../../shared/money/estimate';
import { call } from '../../../link/call';
import { costWords } from '../../../parts/credits/cost-text';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { useAnswer } from '../../../state/use-answer';
import { settleMs } from '../../../state/use-forecast';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { judgeExperiment } from '../lab-actions';
import { counted } from '../lab-text';
import { AssertionsEditor } from '../setup/assertions-editor';
import { PlanMistakes } from '../setup/plan-summary';
import {
  draftOfExpected,
  type ExpectedOf,
  type ExpectedQuestion,
  expectedIn,
  isJudgeAsked,
  setsOf,
} from './expected-edit';
import { readExpected } from './read-expected';

interface ExpectedDialogProps {
  experiment: Experiment;
  /** The case that they are of; absent for all cases. */
  caseId?: number;
  /** The cases that have more of their own. */
  cases: readonly ExpectedOf[];
  onClose: () => void;
}

/** Changes what answers are expected to be. They are scored again at once; a model is asked only where that is pressed. */
export function ExpectedDialog({ experiment, caseId, cases, onClose }: ExpectedDialogProps) {
  const { id } = experiment;
  // The page may not have read the last change yet, which saving would undo.
  const { value, error } = useAnswer(() => readExpected(id, caseId), [id, caseId]);
  const title = caseId === undefined ? 'Edit assertions' : 'Edit assertions of the case';
  return (
    <Dialog title={title} size="editor" onClose={onClose}>
      {error !== null && <ErrorCard error={error} />}
      {value !== null && <Fields {...value} {...{ caseId, cases, onClose }} revision={experiment.revision} />}
    </Dialog>
  );
}

interface FieldsProps extends Pick<ExpectedDialogProps, 'cases' | 'onClose'> {
  experiment: Experiment;
  expected: ExpectedOf;
  caseId: number | undefined;
  /** Goes up with each change of the experiment. */
  revision: number;
}

function Fields({ experiment, expected, caseId, cases, revision, onClose }: FieldsProps) {
  const { id } = experiment;
  const [draft, setDraft] = useState(() => draftOfExpected(expected, experiment));
  const [error, setError] = useState<AppErrorData | null>(null);
  const { question, mistakes, judging } = useQuestion({ id, revision }, draft, expected, caseId);
  const { isSaving, save } = useSaving(id, caseId, setError, onClose);
  const sets = setsOf(expected).length;
  return (
    <>
      <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-1">
        <AssertionsEditor
          expected={draft}
          hasJudge={caseId === undefined && isJudgeAsked(draft, cases)}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {sets > 0 && <p className="text-muted text-sm">{counted(sets, 'set')} of assertions: kept as is.</p>}
      </div>
      <div className="flex flex-none flex-col gap-2 pt-3">
        {error !== null && <ErrorCard error={error} />}
        <PlanMistakes label="To save this" mistakes={mistakes} />
        <SaveRow
          isOfCase={caseId !== undefined}
          judging={judging}
          onClose={onClose}
          onSave={question === null || isSaving ? null : (isJudged) => void save(question, isJudged)}
        />
      </div>
    </>
  );
}

interface SaveRowProps {
  isOfCase: boolean;
  judging: CostForecast | null;
  onClose: () => void;
  /** `null` while it can't be saved. */
  onSave: ((isJudged: boolean) => void) | null;
}

function SaveRow({ isOfCase, judging, onClose, onSave }: SaveRowProps) {
  const calls = judging?.calls ?? 0;
  const words = judging === null ? null : costWords(judging);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
        {isOfCase && 'Beside what all cases expect. '}Answers are scored again at once, without a request.
      </p>
      {calls > 0 && (
        <p role="status" aria-live="off" aria-label="Estimate" className="text-muted" title={words?.title}>
          {counted(calls, 'call')} to the judge · {words?.text ?? 'price unknown'}
        </p>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button
        tone={calls > 0 ? 'plain' : 'primary'}
        aria-disabled={onSave === null}
        onClick={() => onSave?.(false)}
      >
        Save
      </Button>
      {calls > 0 && (
        <Button tone="primary" aria-disabled={onSave === null} onClick={() => onSave?.(true)}>
          Save and judge
        </Button>
      )}
    </div>
  );
}

/** What is typed, and what judging the answers by it would cost. */
function useQuestion(
  { id, revision }: Pick<Experiment, 'id' | 'revision'>,
  typed: ReturnType<typeof draftOfExpected>,
  before: ExpectedOf,
  caseId: number | undefined,
) {
  const draft = useDeferredValue(typed);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const { question, mistakes } = useMemo(
    () => expectedIn(draft, before, activeId),
    [draft, before, activeId],
  );
  const { value } = useAnswer(
    question === null ? null : () => call('experiments.forecast', { id, judging: ofCase(question, caseId) }),
    [question === null ? null : JSON.stringify(question), revision],
    { delayMs: settleMs },
  );
  return { question, mistakes, judging: question === null ? null : (value?.judging ?? null) };
}

function useSaving(
  id: string,
  caseId: number | undefined,
  onError: (error: AppErrorData | null) => void,
  onClose: () => void,
) {
  const [isSaving, setSaving] = useState(false);
  const save = async (question: ExpectedQuestion, isJudged: boolean) => {
    setSaving(true);
    onError(null);
    const saved: Envelope<null> = await store(id, question, caseId);
    const answer = saved.ok && isJudged ? await judgeExperiment(id) : saved;
    setSaving(false);
    if (answer?.ok === false) return onError(answer.error);
    announce('Assertions saved');
    onClose();
  };
  return { isSaving, save };
}

/** The judge is that of the experiment. */
function ofCase({ judge, ...rest }: ExpectedQuestion, caseId: number | undefined) {
  return caseId === undefined ? { ...rest, judge } : { ...rest, caseId };
}

const store = (id: string, { judge, ...rest }: ExpectedQuestion, caseId: number | undefined) =>
  caseId === undefined
    ? call('experiments.edit', { id, ...rest, judge })
    : call('experiments.editCase', { id, ...rest, caseId });
