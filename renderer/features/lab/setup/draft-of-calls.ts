/** Recorded calls as a draft: each call is a case, each model that was asked a variant. */
import { setupOf } from '../../../../shared/run/setup';
import type { CallCase } from '../../../state/ui/begin-experiment';
import { emptyDraft, type LabDraft, newVariant } from './lab-draft';

export function draftOfCalls(calls: readonly CallCase[], hasExpected: boolean): LabDraft {
  const hasSystem = calls.every(({ system }) => system !== null);
  const settings = hasSystem ? { systemPrompt: '{{system}}' } : {};
  const models = new Map(
    calls.map(({ profileId, model }) => [`${profileId} ${model}`, { profileId, model }]),
  );
  return {
    ...emptyDraft('chat'),
    title: 'Recorded calls',
    template: '{{prompt}}',
    variants: [...models.values()].map((one) =>
      newVariant('chat', { ...one, setup: setupOf({ modality: 'chat', settings }) }),
    ),
    cases: calls.map(({ prompt, system, reply }) => ({
      // A variable that some cases lack would be sent as it stands.
      prompt: hasSystem || system === null ? prompt : `${system}\n\n${prompt}`,
      ...(hasSystem && system !== null && { system }),
      ...(hasExpected && reply !== null && { __expected: `equals:${reply}` }),
    })),
  };
}
