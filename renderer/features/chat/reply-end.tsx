import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '../../../shared/chat';
import type { AppErrorData } from '../../../shared/errors';
import { regenerate } from '../../actions';
import { formatCost, formatDuration, tokensPerSecond } from '../../lib/format';
import { useConversation } from '../../store/selectors';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { IconButton } from '../../ui/icon-button';
import { BranchStepper } from './branch-stepper';

/** What stands under a reply that has ended: why it ended, what it took, what can be done. */
export function ReplyEnd({ message, isLast }: { message: Message; isLast: boolean }) {
  const again = useRegenerate(message);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <EndedEarly message={message} isLast={isLast} onRetry={again.run} />
      <div className="flex flex-wrap items-center gap-1">
        {message.text !== '' && <CopyButton label="Copy" text={() => message.text} />}
        <IconButton icon={RotateCw} label="Regenerate" aria-disabled={again.busy} onClick={again.run} />
        <BranchStepper message={message} />
        <Figures message={message} />
      </div>
      {again.error !== null && <ErrorCard error={again.error} />}
    </div>
  );
}

function useRegenerate({ id, conversationId }: Message) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const busy = (useConversation(conversationId)?.streamingMessageIds.length ?? 0) > 0;
  const run = async () => {
    if (busy) return;
    setError(null);
    const answer = await regenerate(conversationId, id);
    if (!answer.ok) setError(answer.error);
  };
  return { run, busy, error };
}

const interruptedText = 'Interrupted — kept what had arrived';

interface EndedEarlyProps {
  message: Message;
  isLast: boolean;
  onRetry: () => void;
}

function EndedEarly({ message, isLast, onRetry }: EndedEarlyProps) {
  const { status, error } = message;
  if (error !== null) {
    return (
      <ErrorCard
        error={error}
        role={isLast ? 'alert' : 'group'}
        title={status === 'interrupted' ? interruptedText : undefined}
      >
        <Button onClick={onRetry}>Retry</Button>
      </ErrorCard>
    );
  }
  if (status === 'interrupted') {
    return (
      <p className="flex items-center gap-3 text-warn">
        {interruptedText}
        <Button onClick={onRetry}>Retry</Button>
      </p>
    );
  }
  if (status === 'stopped') return <p className="text-muted">Stopped — kept what had arrived</p>;
  if (message.finishReason === 'length') return <p className="text-warn">Ended at the limit of tokens</p>;
  return null;
}

/** `412 tokens · 240 ms first · 96 tok/s · 1.2 cr`, less what is not known. */
function Figures({ message }: { message: Message }) {
  const { usage, firstTokenMs, creditsUsed } = message;
  const speed = tokensPerSecond(message);
  const figures = [
    usage === null ? null : `${usage.completionTokens} tokens`,
    firstTokenMs === null ? null : `${formatDuration(firstTokenMs)} first`,
    speed === null ? null : `${speed} tok/s`,
  ].filter((figure) => figure !== null);
  return (
    <p className="ml-1 text-muted text-sm">
      {figures.map((figure) => `${figure} · `)}
      <span className="text-credit">{formatCost(creditsUsed)}</span>
    </p>
  );
}
