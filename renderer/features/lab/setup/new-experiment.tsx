import { ArrowLeft, Play } from 'lucide-react';
import { useEffect, useId } from 'react';
import { type ModalityId, modalities, modalityIds } from '../../../../shared/modalities/modalities';
import { units } from '../../../../shared/money/money-units';
import { focusOnOpening } from '../../../lib/focus-on-opening';
import { call } from '../../../link/call';
import { type ExperimentSource, takeSource } from '../../../state/ui/begin-experiment';
import { openTab } from '../../../state/ui/navigation';
import { ErrorCard } from '../../../ui/alert';
import { Button, IconButton } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { counted } from '../lab-text';
import { AssertionFields } from './assertion-fields';
import { AxisFields } from './axis-fields';
import { CasesFields } from './cases-fields';
import { draftOfCalls } from './draft-of-calls';
import { draftOfPlan } from './draft-of-plan';
import { setLabDraft, setModality, useLabDraft } from './draft-store';
import { emptyDraft } from './lab-draft';
import { openExperimentFiles } from './open-file';
import { FileNotes, OpenFileButton, SheetField } from './open-file-button';
import { PlanEstimate, PlanMistakes } from './plan-summary';
import { PromptFields } from './prompt-fields';
import { usePlan, useUnit } from './use-plan';
import { runByKey, useRun } from './use-run';
import { VariantFields } from './variant-fields';

/** Makes an experiment: what is asked, with what, and what is expected. */
export function NewExperiment() {
  const modality = useLabDraft((draft) => draft.modality);
  const run = useRun();
  useEffect(() => focusOnOpening('lab-prompt'), []);
  useEffect(() => void beginFrom(takeSource()), []);
  return (
    <main
      data-takes-files
      className="flex min-w-0 flex-1 flex-col"
      onKeyDown={(event) => runByKey(event, () => void run(true))}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void openExperimentFiles([...event.dataTransfer.files]);
      }}
    >
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <IconButton icon={ArrowLeft} label="All experiments" onClick={() => openTab('lab')} />
        <h2 className="flex-1 font-semibold text-lg">New experiment</h2>
        <OpenFileButton />
        <Button tone="quiet" onClick={() => setLabDraft(emptyDraft(modality))}>
          Clear
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5">
        <FileNotes />
        <div className="flex flex-wrap gap-4">
          <KindField modality={modality} />
          <SheetField />
          <Title />
        </div>
        <PromptFields />
        <VariantFields />
        <AxisFields />
        <CasesFields />
        <AssertionFields />
        <Bounds />
      </div>
      <RunBar run={run} />
    </main>
  );
}

/** The plan of something that exists, to be changed here; nothing of it changes there. */
async function beginFrom(source: ExperimentSource | null): Promise<void> {
  if (source === null) return;
  if (source.kind === 'calls') return setLabDraft(draftOfCalls(source.calls, source.hasExpected));
  const answer = await call('experiments.planFrom', source);
  if (!answer.ok) return setLabDraft({ error: answer.error });
  const notes = source.kind === 'chat' ? [aloneNote] : [];
  setLabDraft({ ...draftOfPlan(answer.value), notes });
}

/** Models would answer differently with what was said before. */
const aloneNote =
  'Each question of the chat is a case, asked alone: replies, tool calls and earlier messages are not sent with it. To send the whole chat to other models, use Compare in the chat.';

function KindField({ modality }: { modality: ModalityId }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Kind
      </label>
      <select
        id={id}
        className="field w-auto"
        value={modality}
        onChange={({ target }) => setModality(target.value as ModalityId)}
      >
        {modalityIds.map((kind) => (
          <option key={kind} value={kind}>
            {modalities[kind].label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Title() {
  const title = useLabDraft((draft) => draft.title);
  return (
    <TextField
      label="Title"
      className="min-w-60 flex-1"
      value={title}
      maxLength={200}
      placeholder="The first line of the prompt"
      onChange={({ target }) => setLabDraft({ title: target.value })}
    />
  );
}

const mostRepeats = 50;

/** How often, and how much at most. */
function Bounds() {
  const repeats = useLabDraft((draft) => draft.repeats);
  const budget = useLabDraft((draft) => draft.budget);
  const unit = useUnit();
  return (
    <section aria-label="Repeats and budget" className="flex flex-wrap items-start gap-4">
      <TextField
        label="Repeats"
        className="w-52"
        type="number"
        min={1}
        max={mostRepeats}
        value={repeats}
        help="How often each case is asked with each variant."
        onChange={({ target }) =>
          setLabDraft({ repeats: Math.max(1, Math.min(mostRepeats, Math.round(Number(target.value)) || 1)) })
        }
      />
      <TextField
        label={`Budget, in ${units[unit].name}`}
        className="w-64"
        inputMode="decimal"
        value={budget}
        placeholder="No budget"
        help="A hard stop: a call that could pass it is not sent."
        onChange={({ target }) => setLabDraft({ budget: target.value })}
      />
    </section>
  );
}

/** What prevents the start, otherwise what it may cost; and the buttons. */
function RunBar({ run }: { run: (isStarted: boolean) => Promise<void> }) {
  const { plan, mistakes, calls, forecast } = usePlan();
  const error = useLabDraft((draft) => draft.error);
  const isSending = useLabDraft((draft) => draft.isSending ?? false);
  const isOff = plan === null || isSending;
  return (
    <footer className="flex flex-none flex-col gap-2 border-line border-t bg-panel px-5 py-3">
      {error !== undefined && <ErrorCard error={error} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <PlanMistakes label="To run this experiment" mistakes={mistakes} />
        {plan !== null && (
          <PlanEstimate
            variants={plan.variants.length}
            cases={plan.cases.length}
            repeats={plan.repeats ?? 1}
            calls={calls}
            forecast={forecast}
          />
        )}
        <span className="ml-auto flex flex-none flex-wrap justify-end gap-x-4 gap-y-1">
          <Button aria-disabled={isOff} onClick={() => !isOff && void run(false)}>
            Save as draft
          </Button>
          <Button
            tone="primary"
            aria-disabled={isOff}
            aria-keyshortcuts="Control+Enter"
            onClick={() => !isOff && void run(true)}
          >
            <Play className="icon" aria-hidden />
            {plan === null ? 'Run' : `Run ${counted(calls, 'call')}`}
          </Button>
        </span>
      </div>
    </footer>
  );
}
