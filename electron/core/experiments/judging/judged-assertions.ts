/** The assertions of a case that a model judges, and which model that is. */
import { type Assertion, type Expected, eachOf } from '../../../../shared/assertions/assertion';
import type { Vars } from '../../../../shared/assertions/fill-value';
import { filledOf } from '../../../../shared/assertions/judge';
import { isJudged, isMeasured, type JudgedType } from '../../../../shared/assertions/types';
import type { ExperimentPlan, JudgeChoice } from '../../../../shared/lab/experiment';

/** An assertion with its judge. */
export interface JudgeTask extends JudgeChoice {
  readonly type: JudgedType;
  readonly criterion: string;
  /** Of one that is measured: the texts that the answer may be like. */
  readonly values?: readonly string[];
}

export interface JudgedAssertion {
  readonly assertion: Assertion;
  /** A text says why nothing can be asked. */
  readonly task: JudgeTask | string;
}

type Judging = Pick<ExperimentPlan, 'judge' | 'variants'>;

export function judgedAssertions(
  { judge, variants }: Judging,
  expected: Pick<Expected, 'assertions'>,
  vars: Vars,
): readonly JudgedAssertion[] {
  return eachOf(expected).flatMap((assertion) => {
    if (!('type' in assertion) || !isJudged(assertion.type)) return [];
    const { type } = assertion;
    // A model that writes makes no vectors.
    const model = assertion.model ?? (isMeasured(type) ? undefined : judge?.model);
    const profileId = judge?.profileId ?? variants[0]?.profileId;
    if (model === undefined || profileId === undefined) return [{ assertion, task: noModel(type) }];
    const criterion = criterionOf(assertion, vars);
    return [
      {
        assertion,
        task:
          typeof criterion === 'string'
            ? { type, criterion, profileId, model, ...valuesOf(assertion, type, vars) }
            : criterion.message,
      },
    ];
  });
}

const noModel = (type: JudgedType): string =>
  isMeasured(type)
    ? `“${type}” needs a model that turns texts into vectors: name it beside the assertion.`
    : `No model judges “${type}”: choose one.`;

function valuesOf(assertion: Assertion, type: JudgedType, vars: Vars): Pick<JudgeTask, 'values'> {
  if (!isMeasured(type)) return {};
  const value = filledOf(assertion, vars);
  return { values: [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) };
}

function criterionOf(assertion: Assertion, vars: Vars): string | Error {
  const value = filledOf(assertion, vars);
  if (value instanceof Error) return value;
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.trim() === '' ? new Error(`“${assertion.type}” says nothing to judge by.`) : text;
}
