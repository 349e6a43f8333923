/** What is expected of answers that are there: as it is typed, and as the core takes it. */
import type { CommandInput } from '../../../../shared/contract';
import type { CaseAssertion, Experiment, ExperimentCase } from '../../../../shared/lab/experiment';
import { draftOfAssertion, isSet } from '../setup/draft-of-plan';
import type { ExpectedDraft } from '../setup/lab-draft';
import { assertionOf, expectedMistakes, isOfJudge, thresholdIn } from '../setup/plan-of-draft';

/** What all cases expect, or one of them. */
export type ExpectedOf = Pick<ExperimentCase, 'assertions' | 'threshold'>;

export type ExpectedQuestion = Omit<CommandInput<'experiments.edit'>, 'id' | 'title' | 'budget'>;

export const draftOfExpected = (
  { assertions, threshold }: ExpectedOf,
  { judge }: Pick<Experiment, 'judge'>,
): ExpectedDraft => ({
  assertions: assertions.filter((one) => !isSet(one)).map(draftOfAssertion),
  threshold: threshold === null ? '' : String(threshold),
  judge: judge ?? { profileId: null, model: null },
});

/** Sets have no fields here: they stay as they are. */
export const setsOf = ({ assertions }: ExpectedOf): readonly CaseAssertion[] => assertions.filter(isSet);

/** Whether the judge is asked anything about it. */
export const isJudgeAsked = (draft: ExpectedDraft, cases: readonly ExpectedOf[]): boolean =>
  [...draft.assertions.map(assertionOf), ...cases.flatMap(({ assertions }) => assertions)].some(isOfJudge);

/** What is typed, or what is wrong with it. */
export function expectedIn(
  draft: ExpectedDraft,
  before: ExpectedOf,
  activeProfileId: string,
): { readonly question: ExpectedQuestion | null; readonly mistakes: readonly string[] } {
  const mistakes = [...new Set(expectedMistakes(draft))];
  if (mistakes.length > 0) return { question: null, mistakes };
  const { assertions, threshold, judge } = draft;
  const question = {
    assertions: [...assertions.map(assertionOf), ...setsOf(before)],
    threshold: thresholdIn(threshold),
    judge:
      judge.model === null ? null : { profileId: judge.profileId ?? activeProfileId, model: judge.model },
  };
  // The command takes lists that could be changed, and nothing here changes them.
  return { question: question as unknown as ExpectedQuestion, mistakes };
}
