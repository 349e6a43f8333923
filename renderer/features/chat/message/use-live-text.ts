import { useEffect, useState } from 'react';
import type { Message } from '../../../../shared/chat';
import { useReported } from '../../../store/reported';

/** At most twenty renders a second: more costs the page its frames and shows nothing more. */
const renderEveryMs = 50;

interface ShownText {
  readonly text: string;
  readonly reasoning: string;
}

/** The text of a reply: as recorded, or, while it is written, what has arrived. The first words are shown at once. */
export function useLiveText(message: Message): ShownText {
  const { id, status } = message;
  const [live, setLive] = useState<ShownText | undefined>(() => useReported.getState().live[id]);
  useEffect(() => {
    if (status !== 'streaming') return;
    return throttled(
      () => useReported.getState().live[id],
      (listener) => useReported.subscribe(listener),
      setLive,
    );
  }, [id, status]);
  return status === 'streaming' ? (live ?? message) : message;
}

/** Passes on the newest value, at once where the last one is old enough and else when it is. */
function throttled<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
  show: (value: Value) => void,
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
    const wait = shownAt + renderEveryMs - performance.now();
    if (wait <= 0) pass();
    else timer = setTimeout(pass, wait);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
