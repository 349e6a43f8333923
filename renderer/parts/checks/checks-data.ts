/** The window's copy of checks and their newest results; filled when a view asks, and kept up to date by events. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { CheckResult, CheckRun } from '../../../shared/checks/checks';
import type { ProbeId } from '../../../shared/checks/probes';
import type { AppEvent } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { call, listen } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';

/** The newest result of each probe, by model. */
export type ResultsByModel = Readonly<Record<string, Readonly<Partial<Record<ProbeId, CheckResult>>>>>;

interface ProfileChecks {
  /** Newest first. */
  readonly runs: readonly CheckRun[];
  readonly results: ResultsByModel;
  readonly error: AppErrorData | null;
}

const none: ProfileChecks = { runs: [], results: {}, error: null };

const useChecks = create<{ readonly byProfile: Readonly<Record<string, ProfileChecks>> }>()(() => ({
  byProfile: {},
}));

function change(profileId: string, by: (checks: ProfileChecks) => ProfileChecks): void {
  useChecks.setState(({ byProfile }) => {
    const before = byProfile[profileId];
    // Events of profiles that no view has asked for are left: their first read has all.
    return before === undefined ? {} : { byProfile: { ...byProfile, [profileId]: by(before) } };
  });
}

/** An older result never replaces a newer one: answers and events may overtake each other. */
function withResults(all: ResultsByModel, added: readonly CheckResult[]): ResultsByModel {
  const models: Record<string, Partial<Record<ProbeId, CheckResult>>> = { ...all };
  for (const result of added) {
    const of = models[result.model] ?? {};
    if ((of[result.probe]?.at ?? 0) <= result.at) models[result.model] = { ...of, [result.probe]: result };
  }
  return models;
}

const withRun = (runs: readonly CheckRun[], run: CheckRun): readonly CheckRun[] =>
  [run, ...runs.filter(({ id }) => id !== run.id)].sort((one, other) => other.createdAt - one.createdAt);

function onEvent(event: AppEvent): void {
  if (event.type === 'check.changed') {
    const { check } = event;
    announceEnd(check);
    change(check.profileId, (before) => ({ ...before, runs: withRun(before.runs, check) }));
  } else if (event.type === 'check.result') {
    const { result } = event;
    change(result.profileId, (before) => ({ ...before, results: withResults(before.results, [result]) }));
  } else if (event.type === 'check.removed') {
    for (const [profileId, { runs }] of Object.entries(useChecks.getState().byProfile))
      if (runs.some(({ id }) => id === event.checkId)) void load(profileId, true);
  }
}

/** Spoken once: the end of a check is the news that one waits for. */
function announceEnd(check: CheckRun): void {
  const before = useChecks.getState().byProfile[check.profileId]?.runs.find(({ id }) => id === check.id);
  if (check.status === 'completed' && before?.status === 'running') announce('Check completed');
}

let isListening = false;

const runsAtMost = 100;

/** @param isFresh drops what is here: something was removed */
async function load(profileId: string, isFresh = false): Promise<void> {
  useChecks.setState(({ byProfile }) => ({
    byProfile: { ...byProfile, [profileId]: byProfile[profileId] ?? none },
  }));
  if (!isListening) listen(onEvent);
  isListening = true;
  const asked = useChecks.getState().byProfile[profileId]?.runs ?? [];
  const [page, latest] = await Promise.all([
    call('checks.list', { profileId, cursor: null, limit: runsAtMost }),
    call('checks.latest', { profileId, model: null }),
  ]);
  change(profileId, (before) => {
    if (!page.ok) return { ...before, error: page.error };
    if (!latest.ok) return { ...before, error: latest.error };
    const from = isFresh ? none : before;
    return {
      runs: page.value.checks.reduce((runs, run) => withOlderRun(runs, run, asked), from.runs),
      results: withResults(from.results, latest.value.results),
      error: null,
    };
  });
}

/** What an event reported since the question is newer than the page. @param asked what was known then */
const withOlderRun = (runs: readonly CheckRun[], run: CheckRun, asked: readonly CheckRun[]) =>
  runs.some((known) => known.id === run.id && !asked.includes(known)) ? runs : withRun(runs, run);

/** Checks and newest results of a profile; nothing of `null`. Read again after each reconnection. */
export function useProfileChecks(profileId: string | null): ProfileChecks {
  const round = useCoreState((state) => state.round);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events may have been missed while the host was away.
  useEffect(() => {
    if (profileId !== null) void load(profileId);
  }, [profileId, round]);
  return useChecks(({ byProfile }) => (profileId === null ? none : (byProfile[profileId] ?? none)));
}

/** What is known of one model, where a view has asked for its profile. */
export const useResultsOf = (profileId: string | null, model: string): ResultsByModel[string] | undefined =>
  useChecks(({ byProfile }) => byProfile[profileId ?? '']?.results[model]);

/** Of the profile in use. */
export const useActiveChecks = (): ProfileChecks =>
  useProfileChecks(useCoreState(({ app }) => app?.activeProfileId ?? null));

/** Each probe with how it came out, as in `toolsAuto works`. */
export const outcomesOf = (of: ResultsByModel[string] | undefined): readonly string[] =>
  Object.values(of ?? {}).map(({ probe, result }) => `${probe} ${result}`);

/** When a model was last asked anything; `null` where it never was. */
export const checkedAt = (of: ResultsByModel[string] | undefined): number | null =>
  of === undefined ? null : Math.max(...Object.values(of).map(({ at }) => at));

/** The words by which a gateway claims what a probe asks. */
const wordsOfProbe: Partial<Record<ProbeId, readonly string[]>> = {
  stream: ['streaming'],
  toolsAuto: ['tools', 'function_calling', 'tool_calling'],
  jsonMode: ['json_mode'],
  jsonSchema: ['structured_outputs', 'json_schema', 'response_schema'],
  vision: ['vision', 'image input'],
  audioIn: ['audio input'],
  pdf: ['pdf input', 'file input'],
  logprobs: ['logprobs'],
  reasoningEffort: ['reasoning'],
  promptCache: ['prompt_caching'],
};

/** Claimed words, without those that were seen not to hold. */
export function seenWords(
  words: readonly string[],
  of: ResultsByModel[string] | undefined,
): readonly string[] {
  const failed = Object.values(of ?? {}).filter(({ result }) => result === 'fails');
  const wrong = failed.flatMap(({ probe }) => wordsOfProbe[probe] ?? []);
  return words.filter((word) => !wrong.includes(word.toLowerCase()));
}

/** The check of a profile that is not over; otherwise the newest. */
export const currentRun = (runs: readonly CheckRun[]): CheckRun | undefined =>
  runs.find(({ status }) => status === 'running' || status === 'paused') ?? runs[0];
