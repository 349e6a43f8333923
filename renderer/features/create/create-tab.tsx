import { FolderOpen } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { focusSoon } from '../../lib/focus';
import { formatCost, formatDuration } from '../../lib/format';
import { modelsFor } from '../../lib/models-for';
import { isFinished, parametersText } from '../../media/jobs/job-text';
import { pageModalities } from '../../media/modalities/page-modalities';
import { CreateSettings } from '../../media/settings/create-settings';
import { ViewChoice } from '../../media/view-choice';
import type { CodeInput } from '../../parts/code/code-input';
import { CompareButton } from '../../parts/comparisons/compare-button';
import { ModelCombobox } from '../../parts/models/model-picker';
import { RunFooter } from '../../parts/run-footer';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { useCoreState } from '../../state/core/core-state';
import { useJobsOf } from '../../state/core/selectors';
import { useColumn } from '../../state/ui/columns';
import { chosenFormModel, requestOf, setForm, useFormModel } from '../../state/ui/forms';
import { goTo } from '../../state/ui/navigation';
import { PromptForm } from './prompt-form';
import { Results } from './results';

interface CreateTabProps {
  modality: MediaModality;
  history: ReactNode;
  jobs: ReactNode;
}

/** What was made before, the form, and the settings of the next one. */
export function CreateTab({ modality, history, jobs }: CreateTabProps) {
  const left = useColumn(modality, 'history');
  const side = useColumn(modality, 'side');
  const [turn, setTurn] = useState(0);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab={modality} side="history" column={left}>
        {history}
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto [@media(max-height:480px)]:scroll-pb-28">
        <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
          <ColumnButton side="history" column={left} label="History" />
          <Picker modality={modality} />
          <span className="ml-auto" />
          {!pageModalities[modality].isList && <ViewChoice tab={modality} />}
          <CompareButton modality={modality} />
          {/* A button: “Library” names one link only, that of the rail. */}
          <button
            type="button"
            onClick={() => {
              goTo('#/library');
            }}
            title="Library"
            className="relative inline-flex h-8 flex-none items-center gap-2 rounded-control px-3 text-muted hover:bg-hover hover:text-text"
          >
            <FolderOpen className="icon" aria-hidden />
            <span className="gives-way-to-model">Library</span>
          </button>
          <ColumnButton side="side" column={side} label="Run settings" />
        </div>
        {/* In a low window the page scrolls below the prompt. */}
        <div className="flex min-h-40 flex-1 flex-col [@media(max-height:420px)]:min-h-60">
          <Results modality={modality} turn={turn} />
        </div>
        <PromptForm modality={modality} onAccepted={() => setTurn((before) => before + 1)} />
        <CreateFooter modality={modality} />
      </main>
      <SideColumn tab={modality} side="side" column={side}>
        <CreateSettings modality={modality} />
        {jobs}
      </SideColumn>
    </div>
  );
}

const noModels: readonly Model[] = [];

function Picker({ modality }: { modality: MediaModality }) {
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const models = useMemo(() => modelsFor(all, modalities[modality].mediaKind), [all, modality]);
  const model = useFormModel(modality);
  return (
    <ModelCombobox
      tab={modality}
      model={model}
      models={models}
      isOptional={modalities[modality].isOptional}
      onChoose={(id) => {
        setForm(modality, { model: id });
        // What is done next is to write.
        focusSoon('composer');
      }}
    />
  );
}

/** The figures of what ended last. */
function CreateFooter({ modality }: { modality: MediaModality }) {
  const last = useJobsOf(modality).find((job) => isFinished(job) && job.status === 'completed');
  return (
    <RunFooter last={last !== undefined && <LastJob job={last} />} nextCall={() => nextCall(modality)} />
  );
}

/** The request that Generate would send now. */
function nextCall(modality: MediaModality): CodeInput | null {
  const model = chosenFormModel(modality);
  return model === null ? null : { of: 'form', ...requestOf(modality, model) };
}

function LastJob({ job }: { job: Job }) {
  const parameters = parametersText(job);
  return (
    <span className="truncate">
      last: {parameters !== '' && <>{parameters} · </>}
      {job.finishedAt !== null && <>took {formatDuration(job.finishedAt - job.createdAt)} · </>}
      <span className="text-credit">{formatCost(job.cost)}</span>
    </span>
  );
}
