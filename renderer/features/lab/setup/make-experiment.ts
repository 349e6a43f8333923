import { call } from '../../../link/call';
import { attemptAfter, attemptAt } from '../../../state/idempotent-ask';
import { startExperiment } from '../lab-actions';
import { setLabDraft, useLabDraft } from './draft-store';
import { emptyDraft } from './lab-draft';
import type { PlanInput } from './plan-of-draft';

/**
 * Stores the experiment, and starts it where that is asked for; returns its id once it is on the disk. If it is refused,
 * everything stays as it was typed. One that is stored and not started is a draft of the core.
 */
export async function makeExperiment(plan: PlanInput, isStarted: boolean): Promise<string | null> {
  const { attempt: before, isSending } = useLabDraft.getState();
  if (isSending) return null;
  const attempt = attemptAt(before, plan, () => ({ id: crypto.randomUUID() }));
  setLabDraft({ attempt, isSending: true });
  const answer = await call('experiments.create', { ...plan, id: attempt.id });
  setLabDraft({ isSending: false });
  if (!answer.ok) {
    setLabDraft({ error: answer.error, attempt: attemptAfter(attempt, answer) });
    return null;
  }
  setLabDraft({ ...emptyDraft(), attempt: undefined });
  if (isStarted) await startExperiment(attempt.id);
  return attempt.id;
}
