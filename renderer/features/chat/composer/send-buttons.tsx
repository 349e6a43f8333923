import { ArrowUp, ListPlus, Square } from 'lucide-react';
import { useKeys, withKeysText } from '../../../commands/use-keys';
import { stop } from '../../../parts/chat/chat-actions';
import { saysSomething } from '../../../state/ui/draft-state';
import { useDraft } from '../../../state/ui/drafts';
import { useIsReplying } from '../../../state/ui/selectors';
import { Button } from '../../../ui/button';
import { CostAhead, useCostAhead } from './cost-ahead';
import { waitingText } from './use-blocker';

interface SendButtonsProps {
  chatKey: string;
  /** Why nothing can be sent now; `null` where it can. */
  blocked: string | null;
}

/** Send with what it may cost; while a reply is being written, Stop, and Queue for what is typed. */
export function SendButtons({ chatKey, blocked }: SendButtonsProps) {
  const draft = useDraft(chatKey);
  const ahead = useCostAhead(chatKey);
  const sending = useKeys('composer.sendAlways');
  const stopping = useKeys('chat.stop');
  const isReplying = useIsReplying(chatKey);
  const isDisabled = draft.sending === true || blocked !== null || !saysSomething(draft);
  if (!isReplying) {
    return (
      <>
        {(blocked === null || blocked === waitingText) && <CostAhead ahead={ahead} />}
        <Button
          type="submit"
          tone="primary"
          className="flex-none"
          aria-disabled={isDisabled}
          aria-keyshortcuts={sending.aria}
        >
          <ArrowUp className="icon" aria-hidden />
          Send{ahead?.inButton}
        </Button>
      </>
    );
  }
  return (
    <>
      {!isDisabled && (
        <Button type="submit" tone="primary" className="flex-none">
          <ListPlus className="icon" aria-hidden />
          Queue
        </Button>
      )}
      <Button
        className="flex-none"
        onClick={() => void stop(chatKey)}
        aria-keyshortcuts={stopping.aria}
        title={withKeysText('Stop', stopping)}
      >
        <Square className="icon size-3.5" aria-hidden />
        Stop
      </Button>
    </>
  );
}
