/** Replies that one request asked for: the gateway reports their tokens and their charge together, on the first. */
import { useEffect } from 'react';
import type { Message, TokenUsage } from '../../../../shared/chat/chat';
import { counted } from '../../../lib/counted';
import { replyCost } from '../../../lib/format';
import { useCoreState } from '../../../state/core/core-state';
import { loadByIds } from '../conversation-actions';

type Messages = Readonly<Record<string, Message | undefined>>;

/** Only the first reply of a request has a profile; so has each version that was requested by itself. */
const isFurther = (message: Message | undefined): boolean =>
  message?.role === 'assistant' && message.profileId === null && message.change === undefined;

/** The replies of a message's request, the message included; those that are not loaded count as requested alone. */
export function choicesOf({ id, siblingIds }: Message, messages: Messages): readonly string[] {
  let start = siblingIds.indexOf(id);
  let end = start + 1;
  while (start > 0 && isFurther(messages[siblingIds[start] ?? ''])) start -= 1;
  while (end < siblingIds.length && isFurther(messages[siblingIds[end] ?? ''])) end += 1;
  return siblingIds.slice(start, end);
}

/** `120 in, 96 cached · 31 out, 20 reasoning`, without what is zero or not stated. */
export function usageText(usage: TokenUsage): string {
  const figure = (tokens: number) => tokens.toLocaleString('en');
  const cached = usage.cachedTokens ? `, ${figure(usage.cachedTokens)} cached` : '';
  const reasoning = usage.reasoningTokens ? `, ${figure(usage.reasoningTokens)} reasoning` : '';
  return `${figure(usage.promptTokens)} in${cached} · ${figure(usage.completionTokens)} out${reasoning}`;
}

/** What the tokens hold, one line each: what the gateway does not state is named as that, and is not zero. */
export const usageDetails = ({ promptTokens, completionTokens, ...details }: TokenUsage): string =>
  [
    `${counted(promptTokens, 'prompt token')}: ${details.cachedTokens ?? 'unknown'} from the cache`,
    `${counted(completionTokens, 'reply token')}: ${details.reasoningTokens ?? 'unknown'} for reasoning`,
  ].join('\n');

/** `3 replies: 31 tokens, 0.005 cr together`; `null` for a reply that was requested alone. */
export function useSharedFigures(message: Message): string | null {
  const { conversationId, siblingIds } = message;
  const ids = siblingIds.join(' ');
  useEffect(() => {
    const versions = ids.split(' ');
    if (versions.length > 1) void loadByIds(conversationId, versions);
  }, [conversationId, ids]);
  return useCoreState(({ messages }) => sharedFigures(message, messages));
}

export function sharedFigures(message: Message, messages: Messages): string | null {
  const choices = choicesOf(message, messages);
  const first = messages[choices[0] ?? ''];
  if (choices.length < 2 || first === undefined) return null;
  const tokens = first.usage === null ? '' : `${counted(first.usage.completionTokens, 'token')}, `;
  return `${choices.length} replies: ${tokens}${replyCost(first)} together`;
}
