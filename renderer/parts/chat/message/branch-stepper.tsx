import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Message } from '../../../../shared/chat/chat';
import { IconButton } from '../../../ui/button';
import { showBranch } from '../conversation-actions';

/** Steps through sibling branches: `2 / 3`. */
export function BranchStepper({ message }: { message: Message }) {
  const { id, conversationId, siblingIds } = message;
  if (siblingIds.length < 2) return null;
  const place = siblingIds.indexOf(id);
  const show = async (messageId: string | undefined, step: string) => {
    if (messageId === undefined) return;
    if (await showBranch(conversationId, messageId)) keepFocus(messageId, step);
  };
  const before = siblingIds[place - 1];
  const after = siblingIds[place + 1];
  return (
    <span className="inline-flex items-center text-muted text-sm">
      <IconButton
        icon={ChevronLeft}
        label="Previous version"
        aria-disabled={before === undefined}
        className={before === undefined ? 'opacity-40' : ''}
        data-step="before"
        onClick={() => void show(before, 'before')}
      />
      {place + 1} / {siblingIds.length}
      <IconButton
        icon={ChevronRight}
        label="Next version"
        aria-disabled={after === undefined}
        className={after === undefined ? 'opacity-40' : ''}
        data-step="after"
        onClick={() => void show(after, 'after')}
      />
    </span>
  );
}

const waitFrames = 30;

/** The pressed button is removed with its message; the same button of the visible message takes the focus. */
function keepFocus(messageId: string, step: string, frames = waitFrames): void {
  const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  const button = message?.closest('[data-index]')?.querySelector<HTMLElement>(`[data-step="${step}"]`);
  if (button != null) button.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => keepFocus(messageId, step, frames - 1));
}
