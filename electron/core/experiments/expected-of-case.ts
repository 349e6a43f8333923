/** What is expected of the answers to a case, as it is judged. */
import type {
  Assertion,
  AssertionSet,
  Expectation,
  Expected,
  NotJudged,
} from '../../../shared/assertions/assertion';
import { afterTransform, assertionTypes } from '../../../shared/assertions/types';
import type { CaseAssertion, CasePlan, ExperimentPlan } from '../../../shared/lab/experiment';

const SET = 'assert-set';

/** What the experiment expects of all cases, and the case beside that; `null` where that is nothing. */
export function expectedOfCase(
  { assertions, threshold }: Pick<ExperimentPlan, 'assertions' | 'threshold'>,
  own: Pick<CasePlan, 'assertions' | 'threshold'>,
): Expected | null {
  const all = [...assertions, ...own.assertions].map(expectation);
  return all.length === 0 ? null : { assertions: all, threshold: own.threshold ?? threshold };
}

function expectation(written: CaseAssertion): Expectation {
  if (written.type !== SET) return single(written);
  const { threshold, weight, metric, assert = [] } = written;
  const set: AssertionSet = { threshold: threshold ?? null, set: assert.map(single) };
  return { ...set, ...(weight !== undefined && { weight }), ...(metric !== undefined && { metric }) };
}

function single({
  type,
  value,
  threshold,
  weight,
  metric,
  model,
  transforms,
  data,
}: CaseAssertion): Assertion | NotJudged {
  const isNot = type.startsWith('not-');
  const name = isNot ? type.slice('not-'.length) : type;
  const known = assertionTypes.find((one) => one === name);
  const counted = {
    threshold: threshold ?? null,
    ...(weight !== undefined && { weight }),
    ...(metric !== undefined && { metric }),
  };
  if (known === undefined) return { ...counted, name: type };
  const after = transforms === undefined ? 'same' : afterTransform(known);
  if (after === 'unclear') return { ...counted, name: `${type} after “transform”` };
  const given = {
    ...(value !== undefined && { value }),
    ...(model !== undefined && { model }),
    ...(data !== undefined && { data }),
    ...(after === 'changed' && { transforms }),
  };
  return { ...counted, ...given, type: known, isNot };
}
