import type { Message } from '../../../../shared/chat/chat';
import { endingOf } from '../../../../shared/chat/finish-reason';
import { titleOf } from '../../../lib/error-text';
import { useOfConversation } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { CostBeside } from '../../credits/cost-beside';

interface EndedEarlyProps {
  message: Message;
  onRetry: () => void;
  /** `null` where there is nothing to continue. */
  onContinue: (() => void) | null;
}

/** Why a reply ended early, where it did, and how to continue it. */
export function EndedEarly({ message, onRetry, onContinue }: EndedEarlyProps) {
  const { id, status, error, finishReason } = message;
  const isLast = useOfConversation(message.conversationId, ({ leafId }) => leafId === id);
  const continueButton = onContinue !== null && <ContinueButton messageId={id} onClick={onContinue} />;
  const retryButton = <RetryButton messageId={id} onClick={onRetry} />;
  if (error !== null) {
    return (
      <ErrorCard
        error={error}
        role={isLast ? 'alert' : 'group'}
        title={status === 'interrupted' ? interruptedText(message) : titleOf(error, 'Couldn’t get a reply')}
      >
        {continueButton}
        {retryButton}
      </ErrorCard>
    );
  }
  const text = endText(message);
  if (text !== null) {
    return (
      <p className={`flex flex-wrap items-center gap-3 ${status === 'stopped' ? 'text-muted' : 'text-warn'}`}>
        {text}
        {continueButton}
        {status === 'interrupted' && retryButton}
      </p>
    );
  }
  return finishReason === null ? null : <Ended reason={finishReason} />;
}

/** The reason of a reply that nothing can go on from; one that is whole needs none. */
function Ended({ reason }: { reason: string }) {
  const ending = endingOf(reason);
  if (ending === 'filter') return <p className="text-warn">Ended by the content filter</p>;
  return ending === 'other' ? <p className="text-muted">Finish reason: {reason}</p> : null;
}

const hasPart = ({ parts }: Message) => parts.length > 0;

const interruptedText = (message: Message) =>
  hasPart(message) ? 'Interrupted — partial reply kept' : 'Interrupted before the reply began';

/** Why there may be more to come; `null` where there is none. */
function endText(message: Message): string | null {
  const { status, finishReason } = message;
  if (status === 'interrupted') return interruptedText(message);
  if (status === 'stopped') {
    return hasPart(message) ? 'Stopped — partial reply kept' : 'Stopped before the reply began';
  }
  const ending = endingOf(finishReason);
  if (ending === 'broken') return `The gateway ended the reply early (${finishReason})`;
  return ending === 'limit' ? 'Reached the token limit' : null;
}

interface ButtonProps {
  messageId: string;
  onClick: () => void;
}

function ContinueButton({ messageId, onClick }: ButtonProps) {
  return (
    <>
      <Button onClick={onClick}>Continue</Button>
      <CostBeside intent={{ kind: 'continue', messageId }} />
    </>
  );
}

function RetryButton({ messageId, onClick }: ButtonProps) {
  return (
    <>
      <Button onClick={onClick}>Retry</Button>
      <CostBeside intent={{ kind: 'regenerate', messageId }} />
    </>
  );
}
