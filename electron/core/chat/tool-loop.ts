/** How far a chat may go on without a person: the rounds of tools behind its last message, and what they cost. */
import type { Message } from '../../../shared/chat/chat';
import type { ConversationOwner } from '../../../shared/chat/owner';
import type { ToolCall } from '../../../shared/chat/tool-calls';
import type { RoundsEnded } from '../../../shared/lab/batch';
import { fromAmount, type MoneyUnit } from '../../../shared/money/money';
import { automaticFor } from '../../../shared/run/automatic-answers';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ToolLoop } from '../../../shared/run/tools';
import type { RoundsLeft } from '../prices/planned-call';

/** A chat of its own, or a column of a comparison. Rows of batches go on as units do (`units/next-round.ts`), cells don't. */
export const goesOn = (owner: ConversationOwner | null): boolean =>
  owner === null || owner.kind === 'comparison';

type Step = Pick<Message, 'role'> & Partial<Pick<Message, 'cost'>>;

/**
 * What is left of the limits of a loop for a reply to this branch. All of it is counted from what is stored since the
 * person's last message, so that an end of the app forgets nothing.
 *
 * @param branch oldest first, up to the message that is answered
 * @returns `null` where calls wait for a person: none may be answered, the rounds are used up, or a cost is unknown
 */
export function roundsLeft({ tools }: RunSettings, branch: readonly Step[]): RoundsLeft | null {
  const loop = tools?.loop;
  if (tools === undefined || loop === undefined || tools.tools.length === 0) return null;
  const since = sinceAsked(branch);
  const rounds = loop.rounds - answered(since);
  if (rounds <= 0) return null;
  if (loop.most === undefined) return { rounds, most: null };
  const { unit, amount } = loop.most;
  const spent = spentIn(since, unit);
  return spent === null || spent >= amount ? null : { rounds, most: { unit, amount: amount - spent } };
}

/**
 * Why calls wait for a person by what is stored alone; `null` where nothing of that speaks against answering them.
 * @param branch ends with the reply that calls
 */
export function whyCallsWait(
  { tools }: RunSettings,
  branch: readonly Step[],
  calls: readonly ToolCall[],
): RoundsEnded | null {
  if (calls.some((call) => automaticFor(tools, call).kind === 'none')) return 'unanswered';
  if (roundsLeft({ tools }, branch) !== null) return null;
  if (tools?.loop === undefined || roundsIn(branch) >= tools.loop.rounds) return 'rounds';
  return branch.at(-1)?.cost === null ? 'unknown cost' : 'cost limit';
}

/** The lower limits of both. One in another unit counts as it is: no round follows then. */
export function lowerOf(one: ToolLoop, other: ToolLoop): ToolLoop {
  const rounds = Math.min(one.rounds, other.rounds);
  const [first = other.most, second = first] = [one.most, other.most];
  if (first === undefined || second === undefined) return { rounds };
  return { rounds, most: first.unit === second.unit && first.amount < second.amount ? first : second };
}

/** How many rounds were answered since the person's last message. */
export const roundsIn = (branch: readonly Pick<Step, 'role'>[]): number => answered(sinceAsked(branch));

const sinceAsked = <One extends Pick<Step, 'role'>>(branch: readonly One[]): readonly One[] =>
  branch.slice(branch.findLastIndex(({ role }) => role === 'user') + 1);

const answered = (since: readonly Pick<Step, 'role'>[]): number =>
  since.filter(({ role }) => role === 'tool').length;

/** `null` where the cost of a reply is unknown, or of another unit. */
function spentIn(steps: readonly Step[], unit: MoneyUnit): number | null {
  let sum = 0;
  for (const { role, cost } of steps) {
    if (role !== 'assistant') continue;
    if (cost == null || cost.some((one) => one.unit !== unit)) return null;
    sum += cost.reduce((total, one) => total + fromAmount(one.amount, unit), 0);
  }
  return sum;
}
