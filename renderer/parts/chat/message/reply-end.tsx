import { ClipboardType, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { wordsOf } from '../../../../shared/chat/message-words';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import { isReplying, useIsReplying } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { CopyButton } from '../../../ui/copy-button';
import { CostedIconButton } from '../../credits/cost-beside';
import { continueReply, regenerate } from '../reply-actions';
import { BranchStepper } from './branch-stepper';
import { ByHand } from './by-hand';
import { EndedEarly } from './ended-early';
import { Figures } from './figures';
import { MessageMenu } from './message-menu';
import { plainTextOf } from './plain-text';

/** A reply without text has something else to copy, or nothing. */
const copyLabels = {
  text: 'Copy reply',
  refusal: 'Copy refusal',
  'tool calls': 'Copy tool calls',
  'tool results': 'Copy tool results',
  reasoning: 'Copy reasoning',
} as const;

/** Below a reply that has ended: why it ended, its figures, and its commands. */
export function ReplyEnd({ message }: { message: Message }) {
  const { error, run } = useAsking(message);
  const again = (model?: string) => run((reply) => regenerate(reply, model));
  const bar = useRef<HTMLDivElement>(null);
  const words = wordsOf(message.parts);
  const plainText = () => {
    const shown = [...(bar.current?.closest('article')?.querySelectorAll('.markdown') ?? [])];
    return shown.length === 0 ? message.text : shown.map(plainTextOf).join('\n\n');
  };
  return (
    <div className="mt-2 flex flex-col gap-2">
      <EndedEarly
        message={message}
        onRetry={() => again()}
        onContinue={message.text === '' ? null : () => run(continueReply)}
      />
      <div ref={bar} className="flex flex-wrap items-center gap-1">
        {words !== null && (
          <CopyButton
            label={copyLabels[words.of]}
            text={words.of === 'text' ? plainText : () => words.text}
          />
        )}
        {message.text !== '' && (
          <CopyButton icon={ClipboardType} label="Copy as markdown" text={() => message.text} />
        )}
        <RegenerateButton message={message} onClick={() => again()} />
        <MessageMenu message={message} onRegenerate={again} />
        <BranchStepper message={message} />
        <ByHand message={message} />
        <Figures message={message} />
      </div>
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}

interface RegenerateButtonProps {
  message: Message;
  onClick: () => void;
}

/** By itself, since the buttons of all replies change with each reply that starts or ends. */
function RegenerateButton({ message, onClick }: RegenerateButtonProps) {
  const busy = useIsReplying(message.conversationId);
  return (
    <CostedIconButton
      intent={{ kind: 'regenerate', messageId: message.id }}
      icon={RotateCw}
      label="Regenerate"
      aria-disabled={busy}
      onClick={onClick}
    />
  );
}

type Ask = (message: Message) => Promise<Envelope<unknown> | null>;

function useAsking(message: Message) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const run = async (ask: Ask) => {
    if (isReplying(message.conversationId)) return;
    setError(null);
    const answer = await ask(message);
    if (answer?.ok === false) setError(answer.error);
  };
  return { run, error };
}
