import { memo } from 'react';
import type { Message } from '../../../shared/chat';
import { useReported } from '../../store/reported';
import { BranchStepper } from './branch-stepper';
import { Reply } from './reply';
import { UserText } from './user-text';

interface MessageViewProps {
  id: string;
  isLast: boolean;
}

/** One message; drawn again only when its own record changes. */
export const MessageView = memo(function MessageView({ id, isLast }: MessageViewProps) {
  const message = useReported((state) => state.messages[id]);
  if (message === undefined) return null;
  if (message.role === 'assistant') return <Reply message={message} isLast={isLast} />;
  return <OwnMessage message={message} />;
});

function OwnMessage({ message }: { message: Message }) {
  return (
    <article
      aria-label="You"
      data-message={message.id}
      className="mx-auto flex max-w-[760px] flex-col items-end"
    >
      <div className="max-w-[85%] rounded-card rounded-br-[3px] border border-line bg-raised px-3.5 py-2">
        <UserText text={message.text} />
      </div>
      <BranchStepper message={message} />
    </article>
  );
}
