/** One short sentence in a voice: paid once, kept in the library, and played again for free. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { ParameterValues } from '../../../shared/modalities/modalities';
import { type CostForecast, estimateText } from '../../../shared/money/estimate';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { createIntents } from '../../state/idempotent-ask';
import { createPresses } from '../../state/one-press';
import { agreedExtra, requestOf } from '../../state/ui/forms';
import { showProblem } from '../../state/ui/problem';
import { isFinished } from '../jobs/job-text';
import { play } from '../player/player';

const sentence = 'This is how I sound when I read to you.';

/** As a form has it. */
export type Voice = string | number | undefined;

/** The voice that the form sends. */
export const voiceOfForm = (model: string): Voice => requestOf('speech', model).parameters.voice;

/** What the button sends, and what its cost is foreseen with. */
export function sampleRequest(model: string, voice: Voice) {
  const wanted: ParameterValues = voice === undefined ? {} : { voice };
  return {
    modality: 'speech' as const,
    model,
    prompt: sentence,
    parameters: wanted,
    extra: agreedExtra('speech'),
  };
}

export const sampleCost = (forecast: CostForecast): string => estimateText(forecast) ?? 'cost unknown';

type Reported = ReturnType<typeof useCoreState.getState>;

/** The same sentence by the same voice through the same profile, if this window has it. */
function spokenBefore({ jobs, media, app }: Reported, model: string | null, voice: Voice): string | null {
  const same = Object.values(jobs).find(
    (job) =>
      job.prompt === sentence &&
      job.model === model &&
      job.profileId === app?.activeProfileId &&
      job.parameters.voice === voice &&
      job.media[0],
  );
  const file = same?.media[0];
  return file !== undefined && media[file.id]?.isMissing === false ? file.id : null;
}

type SamplesByVoice = Readonly<Record<string, string>>;

/** What the library has of one model and profile, from whenever it was. */
const useKept = create<{ readonly of: string; readonly files: SamplesByVoice }>()(() => ({
  of: '',
  files: {},
}));

const keyOf = (profile: string | undefined, model: string | null): string =>
  `${profile ?? ''} ${model ?? ''}`;
const voiceName = (voice: Voice): string => String(voice ?? '');

/** Asks the library for the samples of a model: those of earlier days are not among the jobs of this window. */
async function findKept(model: string): Promise<SamplesByVoice> {
  const profile = useCoreState.getState().app?.activeProfileId;
  if (profile === undefined) return {};
  const filter = { kind: 'audio', model, profile, query: sentence } as const;
  const answer = await call('library.page', { cursor: null, limit: 500, filter });
  if (!answer.ok) return {};
  const samples = answer.value.items.filter(
    ({ origin, isMissing }) => origin.prompt === sentence && !isMissing,
  );
  const files = Object.fromEntries(
    samples.map(({ id, origin }) => [voiceName(origin.parameters.voice), id] as const),
  );
  useKept.setState({ of: keyOf(profile, model), files });
  return files;
}

/** Whether the sample of a voice plays for free. */
export function useSpoken(model: string | null, voice: Voice): boolean {
  const profile = useCoreState(({ app }) => app?.activeProfileId);
  const isHere = useCoreState((state) => spokenBefore(state, model, voice) !== null);
  const of = keyOf(profile, model);
  const isKept = useKept((kept) => kept.of === of && kept.files[voiceName(voice)] !== undefined);
  useEffect(() => {
    if (model !== null && useKept.getState().of !== of) void findKept(model);
  }, [model, of]);
  return isHere || isKept;
}

const samples = createIntents();
const presses = createPresses();

/** Plays the sample of a voice; one that was not spoken yet is spoken first. */
export async function hearSample(model: string, voice: Voice): Promise<void> {
  const known =
    spokenBefore(useCoreState.getState(), model, voice) ?? (await findKept(model))[voiceName(voice)];
  await (known === undefined ? speak(model, voice) : play(known));
}

async function speak(model: string, voice: Voice): Promise<void> {
  const request = sampleRequest(model, voice);
  const name = JSON.stringify(request);
  if (presses.isRepeated(name, request)) return;
  let asked = '';
  const answer = await samples.ask(name, (id, isConfirmed) => {
    asked = id;
    return call('jobs.create', { id, ...request, isConfirmed });
  });
  if (answer === null) return;
  if (!answer.ok) return showProblem('Couldn’t speak the sample', answer.error);
  presses.accepted(name, request);
  announce('Speaking a sample');
  playWhenDone(asked, model);
}

function playWhenDone(id: string, model: string): void {
  const stop = useCoreState.subscribe(({ jobs }) => {
    const job = jobs[id];
    const file = job?.media[0];
    if (job?.status === 'completed' && file !== undefined) {
      void play(file.id);
      // The job may be dismissed; its sample stays known.
      void findKept(model);
    }
    if (job !== undefined && isFinished(job)) stop();
  });
}
