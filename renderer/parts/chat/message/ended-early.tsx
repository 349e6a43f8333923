import type { Message } from '../../../../shared/chat/chat';
import { titleOf } from '../../../lib/error-text';
import { useOfConversation } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { lazy, Suspense } from '../../../ui/later';
import { CostBeside } from '../../credits/cost-beside';

const OddEnd = lazy(() => import('./odd-end'));

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
  const orWhyNot = continueButton || (hasPart(message) && status !== 'interrupted' && <NothingToContinue />);
  const text = endText(message);
  if (text !== null) {
    return (
      <p className={`flex flex-wrap items-center gap-3 ${status === 'stopped' ? 'text-muted' : 'text-warn'}`}>
        {text}
        {orWhyNot}
        {status === 'interrupted' && retryButton}
      </p>
    );
  }
  if (finishReason === null || usual.includes(finishReason)) return null;
  return (
    <Suspense>
      <OddEnd reason={finishReason} continueButton={orWhyNot} />
    </Suspense>
  );
}

/** Ends of a whole reply, of which nothing is said. */
const usual = ['stop', 'tool_calls'];

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
  return finishReason === 'length' ? 'Reached the token limit' : null;
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

/** Of a reply that came to thinking or a call of a tool alone. */
const NothingToContinue = () => (
  <span className="text-muted">No text to continue. Regenerate to ask again.</span>
);

function RetryButton({ messageId, onClick }: ButtonProps) {
  return (
    <>
      <Button onClick={onClick}>Retry</Button>
      <CostBeside intent={{ kind: 'regenerate', messageId }} />
    </>
  );
}
