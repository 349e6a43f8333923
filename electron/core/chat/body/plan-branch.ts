/** Which messages of a branch stay, are copied or are new, once the messages of its body were edited. */
import type { Message } from '../../../../shared/chat/chat';
import { isPlainMessage } from '../../modalities/framed-message';
import type { SentTurn } from '../../modalities/sent-history';
import type { JsonRecord } from './read-body';

type Turn = SentTurn<Message>;

/** The messages above the first change stay what they are; below it a branch needs messages of its own. */
interface BranchPlan {
  readonly kept: readonly Turn[];
  readonly rest: readonly Step[];
}

export type Step =
  | { readonly copied: readonly Message[] }
  | {
      /** One stored message: a single one, or the results of a round of tools. */
      readonly written: readonly JsonRecord[];
      readonly isPlain: boolean;
      /** The message of its role that was there before, if one was. */
      readonly of: Message | undefined;
    };

/** @param turns of the branch as it is, in its order */
export function planBranch(turns: readonly Turn[], wanted: readonly JsonRecord[]): BranchPlan {
  const texts = wanted.map((one) => JSON.stringify(one));
  const wires = turns.map(({ params }) => params.map((one) => JSON.stringify(one)));
  const isAt = (turn: number, at: number): boolean => {
    const own = wires[turn] ?? [];
    return own.length > 0 && own.every((wire, index) => wire === texts[at + index]);
  };
  let [at, turn] = [0, 0];
  while (turn < turns.length && isAt(turn, at)) {
    at += wires[turn]?.length ?? 0;
    turn += 1;
  }
  const kept = turns.slice(0, turn);
  const steps: Step[] = [];
  while (at < wanted.length) {
    const found = wires.findIndex((_, index) => index >= turn && isAt(index, at));
    const before = turns[turn]?.messages.at(-1);
    const step = found === -1 ? writtenAt(wanted, at, before) : { copied: turns[found]?.messages ?? [] };
    steps.push(step);
    at += 'written' in step ? step.written.length : (wires[found]?.length ?? 1);
    // A changed message takes the place of one; a new one of another role does not.
    if (found !== -1) turn = found + 1;
    else if ('of' in step && step.of !== undefined) turn += 1;
  }
  return { kept, rest: steps };
}

const isResult = (message: JsonRecord | undefined): boolean =>
  message?.role === 'tool' && typeof message.tool_call_id === 'string';

/** The message there, with the results of tools that follow a result. */
function writtenAt(wanted: readonly JsonRecord[], at: number, before: Message | undefined): Step {
  let end = at + 1;
  while (isResult(wanted[at]) && isResult(wanted[end])) end += 1;
  const of = before?.role === wanted[at]?.role ? before : undefined;
  return { written: wanted.slice(at, end), isPlain: isPlain(wanted, at), of };
}

/** Neighbors of one role that are no frames would be joined. */
function isPlain(wanted: readonly JsonRecord[], at: number): boolean {
  const message = wanted[at];
  if (message === undefined || !isPlainMessage(message)) return false;
  return wanted[at - 1]?.role !== message.role && wanted[at + 1]?.role !== message.role;
}
