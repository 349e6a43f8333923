/** What went wrong with something that has no place of its own to say so, such as an entry of a menu. */
import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';

interface Problem {
  /** What did not work, in a few words. */
  readonly title: string;
  readonly error: AppErrorData;
}

export const useProblem = create<{ problem: Problem | null }>()(() => ({ problem: null }));

export const showProblem = (title: string, error: AppErrorData): void =>
  useProblem.setState({ problem: { title, error } });

export const closeProblem = (): void => useProblem.setState({ problem: null });
