import type { Message } from '../../../shared/chat';
import { type LiveReply, startLiveReply } from './live-reply';

/** What OpenAI takes for `n`; a gateway that sends more choices than that means harm. */
const MOST_CHOICES = 128;

/** The replies of one call while they are written: the first, and with `n` above 1 those beside it. */
export interface LiveChoices {
  readonly first: LiveReply;
  /** The reply of a choice by its number; begun where it was not seen yet. `null` for one too many. */
  at(index: number): LiveReply | null;
  /** Those beside the first, in the order they were first seen. */
  others(): readonly LiveReply[];
  find(id: string): LiveReply | undefined;
  /** The number the gateway gives the first. */
  firstIndex(): number;
}

interface Begun {
  readonly id: string;
  readonly conversationId: string;
  /** What a reply that is gone on with says already. */
  readonly before?: Pick<Message, 'text' | 'reasoning'>;
  /** Whether more than one reply is asked for. */
  readonly isMany: boolean;
}

/** @param newId for a message of its own */
export function startLiveChoices(
  { id, conversationId, before, isMany }: Begun,
  newId: () => string,
): LiveChoices {
  const first = startLiveReply(id, conversationId, before);
  const others = new Map<number, LiveReply>();
  // Asked for one, whatever comes first is it.
  let firstIndex = isMany ? 0 : null;
  return {
    first,
    at(index) {
      firstIndex ??= index;
      if (index === firstIndex) return first;
      const known = others.get(index);
      if (known || others.size >= MOST_CHOICES - 1) return known ?? null;
      const reply = startLiveReply(newId(), conversationId, before, index);
      others.set(index, reply);
      return reply;
    },
    others: () => [...others.values()],
    find: (wanted) => [first, ...others.values()].find((reply) => reply.id === wanted),
    firstIndex: () => firstIndex ?? 0,
  };
}
