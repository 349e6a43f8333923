/** Recorded calls as cases: of a new experiment, or added to one that is there. */
import type { AppErrorData } from '../../../shared/errors';
import { call } from '../../link/call';
import { caseOfCall } from '../../parts/inspector/cases-of-calls';
import { announce } from '../../state/announce';
import { createIntents } from '../../state/idempotent-ask';
import { beginExperiment, type CallCase } from '../../state/ui/begin-experiment';
import { closeInspector } from '../../state/ui/inspector-state';
import { addressOfExperiment } from '../../state/ui/lab-route';
import { goTo } from '../../state/ui/navigation';

interface Wanted {
  readonly ids: readonly string[];
  /** `null` for a new experiment. */
  readonly to: string | null;
  readonly hasExpected: boolean;
}

const intents = createIntents();

/** Those of the calls that can be cases. */
export async function casesOf(ids: readonly string[]): Promise<readonly CallCase[]> {
  const cases: CallCase[] = [];
  for (const id of ids) {
    const detail = await call('inspector.get', { id });
    const read = detail.ok ? caseOfCall(detail.value) : null;
    if (read !== null) cases.push(read);
  }
  return cases;
}

/** @returns why it was refused */
export async function addCalls({ ids, to, hasExpected }: Wanted): Promise<AppErrorData | null> {
  const cases = await casesOf(ids);
  if (cases.length === 0) return noCases;
  if (to === null) beginExperiment({ kind: 'calls', calls: cases, hasExpected });
  else {
    const answer = await addTo(to, cases, hasExpected);
    if (answer !== null) return answer;
    goTo(addressOfExperiment(to));
  }
  announce(`${cases.length} of ${ids.length} calls are cases`);
  closeInspector();
  return null;
}

async function addTo(id: string, calls: readonly CallCase[], hasExpected: boolean) {
  const cases = calls.map(({ prompt, system, reply }) => ({
    variables: { prompt, ...(system !== null && { system }) },
    assertions: hasExpected && reply !== null ? [{ type: 'equals', value: reply }] : [],
  }));
  const answer = await intents.ask(JSON.stringify([id, cases]), (additionId) =>
    call('experiments.addCases', { id, cases, additionId, onlyWhileItWaits: true }),
  );
  return answer?.ok === false ? answer.error : null;
}

const noCases: AppErrorData = {
  code: 'invalid_input',
  message: 'None of these calls is a chat with texts alone that was recorded as a whole.',
};
