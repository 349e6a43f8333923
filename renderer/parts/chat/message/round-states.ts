/** What is missing or left over in a round of tools of the branch on show, so that it can be seen before it is sent. */
import { useMemo } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import {
  type ToolCall,
  type ToolResult,
  toolCallsOf,
  toolResultsOf,
} from '../../../../shared/chat/tool-calls';
import { strayResults, toolsBehind, unanswered } from '../../../../shared/chat/tool-rounds';
import { useCoreState } from '../../../state/core/core-state';
import { transcriptOf } from '../../../state/core/selectors';

interface Missing {
  /** The calls without a result. */
  readonly calls: readonly ToolCall[];
  /** What becomes of them where the chat is sent. */
  readonly why: string;
  /** The message that their results belong behind. */
  readonly behindId: string;
}

/** As far as it is loaded, oldest first; empty where the message is not in it. */
function useBranchWith(messageId: string): readonly Message[] {
  const messages = useCoreState((state) => state.messages);
  const leafId = useCoreState(
    ({ conversations }) => conversations[messages[messageId]?.conversationId ?? '']?.leafId ?? null,
  );
  return useMemo(() => {
    const { ids } = transcriptOf(messages, leafId);
    return ids.includes(messageId) ? ids.flatMap((id) => messages[id] ?? []) : [];
  }, [messages, leafId, messageId]);
}

const isWritten = ({ parts }: Message): boolean => parts.some(({ type }) => type === 'fields');

/** `null` where each call has its result, or none of them is due yet: nothing follows the reply. */
export function useMissingResults(messageId: string, calls: readonly ToolCall[]): Missing | null {
  const branch = useBranchWith(messageId);
  const at = branch.findIndex(({ id }) => id === messageId);
  const reply = branch[at];
  if (reply === undefined || at === branch.length - 1) return null;
  const answers = toolsBehind(branch, at);
  const open = unanswered(
    calls,
    answers.flatMap(({ parts }) => toolResultsOf(parts)),
  );
  if (open.length === 0) return null;
  const behindId = answers.at(-1)?.id ?? messageId;
  return { calls: open, why: whyMissing([reply, ...answers]), behindId };
}

function whyMissing(round: readonly Message[]): string {
  if (round.some(isWritten)) return 'no result';
  return round.length > 1
    ? 'no result: the chat can’t be sent until it has one'
    : 'no result: the call is left out of what is sent';
}

/** The results of a message that answer no call of the reply before it. */
export function useStrayResults(messageId: string): readonly ToolResult[] {
  const branch = useBranchWith(messageId);
  const at = branch.findIndex(({ id }) => id === messageId);
  const asked = branch.slice(0, at + 1).findLastIndex(({ role }) => role !== 'tool');
  // What comes before the first loaded message is not known.
  if (at === -1 || asked === -1) return [];
  const round = branch.slice(asked + 1, at + 1);
  if (round.some(isWritten)) return [];
  const calls = branch[asked]?.role === 'assistant' ? toolCallsOf(branch[asked].parts) : [];
  const own = toolResultsOf(branch[at]?.parts ?? []).length;
  const results = round.flatMap(({ parts }) => toolResultsOf(parts));
  const before = results.length - own;
  const stray = strayResults(calls, results);
  return stray.filter((result) => results.indexOf(result) >= before);
}
