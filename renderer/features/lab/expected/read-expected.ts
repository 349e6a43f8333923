import type { Envelope } from '../../../../shared/errors';
import type { Experiment } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';
import type { ExpectedOf } from './expected-edit';

/** What all cases expect now, or one of them. */
export async function readExpected(
  id: string,
  caseId: number | undefined,
): Promise<Envelope<{ readonly experiment: Experiment; readonly expected: ExpectedOf }>> {
  const experiment = await call('experiments.get', { id });
  if (!experiment.ok || caseId === undefined)
    return experiment.ok
      ? { ok: true, value: { experiment: experiment.value, expected: experiment.value } }
      : experiment;
  const cases = await call('experiments.cases', { id, after: caseId - 1, limit: 1 });
  if (!cases.ok) return cases;
  const [expected = { assertions: [], threshold: null }] = cases.value;
  return { ok: true, value: { experiment: experiment.value, expected } };
}
