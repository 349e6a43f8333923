import type { KeyboardEvent } from 'react';
import { isSubmitKey } from '../../../lib/submit-key';
import { useCoreState } from '../../../state/core/core-state';
import { addressOfExperiment } from '../../../state/ui/lab-route';
import { goTo } from '../../../state/ui/navigation';
import { useLabDraft } from './draft-store';
import { makeExperiment } from './make-experiment';
import { planOf } from './plan-of-draft';
import { contextOf, useUnit } from './use-plan';

/**
 * Stores what is typed as an experiment, starts it where that is asked for, and opens it. The plan is that of the moment:
 * the one that is shown may be without the last letters.
 */
export function useRun(): (isStarted: boolean) => Promise<void> {
  const unit = useUnit();
  const activeProfileId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  return async (isStarted) => {
    const draft = useLabDraft.getState();
    const { plan } = planOf(draft, contextOf(draft.modality, unit, activeProfileId));
    const id = plan === null ? null : await makeExperiment(plan, isStarted);
    if (id !== null) goTo(addressOfExperiment(id));
  };
}

/** For `onKeyDown` of the form: Ctrl+Enter runs it from any of its fields, and from no dialog over it. */
export function runByKey(event: KeyboardEvent<HTMLElement>, run: () => void): void {
  if (!isSubmitKey(event) || event.defaultPrevented || event.repeat) return;
  // React hands on what happens in dialogs, which are elsewhere in the page.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  run();
}
