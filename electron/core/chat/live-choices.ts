import { maxChoices } from '../../../shared/chat/chat';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import { type LiveReply, startLiveReply } from './live-reply';

/** The streaming replies of one call: the first and, with `n` above 1, the further choices. */
export interface LiveChoices {
  readonly first: LiveReply;
  /** The reply with this choice number, created at its first use. `null` beyond the limit. */
  at(index: number): LiveReply | null;
  /** All but the first, in the order in which they first appeared. */
  others(): readonly LiveReply[];
  find(id: string): LiveReply | undefined;
  /** The gateway's number of the first choice. */
  firstIndex(): number;
}

interface Begun {
  readonly id: string;
  readonly conversationId: string;
  /** The parts that a continued reply already has. */
  readonly before?: readonly WrittenPart[];
  /** The parts that a reply has which is asked again. */
  readonly kept?: readonly WrittenPart[];
  /** Whether more than one choice is requested. */
  readonly isMany: boolean;
}

/** @param newId creates the message id of a further choice */
export function startLiveChoices(
  { id, conversationId, before, kept, isMany }: Begun,
  newId: () => string,
): LiveChoices {
  const first = startLiveReply(id, conversationId, { before, kept });
  const others = new Map<number, LiveReply>();
  // Where one choice was requested, the first that arrives is it, whatever its number.
  let firstIndex = isMany ? 0 : null;
  return {
    first,
    at(index) {
      firstIndex ??= index;
      if (index === firstIndex) return first;
      const known = others.get(index);
      if (known || others.size >= maxChoices - 1) return known ?? null;
      const reply = startLiveReply(newId(), conversationId, { before }, index);
      others.set(index, reply);
      return reply;
    },
    others: () => [...others.values()],
    find: (wanted) => [first, ...others.values()].find((reply) => reply.id === wanted),
    firstIndex: () => firstIndex ?? 0,
  };
}
