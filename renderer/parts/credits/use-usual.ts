import { useEffect } from 'react';
import { create } from 'zustand';
import type { TypicalCost } from '../../../shared/typical-cost';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';

/**
 * The recent cost of calls, by profile, modality and model: loaded once a model is chosen, and again when the balance
 * changes.
 */
const useUsuals = create<Readonly<Record<string, TypicalCost>>>()(() => ({}));

/** `null` while it is unknown, and where there was no call yet. */
export function useUsual(model: string | null, kind: 'chat' | 'media'): TypicalCost | null {
  const credits = useCoreState(({ app }) => app?.credits);
  const profileId = useCoreState(({ app }) => app?.activeProfileId);
  const key = `${kind} ${profileId} ${model}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another balance means that a call has ended.
  useEffect(() => {
    if (model === null || profileId === undefined) return;
    void call('ledger.usual', { profileId, model, kind }).then((answer) => {
      if (answer.ok) useUsuals.setState({ [key]: answer.value });
    });
  }, [key, credits]);
  const usual = useUsuals((usuals) => usuals[key]);
  return usual === undefined || usual.calls === 0 ? null : usual;
}
