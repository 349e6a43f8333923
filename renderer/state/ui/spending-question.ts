/** Asks the person before credits are spent that they wanted to be asked about. */
import { create } from 'zustand';
import type { AppErrorData, Envelope } from '../../../shared/errors';

interface Question {
  /** `needs_confirmation`, which may be answered with yes, or `over_budget`, which is only told. */
  readonly error: AppErrorData;
  readonly answer: (isConfirmed: boolean) => void;
}

export const useSpendingQuestion = create<{ question: Question | null }>()(() => ({ question: null }));

/**
 * Gives a command that costs; where the core refuses because of the person's own limits, shows why, and gives it
 * again once they have agreed.
 *
 * @param ask the command, with the same intent id each time
 * @returns `null` where the person did not agree, or could not
 */
export async function spend<Value>(
  ask: (isConfirmed?: true) => Promise<Envelope<Value>>,
): Promise<Envelope<Value> | null> {
  const answer = await ask();
  if (answer.ok || !isQuestion(answer.error)) return answer;
  return (await agrees(answer.error)) ? ask(true) : null;
}

const isQuestion = ({ code }: AppErrorData) => code === 'needs_confirmation' || code === 'over_budget';

function agrees(error: AppErrorData): Promise<boolean> {
  useSpendingQuestion.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useSpendingQuestion.setState({ question: null });
      resolve(isConfirmed);
    };
    useSpendingQuestion.setState({ question: { error, answer } });
  });
}
