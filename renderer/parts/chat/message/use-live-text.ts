import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../../../shared/chat/chat';
import type { Part } from '../../../../shared/chat/parts';
import { useCoreState } from '../../../state/core/core-state';
import { hasWords } from '../../../state/core/live-text';

/** About twelve renders a second: with more the page drops frames, and growing text looks the same. */
const renderEveryMs = 80;
/** Rendering a reply may use this fraction of the main thread, however long one render takes. */
const restFactor = 10;
/** The longest delay of the visible text. */
const restAtMostMs = 300;

/** The parts of a reply: as stored, or, while it streams, what has arrived. The first words are shown at once. */
export function useLiveParts(message: Message): readonly Part[] {
  const { id, status } = message;
  const [live, setLive] = useState(() => useCoreState.getState().live[id]);
  const cost = useRef({ begunAt: 0, tookMs: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of the last render is what is measured.
  useLayoutEffect(() => {
    // The first render is not measured: counted from zero it would seem as long as the page has been open.
    if (cost.current.begunAt > 0) cost.current.tookMs = performance.now() - cost.current.begunAt;
  }, [live]);
  // Not an effect after paint: the first words may come before that.
  useLayoutEffect(() => {
    if (status !== 'streaming') return;
    let isBegun = hasWords(useCoreState.getState().live[id]);
    return throttled(
      () => useCoreState.getState().live[id],
      (listener) => useCoreState.subscribe(listener),
      (text) => {
        cost.current.begunAt = performance.now();
        const draw = () => setLive(text);
        // The first words are drawn in the event that brings them; later ones wait for React's next turn.
        if (isBegun || !hasWords(text)) draw();
        else flushSync(draw);
        isBegun ||= hasWords(text);
      },
      () => Math.min(restAtMostMs, Math.max(renderEveryMs, cost.current.tookMs * restFactor)),
    );
  }, [id, status]);
  return status === 'streaming' && live !== undefined ? live.parts : message.parts;
}

/** Passes on the newest value: at once where the last one is old enough, otherwise when it is. */
function throttled<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
  show: (value: Value) => void,
  restMs: () => number,
): () => void {
  let shown = read();
  let shownAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  show(shown);
  const pass = () => {
    timer = undefined;
    shown = read();
    shownAt = performance.now();
    show(shown);
  };
  const unsubscribe = subscribe(() => {
    if (timer !== undefined || read() === shown) return;
    const wait = shownAt + restMs() - performance.now();
    if (wait <= 0) pass();
    else timer = setTimeout(pass, wait);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
