import { useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { aboutText, estimateText } from '../../../shared/money/estimate';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import { inputSlots } from '../../../shared/run/inputs';
import { requiresInput } from '../../../shared/run/required-inputs';
import { usableParameters } from '../../lib/usable-parameters';
import { generate } from '../../media/job-actions';
import { pageModalities } from '../../media/modalities/page-modalities';
import type { Example } from '../../media/modalities/page-modality';
import type { Entry } from '../../media/stage/entry';
import { Stage } from '../../media/stage/stage';
import { StageSpeech } from '../../media/stage/stage-speech';
import { CatalogueTrouble, useCatalogueTrouble } from '../../parts/models/catalogue-trouble';
import { useCoreState } from '../../state/core/core-state';
import { setForm, useCapabilities, useFormModel, useOfForm } from '../../state/ui/forms';
import { useResultView } from '../../state/ui/result-view';
import { setExtraText } from '../../state/ui/ui-state';
import { useForecast } from '../../state/use-forecast';
import { ErrorCard } from '../../ui/alert';
import { ResultGrid } from './result-grid';
import { SpeechList, type SpeechListProps } from './speech-list';
import { useEntries, useJobPages } from './use-entries';
import { useMissingInput } from './use-missing-input';

interface ResultsProps {
  modality: MediaModality;
  /** Incremented with each started job, which scrolls the newest into view. */
  turn: number;
}

/** What was made and is being made, newest first: one large, or all of them; speech as a list. */
export function Results({ modality, turn }: ResultsProps) {
  const entries = useEntries(modality);
  const { layout } = useResultView(modality);
  const [isNearEnd, setNearEnd] = useState(false);
  const pages = useJobPages(modality, isNearEnd);
  const near = { entries, onNearEnd: setNearEnd };
  if (pages.error !== null) {
    return (
      <div className="flex-1 p-5">
        <ErrorCard error={pages.error} />
      </div>
    );
  }
  if (entries.length === 0) return <Nothing modality={modality} isLoading={pages.isLoading} />;
  if (pageModalities[modality].isList) return <SpeechResults {...near} turn={turn} />;
  if (layout === 'grid') return <ResultGrid modality={modality} turn={turn} {...near} />;
  return <Stage modality={modality} {...near} />;
}

function SpeechResults(props: SpeechListProps) {
  const newestId = useCoreState(({ jobs }) => newestSpeech(props.entries, jobs));
  return (
    <>
      <StageSpeech newestId={newestId} />
      <SpeechList {...props} />
    </>
  );
}

function newestSpeech(entries: readonly Entry[], jobs: Readonly<Record<string, Job>>): string | null {
  for (const { jobId } of entries) {
    const file = jobs[jobId]?.media[0];
    if (file !== undefined) return file.id;
  }
  return null;
}

function Nothing({ modality, isLoading }: { modality: MediaModality; isLoading: boolean }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5">
      {!isLoading && <EmptyResults modality={modality} />}
    </div>
  );
}

/** A tab without results: a few examples that run on click, with their estimated cost. */
function EmptyResults({ modality }: { modality: MediaModality }) {
  const sandbox = useCoreState(({ app }) => app?.activeProfileId === SANDBOX_PROFILE_ID);
  const model = useFormModel(modality);
  const missing = useMissingInput(modality, model);
  const trouble = useCatalogueTrouble();
  if (trouble !== null) {
    return (
      <div className="mx-auto flex min-h-full max-w-[640px] flex-col justify-center py-8">
        <CatalogueTrouble error={trouble} />
      </div>
    );
  }
  return (
    <div className="mx-auto flex min-h-full max-w-[640px] flex-col justify-center gap-4 py-8">
      <h2 className="font-semibold text-xl">
        {missing === null ? 'Try one of these' : `Add ${inputSlots[missing].inWords} below`}
      </h2>
      {sandbox && (
        <p className="text-muted">
          <span className="font-semibold text-ok">Sandbox</span>: a gateway inside this app. It needs no
          account and no network, and its credits are play money.
        </p>
      )}
      {model === null && (
        <p className="text-muted">
          The gateway lists no models for this tab. Type a model id above, or refresh the list.
        </p>
      )}
      {model !== null && missing !== null && (
        <p className="text-muted">{requiresInput(model, missing)} Then describe what to make of it.</p>
      )}
      {model !== null && missing === null && (
        <ul aria-label="Examples" className="grid gap-2 sm:grid-cols-2">
          {pageModalities[modality].examples.map((example) => (
            <li key={example.text}>
              <ExampleCard modality={modality} model={model} example={example} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ExampleCardProps {
  modality: MediaModality;
  model: string;
  example: Example;
}

function ExampleCard({ modality, model, example }: ExampleCardProps) {
  const capabilities = useCapabilities(model);
  const parameters = usableParameters(modalities[modality], capabilities, example.parameters);
  const inputs = useOfForm(modality, (form) => form.inputs);
  const named = inputs?.map(({ file: { id, name }, ...rest }) => ({ ...rest, id, name }));
  const request = {
    modality,
    model,
    prompt: example.text,
    parameters,
    extra: {},
    ...(named && { inputs: named }),
  };
  const forecast = useForecast({ kind: 'job', ...request });
  const estimate = forecast && estimateText(forecast);
  const run = () => {
    // What the card says is what is sent: nothing else that the form holds.
    setExtraText(modality, null);
    setForm(modality, { text: example.text, parameters, extra: undefined, error: undefined });
    void generate(modality);
  };
  return (
    <button
      type="button"
      onClick={run}
      className="flex h-full w-full flex-col gap-1 rounded-card border border-line bg-raised p-3 text-left hover:bg-hover"
    >
      <span className="font-medium">{example.text}</span>
      <span className="mt-auto text-muted text-sm">
        {model}
        {estimate !== null && <span className="text-credit"> · {aboutText(estimate)}</span>}
      </span>
    </button>
  );
}
