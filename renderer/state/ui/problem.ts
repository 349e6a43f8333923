/** An error that has no place of its own on the screen, such as that of a menu entry. */
import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';

interface Problem {
  /** What failed, in a few words. */
  readonly title: string;
  readonly error: AppErrorData;
}

export const useProblem = create<{ problem: Problem | null }>()(() => ({ problem: null }));

export const showProblem = (title: string, error: AppErrorData): void =>
  useProblem.setState({ problem: { title, error } });

export const closeProblem = (): void => useProblem.setState({ problem: null });
