import type { Answered } from '../types/call';

type AnsweredProfile = Answered & { readonly profileId: string };

/** Passes on the news of all clients. */
export function createAnswerListeners() {
  const listeners = new Set<(answered: AnsweredProfile) => void>();
  return {
    on: (listener: (answered: AnsweredProfile) => void): void => void listeners.add(listener),
    tell(answered: AnsweredProfile): void {
      for (const listener of listeners) listener(answered);
    },
  };
}
