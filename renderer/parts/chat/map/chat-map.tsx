import { List } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useKeys, withKeysText } from '../../../commands/use-keys';
import { useUiState } from '../../../state/ui/ui-state';
import { lazy, Suspense } from '../../../ui/later';
import { mainLandmark } from '../../../ui/main-landmark';
import { showBranch } from '../conversation-actions';

const MapViews = lazy(() => import('./map-views'));

const label = 'Go to a message';

/** A map of a long chat: its own messages and its branches, to go to one of them. */
export function ChatMap({ conversationId }: { conversationId: string }) {
  const [isOpen, setOpen] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const keys = useKeys('chat.map');
  const change = (opens: boolean) => {
    if (opens) cameFrom.current = document.activeElement;
    setOpen(opens);
  };
  const goTo = (messageId: string) => {
    cameFrom.current = null;
    useUiState.setState({ scrollTarget: { conversationId, messageId } });
    setOpen(false);
  };
  const goToBranch = async (messageId: string) => {
    if (await showBranch(conversationId, messageId)) goTo(messageId);
  };
  // Back to where the keys were pressed; a message that was chosen takes the focus itself.
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger
        data-focus="chat-map"
        title={withKeysText(label, keys)}
        aria-keyshortcuts={keys.aria}
        className="inline-flex size-7 flex-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <List className="icon" aria-hidden />
        <span className="sr-only">{label}</span>
      </Popover.Trigger>
      <Popover.Portal container={mainLandmark()}>
        <Popover.Content
          align="end"
          sideOffset={4}
          aria-label={label}
          onCloseAutoFocus={giveBack}
          className="floating w-[min(420px,calc(100vw-80px))] p-1"
        >
          <Suspense fallback={<p className="px-2 py-1 text-muted">Opening…</p>}>
            <MapViews
              conversationId={conversationId}
              onMessage={goTo}
              onBranch={(id) => void goToBranch(id)}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
