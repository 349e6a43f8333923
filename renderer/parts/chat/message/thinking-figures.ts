import type { Message } from '../../../../shared/chat/chat';
import { thinkingShare } from '../../../../shared/money/token-cost';
import { counted } from '../../../lib/counted';
import { formatDuration } from '../../../lib/format';

type Thought = Partial<Pick<Message, 'usage' | 'prices' | 'thinkingMs'>>;

/** `12 s · 340 tokens · 40 % of the cost`, without what is not known; `null` where the reply's tokens are not. */
export function thinkingFigures({ usage, prices, thinkingMs }: Thought): string | null {
  if (!usage?.reasoningTokens) return null;
  const share = prices === undefined ? null : thinkingShare(usage, prices);
  return [
    ...(thinkingMs === undefined ? [] : [formatDuration(thinkingMs)]),
    counted(usage.reasoningTokens, 'token'),
    ...(share === null ? [] : [`${Math.round(share * 100)} % of the cost`]),
  ].join(' · ');
}
