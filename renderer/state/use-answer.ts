import { useCallback, useEffect, useState } from 'react';
import type { AppErrorData, Envelope } from '../../shared/errors';

export interface Answer<Value> {
  /** The newest answer; `null` before it, and without a question. */
  readonly value: Value | null;
  /** The error of the newest question. */
  readonly error: AppErrorData | null;
  /** Whether both belong to the current question, and not to an earlier one. */
  readonly isCurrent: boolean;
  /** Asks the same again. */
  readonly again: () => void;
}

interface Answered<Value> {
  readonly question: readonly unknown[] | null;
  readonly value: Value | null;
  readonly error: AppErrorData | null;
}

interface AnswerOptions<Value> {
  /** How long the question has to stay the same before it is sent. */
  readonly delayMs?: number;
  /** The interval at which it is sent again; left out where it is not. */
  readonly everyMs?: number | undefined;
  readonly onAnswer?: (value: Value) => void;
}

const nothing = { question: null, value: null, error: null } as const;

/**
 * Sends a query, keeps only the newest answer, and returns the error of the newest question. The last good answer stays
 * while the next one is awaited.
 *
 * @param ask `null` where nothing is to be asked
 * @param question what the answer depends on; a change of one of these sends the query again
 */
export function useAnswer<Value>(
  ask: (() => Promise<Envelope<Value>>) | null,
  question: readonly unknown[],
  { delayMs = 0, everyMs, onAnswer }: AnswerOptions<Value> = {},
): Answer<Value> {
  const [answered, setAnswered] = useState<Answered<Value>>(nothing);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is another function at each render; the question says when.
  useEffect(() => {
    if (ask === null) return setAnswered(nothing);
    let isNewest = true;
    const go = async () => {
      const answer = await ask();
      if (!isNewest) return;
      setAnswered((before) => ({ question, ...outcome(before, answer) }));
      if (answer.ok) onAnswer?.(answer.value);
    };
    const begin = delayMs === 0 ? void go() : setTimeout(() => void go(), delayMs);
    const repeat = everyMs === undefined ? undefined : setInterval(() => void go(), everyMs);
    return () => {
      isNewest = false;
      clearTimeout(begin ?? undefined);
      clearInterval(repeat);
    };
  }, [...question, ask === null, everyMs, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const { value, error } = answered;
  return { value, error, isCurrent: isSame(answered.question, question), again };
}

function outcome<Value>(before: Answered<Value>, answer: Envelope<Value>) {
  return answer.ok ? { value: answer.value, error: null } : { value: before.value, error: answer.error };
}

const isSame = (one: readonly unknown[] | null, other: readonly unknown[]): boolean =>
  one !== null && one.length === other.length && one.every((part, at) => Object.is(part, other[at]));
