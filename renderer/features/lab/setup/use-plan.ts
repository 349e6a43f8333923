import { useDeferredValue, useMemo } from 'react';
import { firstUnit, type MoneyUnit } from '../../../../shared/money/money-units';
import { call } from '../../../link/call';
import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { loadModelsOf, modelsOf } from '../../../parts/models/profile-models';
import { useCoreState } from '../../../state/core/core-state';
import { useAnswer } from '../../../state/use-answer';
import { settleMs } from '../../../state/use-forecast';
import { useLabDraft } from './draft-store';
import { type PlanContext, planOf } from './plan-of-draft';

/** The unit in which the profile of the first variant counts: that of the budget. */
export function useUnit(): MoneyUnit {
  const profileId = useLabDraft(({ variants }) => variants[0]?.profileId ?? null);
  return (
    useCoreState(
      ({ app }) => app?.profiles.find(({ id }) => id === (profileId ?? app.activeProfileId))?.money?.unit,
    ) ?? firstUnit
  );
}

/** What the draft comes to, what prevents it, and what it may cost; never slows typing. */
export function usePlan() {
  const draft = useDeferredValue(useLabDraft());
  const unit = useUnit();
  const activeProfileId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const models = useCoreState(({ app }) => app?.catalogue.models);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the models of the active profile are read from its store.
  const reading = useMemo(
    () => planOf(draft, contextOf(draft.modality, unit, activeProfileId)),
    [draft, unit, activeProfileId, models],
  );
  const text = useMemo(() => (reading.plan === null ? null : JSON.stringify(reading.plan)), [reading]);
  const { plan } = reading;
  const { value: forecast } = useAnswer(
    plan === null ? null : () => call('experiments.forecast', { plan }),
    [text],
    { delayMs: settleMs },
  );
  return { ...reading, forecast: plan === null ? null : forecast };
}

/** What a plan needs beside what is typed. */
export const contextOf = (
  modality: Parameters<typeof modelsToCompare>[1],
  unit: MoneyUnit,
  activeProfileId: string,
): PlanContext => ({
  activeProfileId,
  unit,
  recordOf: (profileId, model) => modelsOf(profileId).find(({ id }) => id === model),
  firstModel: (profileId) => {
    const models = modelsOf(profileId);
    if (models.length === 0) void loadModelsOf(profileId);
    return modelsToCompare(models, modality)[0]?.id ?? null;
  },
});
