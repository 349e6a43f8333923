/**
 * Asking for something that costs, so that asking again for the same repeats nothing.
 *
 * The core takes an intent with an id once. The id is made for exactly one request and kept as long as it is open whether
 * the core has it; for another request, or after a clear answer, there is another.
 */
import type { Envelope } from '../../shared/errors';
import { spend } from './ui/spending-question';

/** Only an unreachable host leaves it open whether it was taken; all others are a clear yes or no. */
const isOpen = (answer: Envelope<unknown> | null): boolean =>
  answer?.ok === false && answer.error.code === 'host_unreachable';

interface Attempt {
  /** What was asked for, as one text. */
  readonly request: string;
}

/** The attempt at exactly this request: the one before where that is open, else a new one. */
export function attemptAt<One extends Attempt>(
  before: One | undefined,
  request: unknown,
  makeIds: () => Omit<One, 'request'>,
): One {
  const text = JSON.stringify(request);
  return before?.request === text ? before : ({ ...makeIds(), request: text } as One);
}

/** What to keep of an attempt after its answer. */
export const attemptAfter = <One>(attempt: One, answer: Envelope<unknown> | null): One | undefined =>
  isOpen(answer) ? attempt : undefined;

/** Intents that have no form of their own to keep their ids, such as a press on Retry. */
export interface Intents {
  /**
   * Asks within the person's limits.
   *
   * @param name what is asked for, the same for the same
   * @returns `null` where the person did not want it after all
   */
  ask<Value>(
    name: string,
    give: (id: string, isConfirmed?: true) => Promise<Envelope<Value>>,
  ): Promise<Envelope<Value> | null>;
}

export function createIntents(): Intents {
  const ids = new Map<string, string>();
  return {
    async ask(name, give) {
      const id = ids.get(name) ?? crypto.randomUUID();
      ids.set(name, id);
      const answer = await spend((isConfirmed) => give(id, isConfirmed));
      if (!isOpen(answer)) ids.delete(name);
      return answer;
    },
  };
}
