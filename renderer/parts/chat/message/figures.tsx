import type { Message } from '../../../../shared/chat/chat';
import { counted } from '../../../lib/counted';
import { formatDuration, replyCost, tokensPerSecond } from '../../../lib/format';
import { usageDetails, useSharedFigures } from './choices';

/** `412 tokens · 240 ms first · 96 tok/s · 1.2 cr`, without what is not known. */
export function Figures({ message }: { message: Message }) {
  const { usage, firstTokenMs, cost, status, requestId } = message;
  const shared = useSharedFigures(message);
  const speed = tokensPerSecond(message);
  const figures = [
    usage === null ? null : counted(usage.completionTokens, 'token'),
    usage?.reasoningTokens ? `${usage.reasoningTokens.toLocaleString('en')} reasoning` : null,
    usage?.cachedTokens ? `${usage.cachedTokens.toLocaleString('en')} cached` : null,
    firstTokenMs === null ? null : `${formatDuration(firstTokenMs)} first`,
    speed === null ? null : `${speed} tok/s`,
  ].filter((figure) => figure !== null);
  // Paid elsewhere: with the message it was copied from, or with the first of several choices.
  const isCopy = cost?.length === 0 && status === 'complete' && requestId === null;
  if (shared !== null) return <p className="ml-1 text-muted text-sm">{shared}</p>;
  return (
    <p className="ml-1 text-muted text-sm" title={usage === null ? undefined : usageDetails(usage)}>
      {figures.map((figure, index) => (index === figures.length - 1 && isCopy ? figure : `${figure} · `))}
      {!isCopy && <span className="text-credit">{replyCost(message)}</span>}
    </p>
  );
}
