import { useKeys } from '../../../commands/use-keys';
import { useCoreState } from '../../../state/core/core-state';
import { useIsReported } from '../../../state/ui/drafts';
import { useIsReplying } from '../../../state/ui/selectors';
import { waitingText } from './use-blocker';

interface HintProps {
  chatKey: string;
  isWaiting: boolean;
}

/** Beside the buttons: which key sends, or what sending waits for. */
export function Hint({ chatKey, isWaiting }: HintProps) {
  const isReported = useIsReported(chatKey);
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  const isReplying = useIsReplying(chatKey);
  const always = useKeys('composer.sendAlways').text ?? 'Send';
  const key = sendKey === 'enter' ? 'Enter' : always;
  const usual = sendKey === 'enter' ? 'Shift+Enter for a new line' : `${key} sends`;
  // Soon over: until then nothing is known of the keys and the chat.
  if (!isReported) return <p className="flex-1" />;
  return (
    <p className={`min-w-0 flex-1 truncate text-sm ${isWaiting ? 'text-warn' : 'text-muted'}`}>
      {isWaiting ? waitingText : isReplying ? `${key} sends it when this reply has ended` : usual}
    </p>
  );
}
