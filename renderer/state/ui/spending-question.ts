/** Asks for confirmation before credits are spent beyond the limits in the settings. */
import { create } from 'zustand';
import type { AppErrorData, Envelope } from '../../../shared/errors';

interface Question {
  /** `needs_confirmation`, which can be confirmed, or `over_budget`, which can't. */
  readonly error: AppErrorData;
  readonly answer: (isConfirmed: boolean) => void;
}

export const useSpendingQuestion = create<{ question: Question | null }>()(() => ({ question: null }));

/**
 * Sends a command that costs credits. Where the core refuses because of a limit, shows why, and sends it again once it
 * was confirmed.
 *
 * @param ask sends the command, with the same intent id each time
 * @returns `null` where it was not, or could not be, confirmed
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
