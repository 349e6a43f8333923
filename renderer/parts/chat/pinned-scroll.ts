import type { Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';

/** Closer to the end than this counts as at the end. */
const endPx = 4;
/** A programmatic scroll that is still running must not undo what you just did. */
const intentMs = 250;
const upKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

type Rows = Virtualizer<HTMLDivElement, Element>;

/**
 * Follows the end of the transcript while pinned to it.
 *
 * Any upward scroll of yours unpins at once; only reaching the end again pins. Growing content never counts as such a
 * scroll.
 *
 * @param hasMessages whether there is an end to stay at: the examples of a new chat begin at their heading
 */
export function usePinnedScroll(scroller: HTMLDivElement | null, hasMessages: boolean) {
  const { pinned, now, rows, setPin } = usePinState();
  // Read, not awaited: the first messages may come with another place to scroll to.
  const hasEnd = useRef(hasMessages);
  hasEnd.current = hasMessages;
  useEndAtResize(scroller, now, hasEnd);

  const toEnd = useCallback(() => {
    setPin(true);
    if (scroller !== null && hasEnd.current) scrollToEnd(scroller, now.current);
  }, [scroller, setPin, now]);

  const moveUp = () => {
    if ((scroller?.scrollTop ?? 0) > 0) setPin(false);
  };

  const onScroll = () => {
    if (scroller === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = scroller;
    const before = now.current;
    const fromEnd = height - top - clientHeight;
    // A drag of the scroll bar has no event of its own; shrinking content moves the top too, and is not a drag.
    if (before.pinned && top < before.top - 1 && height >= before.height && fromEnd > endPx) setPin(false);
    if (!before.pinned && fromEnd <= endPx && performance.now() - before.unpinnedAt > intentMs) setPin(true);
    before.top = top;
    before.height = height;
  };

  return {
    pinned,
    isPinned: () => now.current.pinned,
    follow: () => {
      if (scroller !== null && now.current.pinned) scrollToEnd(scroller, now.current);
    },
    toEnd,
    letGo: () => setPin(false),
    onScroll,
    onWheel: (event: WheelEvent) => event.deltaY < 0 && moveUp(),
    onKeyDown: (event: KeyboardEvent) => {
      if (upKeys.has(event.key) || (event.key === ' ' && event.shiftKey)) moveUp();
    },
    attach: (virtualizer: Rows) => {
      rows.current = virtualizer;
    },
  };
}

/** What a scroll is compared with; read between renders too. */
interface Now {
  pinned: boolean;
  top: number;
  height: number;
  unpinnedAt: number;
}

/**
 * Noted at once: until its event comes the reply may have grown again, and compared with the scroll before it this one
 * would look like a drag upward.
 */
function scrollToEnd(scroller: HTMLDivElement, now: Now): void {
  scroller.scrollTop = scroller.scrollHeight;
  now.top = scroller.scrollTop;
  now.height = scroller.scrollHeight;
}

function usePinState() {
  const [pinned, setPinned] = useState(true);
  const now = useRef<Now>({ pinned: true, top: 0, height: 0, unpinnedAt: 0 });
  const rows = useRef<Rows | null>(null);
  const setPin = useCallback((next: boolean) => {
    if (!next) now.current.unpinnedAt = performance.now();
    if (now.current.pinned === next) return;
    now.current.pinned = next;
    if (rows.current !== null) rows.current.options.scrollEndThreshold = next ? Number.POSITIVE_INFINITY : -1;
    setPinned(next);
  }, []);
  return { pinned, now, rows, setPin };
}

/** A smaller window, an open inspector or a taller message field hides the end without a scroll of yours. */
function useEndAtResize(
  scroller: HTMLDivElement | null,
  now: RefObject<Now>,
  hasEnd: RefObject<boolean>,
): void {
  useEffect(() => {
    if (scroller === null) return;
    const observer = new ResizeObserver(() => {
      if (now.current.pinned && hasEnd.current) scrollToEnd(scroller, now.current);
    });
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller, now, hasEnd]);
}

export type Pin = ReturnType<typeof usePinnedScroll>;

/** Keeps the end visible after each render of the rows, while pinned; between renders, `onChange` of the rows does. */
export function useFollowEnd(pin: Pin, virtualizer: Rows): void {
  pin.attach(virtualizer);
  useLayoutEffect(() => pin.follow());
}
