import { Volume2 } from 'lucide-react';
import type { MediaModality, ParameterValues } from '../../../shared/modalities/modalities';
import { type CostForecast, estimateText } from '../../../shared/money/estimate';
import { call } from '../../link/call';
import { PresetsBar } from '../../parts/presets/presets-bar';
import { SettingsPanel } from '../../parts/run-settings/settings-panel';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { createIntents } from '../../state/idempotent-ask';
import { createPresses } from '../../state/one-press';
import {
  agreedExtra,
  requestOf,
  setForm,
  useCapabilities,
  useFormModel,
  useOfForm,
} from '../../state/ui/forms';
import { showProblem } from '../../state/ui/problem';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { useForecast } from '../../state/use-forecast';
import { Button } from '../../ui/button';
import { isFinished } from '../jobs/job-text';
import { play } from '../player/player';
import { CreateFields } from './create-fields';
import { SavingFields } from './saving-fields';

/** The settings of the next result. An empty field is not sent, so the model's default applies. */
export function CreateSettings({ modality }: { modality: MediaModality }) {
  const parameters = useOfForm(modality, (form) => form.parameters);
  const extra = useOfForm(modality, (form) => form.extra);
  const capabilities = useCapabilities(useFormModel(modality));
  const reset = () => {
    setExtraText(modality, null);
    setForm(modality, { parameters: {}, extra: undefined });
  };
  return (
    <SettingsPanel onReset={reset}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pt-1 pb-5">
        <PresetsBar place={{ tab: modality, key: modality }} />
        <CreateFields
          {...{ modality, capabilities, parameters, extra }}
          extraKey={modality}
          sample={<VoiceSample />}
          onChange={(change) => setForm(modality, change)}
        />
        <SavingFields />
      </div>
    </SettingsPanel>
  );
}

const sentence = 'This is how I sound when I read to you.';

/**
 * Speaks one short sentence with the selected voice. It is charged like any other request, so the button shows its
 * cost.
 */
function VoiceSample() {
  const model = useFormModel('speech');
  const voice = useOfForm('speech', ({ parameters }) => parameters.voice);
  const known = useCoreState((state) => spokenBefore(state, model, voice));
  // Read again when they change.
  useOfForm('speech', ({ extra }) => extra);
  useUiState(({ filledExtras }) => filledExtras.speech);
  const forecast = useForecast(
    model === null || known !== null ? null : { kind: 'job', ...sampleRequest(model) },
  );
  if (model === null) return null;
  const cost = known !== null || forecast === null ? '' : costText(forecast);
  return (
    <Button
      tone="quiet"
      className="h-7 px-2 text-sm"
      title={known === null ? 'Speaks one short sentence; charged separately' : 'Plays the sentence again'}
      onClick={() => void (known === null ? speak(model) : play(known))}
    >
      <Volume2 className="icon" aria-hidden />
      Sample{cost}
    </Button>
  );
}

/** What the button sends, and what its cost is foreseen with. */
function sampleRequest(model: string) {
  const { parameters } = requestOf('speech', model);
  const { voice } = parameters;
  const wanted: ParameterValues = voice === undefined ? {} : { voice };
  return {
    modality: 'speech' as const,
    model,
    prompt: sentence,
    parameters: wanted,
    extra: agreedExtra('speech'),
  };
}

const costText = (forecast: CostForecast): string => ` · ${estimateText(forecast) ?? 'cost unknown'}`;

type Reported = ReturnType<typeof useCoreState.getState>;
type Voice = string | number | undefined;

/** The same sentence by the same voice, if it was paid for already. */
function spokenBefore({ jobs, media }: Reported, model: string | null, voice: Voice): string | null {
  const same = Object.values(jobs).find(
    (job) => job.prompt === sentence && job.model === model && job.parameters.voice === voice,
  );
  const file = same?.media[0];
  return file !== undefined && media[file.id]?.isMissing === false ? file.id : null;
}

const samples = createIntents();
const presses = createPresses();

async function speak(model: string): Promise<void> {
  const request = sampleRequest(model);
  if (presses.isRepeated('sample', request)) return;
  let asked = '';
  const answer = await samples.ask(JSON.stringify(request), (id, isConfirmed) => {
    asked = id;
    return call('jobs.create', { id, ...request, isConfirmed });
  });
  if (answer === null) return;
  if (!answer.ok) return showProblem('Couldn’t speak the sample', answer.error);
  presses.accepted('sample', request);
  announce('Speaking a sample');
  playWhenDone(asked);
}

function playWhenDone(id: string): void {
  const stop = useCoreState.subscribe(({ jobs }) => {
    const job = jobs[id];
    const file = job?.media[0];
    if (job?.status === 'completed' && file !== undefined) void play(file.id);
    if (job !== undefined && isFinished(job)) stop();
  });
}
