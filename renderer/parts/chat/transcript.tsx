import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useCoreState } from '../../state/core/core-state';
import { loadMessages } from '../../state/core/pages';
import { type Transcript, transcriptOf } from '../../state/core/selectors';
import { useTurnDialog } from '../../state/ui/dialogs';
import { useOfConversation } from '../../state/ui/selectors';
import { useUiState } from '../../state/ui/ui-state';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { estimatedHeight } from './estimated-height';
import { MessageView } from './message/message';
import { type Pin, useFollowEnd, usePinnedScroll } from './pinned-scroll';
import { useScrollTarget } from './use-scroll-target';

const TurnDialog = lazy(() => import('./turns/turn-dialog'));

/** Older messages are loaded this many messages before the top. */
const loadAhead = 6;

interface TranscriptViewProps {
  conversationId: string | null;
  label?: string;
  /** Shown where there are no messages yet. */
  empty: ReactNode;
}

/** The messages of the visible branch; only those in view are in the page. */
export function TranscriptView(props: TranscriptViewProps) {
  const { conversationId, label = 'Conversation', empty } = props;
  const transcript = useTranscript(conversationId);
  // One whose messages were all removed, too.
  const isEmpty =
    useOfConversation(conversationId, ({ leafId }) => leafId === null) ?? conversationId === null;
  // State, not a ref: the rows need the element when they mount, and a parent's ref is set after that.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const pin = usePinnedScroll(scroller, transcript.ids.length > 0);
  const turns = useUiState((person) => person.turns);
  const { toEnd } = pin;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn triggers it; its number is not read.
  useEffect(() => toEnd(), [turns, toEnd]);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={setScroller}
        role="log"
        aria-label={label}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        onWheel={pin.onWheel}
        onScroll={pin.onScroll}
        onKeyDown={pin.onKeyDown}
        className="h-full overflow-y-auto overflow-x-hidden outline-offset-[-2px] [overflow-anchor:none] [scrollbar-gutter:stable_both-edges]"
      >
        {scroller !== null && transcript.ids.length > 0 ? (
          <Messages
            conversationId={conversationId ?? ''}
            transcript={transcript}
            scroller={scroller}
            pin={pin}
          />
        ) : (
          isEmpty && empty
        )}
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute right-3 bottom-0 left-0 h-6 bg-linear-to-t from-background to-transparent"
      />
      <OpenTurnDialog conversationId={conversationId} />
      {!pin.pinned && transcript.ids.length > 0 && (
        <Button
          className="-translate-x-1/2 absolute bottom-2 left-1/2 shadow-float"
          onClick={() => {
            pin.toEnd();
            scroller?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown className="icon" aria-hidden />
          Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Of this chat: a comparison shows several. */
function OpenTurnDialog({ conversationId }: { conversationId: string | null }) {
  const dialog = useTurnDialog((state) => state.dialog);
  if (dialog === null || dialog.conversationId !== conversationId) return null;
  return (
    <Suspense>
      <TurnDialog opened={dialog} />
    </Suspense>
  );
}

/** The visible branch. While its new end is loading, the previous one stays. */
function useTranscript(conversationId: string | null): Transcript {
  const leafId = useOfConversation(conversationId, (conversation) => conversation.leafId) ?? null;
  const messages = useCoreState((state) => state.messages);
  const transcript = useMemo(() => transcriptOf(messages, leafId), [messages, leafId]);
  const shown = useRef(transcript);
  if (transcript.loaded && !sameBranch(shown.current, transcript)) shown.current = transcript;
  useEffect(() => {
    if (conversationId !== null && !transcript.loaded) void loadMessages(conversationId, null);
  }, [conversationId, transcript.loaded]);
  return shown.current;
}

/** Compared by content, so that a message that changed in place moves no row. */
function sameBranch(one: Transcript, other: Transcript): boolean {
  return (
    one.aboveId === other.aboveId &&
    one.ids.length === other.ids.length &&
    one.ids.every((id, index) => id === other.ids[index])
  );
}

const heightOf = (id: string) => estimatedHeight(useCoreState.getState().messages[id]);

interface MessagesProps {
  conversationId: string;
  transcript: Transcript;
  scroller: HTMLDivElement;
  pin: Pin;
}

/** Messages above and below the visible ones: few until these are drawn, so that a chat opens without waiting for others. */
function useOverscan(conversationId: string): number {
  const [drawnId, setDrawnId] = useState('');
  useEffect(() => {
    const draw = () => startTransition(() => setDrawnId(conversationId));
    const idle = requestIdleCallback(draw, { timeout: 1_000 });
    return () => cancelIdleCallback(idle);
  }, [conversationId]);
  return drawnId === conversationId ? 4 : 1;
}

function Messages({ conversationId, transcript, scroller, pin }: MessagesProps) {
  const { ids, aboveId } = transcript;
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => heightOf(ids[index] ?? ''),
    getItemKey: (index) => ids[index] ?? index,
    overscan: useOverscan(conversationId),
    gap: 22,
    paddingStart: 20,
    paddingEnd: 28,
    initialOffset: () => ids.reduce((sum, id) => sum + heightOf(id), 0),
    // Older messages that load above move nothing; growth at the end is followed only while pinned.
    anchorTo: 'end',
    scrollEndThreshold: pin.isPinned() ? Number.POSITIVE_INFINITY : -1,
    // A growing row moves itself and the list's size without a render.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: () => pin.follow(),
  });
  useFollowEnd(pin, virtualizer);
  useScrollTarget(conversationId, transcript, (index) => {
    pin.letGo();
    virtualizer.scrollToIndex(index, { align: 'start' });
  });

  const firstIndex = virtualizer.range?.startIndex ?? loadAhead;
  const firstId = ids[0];
  useEffect(() => {
    const wanted = aboveId !== null && firstId !== undefined && firstIndex < loadAhead;
    if (wanted) void loadMessages(conversationId, firstId);
  }, [conversationId, aboveId, firstId, firstIndex]);

  return (
    <div ref={virtualizer.containerRef} className="relative w-full">
      {virtualizer.getVirtualItems().map(({ key, index }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className="group/row absolute left-0 w-full px-5"
        >
          <MessageView
            id={ids[index] ?? ''}
            place={aboveId === null ? index + 1 : undefined}
            count={aboveId === null ? ids.length : -1}
          />
        </div>
      ))}
    </div>
  );
}
