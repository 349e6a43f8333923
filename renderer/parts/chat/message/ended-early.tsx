import type { Message } from '../../../../shared/chat';
import { titleOf } from '../../../lib/error-text';
import { useOfConversation } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { CostBeside } from '../../credits/cost-beside';

const interruptedText = (hasPart: boolean) =>
  hasPart ? 'Interrupted — partial reply kept' : 'Interrupted before the reply began';

interface EndedEarlyProps {
  message: Message;
  onRetry: () => void;
  /** `null` where there is nothing to continue. */
  onContinue: (() => void) | null;
}

/** Why a reply ended early, where it did, and how to continue it. */
export function EndedEarly({ message, onRetry, onContinue }: EndedEarlyProps) {
  const { status, error, finishReason } = message;
  const messageId = message.id;
  const hasPart = message.text !== '' || message.reasoning !== '' || message.jobs.length > 0;
  const isLast = useOfConversation(message.conversationId, ({ leafId }) => leafId === messageId);
  const continueButton = onContinue !== null && (
    <>
      <Button onClick={onContinue}>Continue</Button>
      <CostBeside intent={{ kind: 'continue', messageId }} />
    </>
  );
  const retryButton = (
    <>
      <Button onClick={onRetry}>Retry</Button>
      <CostBeside intent={{ kind: 'regenerate', messageId }} />
    </>
  );
  if (error !== null) {
    return (
      <ErrorCard
        error={error}
        role={isLast ? 'alert' : 'group'}
        title={status === 'interrupted' ? interruptedText(hasPart) : titleOf(error, 'Couldn’t get a reply')}
      >
        {continueButton}
        {retryButton}
      </ErrorCard>
    );
  }
  if (status === 'interrupted') {
    return (
      <p className="flex flex-wrap items-center gap-3 text-warn">
        {interruptedText(hasPart)}
        {continueButton}
        {retryButton}
      </p>
    );
  }
  if (status === 'stopped') {
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {hasPart ? 'Stopped — partial reply kept' : 'Stopped before the reply began'}
        {continueButton}
      </p>
    );
  }
  if (finishReason === 'length') {
    return (
      <p className="flex flex-wrap items-center gap-3 text-warn">
        Reached the token limit
        {continueButton}
      </p>
    );
  }
  if (finishReason === 'content_filter') return <p className="text-warn">Ended by the content filter</p>;
  return null;
}
