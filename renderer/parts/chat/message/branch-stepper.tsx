import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Message } from '../../../../shared/chat/chat';
import { noteFocus, whenThere } from '../../../lib/focus';
import { IconButton } from '../../../ui/button';
import { showBranch } from '../conversation-actions';

/** Steps through sibling branches: `2 / 3`. */
export function BranchStepper({ message }: { message: Message }) {
  const { id, conversationId, siblingIds } = message;
  if (siblingIds.length < 2) return null;
  const place = siblingIds.indexOf(id);
  const show = async (messageId: string | undefined, step: string) => {
    if (messageId === undefined) return;
    const isElsewhere = noteFocus();
    if (await showBranch(conversationId, messageId)) keepFocus(messageId, step, isElsewhere);
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

/** The pressed button is removed with its message; the same button of the visible message takes the focus. */
function keepFocus(messageId: string, step: string, isElsewhere: () => boolean): void {
  const find = () =>
    document
      .querySelector(`[data-message="${CSS.escape(messageId)}"]`)
      ?.closest('[data-index]')
      ?.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? null;
  whenThere(find, (button) => {
    if (!isElsewhere()) button.focus({ preventScroll: true });
  });
}
