/**
 * Requests that cost credits, made so that a retry repeats nothing.
 *
 * The core accepts an intent with an id once. The id is made for exactly one request and kept while it is unknown
 * whether the core has it; another request, or a clear answer, gets a new one.
 */
import type { Envelope } from '../../shared/errors';
import { spend } from './ui/spending-question';

/** Only an unreachable host leaves the outcome open; every other answer says whether the core accepted it. */
const isOpen = (answer: Envelope<unknown> | null): boolean =>
  answer?.ok === false && answer.error.code === 'host_unreachable';

interface Attempt {
  /** The request, as one text. */
  readonly request: string;
}

/** The attempt for exactly this request: the previous one where its outcome is open, otherwise a new one. */
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

/** Intents without a form to store their ids, such as a press on Retry. */
export interface Intents {
  /**
   * Sends a request within the spending limits.
   *
   * @param name identifies the request: the same for the same request
   * @returns `null` where it was not confirmed
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
