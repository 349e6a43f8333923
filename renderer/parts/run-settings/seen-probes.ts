/** What checks saw of the model of a form: a setting that it was seen not to follow says so. Nothing is refused for it. */
import { useEffect } from 'react';
import type { CheckResult } from '../../../shared/checks/checks';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { call, listen } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';

/** What was seen not to work, each probe once; nothing while the model or its profile is not known. */
export function useFailedProbes(profileId: string | null, model: string | null): readonly CheckResult[] {
  const round = useCoreState((state) => state.round);
  const isKnown = profileId !== null && model !== null;
  const { value, isCurrent, again } = useAnswer(
    isKnown ? () => call('checks.latest', { profileId, model }) : null,
    [profileId, model, round],
    // Nothing waits for it, and a chat that is opened shows its messages first.
    { delayMs: 500 },
  );
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'check.result' && event.result.model === model) again();
      }),
    [model, again],
  );
  return isCurrent && value !== null ? value.results.filter(({ result }) => result === 'fails') : [];
}

/** The probes of each setting: of what is set, where a setting has several. */
const probesOf: Readonly<Partial<Record<keyof RunSettings, (settings: RunSettings) => readonly ProbeId[]>>> =
  {
    systemPrompt: () => ['systemRole'],
    maxTokens: () => ['maxTokens'],
    stop: () => ['stop'],
    seed: () => ['seed'],
    choices: () => ['n'],
    stream: () => ['stream'],
    temperature: ({ temperature }) => (temperature === 0 ? ['temperature0'] : []),
    logprobs: () => ['logprobs'],
    reasoningEffort: () => ['reasoningEffort'],
    systemCache: () => ['promptCache'],
    responseFormat: ({ responseFormat }) =>
      responseFormat === 'json_object' ? ['jsonMode'] : ['jsonSchema'],
    tools: ({ tools }) => {
      const isForced = tools?.choice !== undefined && tools.choice !== 'auto' && tools.choice !== 'none';
      return ['toolsAuto', ...(isForced ? (['toolsForced'] as const) : []), 'toolsRoundTrip'];
    },
  };

/** What is said at a setting; `null` where nothing was seen that speaks against it. */
export function seenAt(id: string, settings: RunSettings, failed: readonly CheckResult[]): string | null {
  const probes = probesOf[id as keyof RunSettings]?.(settings) ?? [];
  const found = failed.find(({ probe }) => probes.includes(probe));
  if (found === undefined) return null;
  const day = new Date(found.at).toLocaleDateString('en', { dateStyle: 'medium' });
  return `Failed in a check of this model (${probeFacts[found.probe].label}, ${day}): ${found.note}`;
}
