import { useLayoutEffect, useState } from 'react';
import type { Size } from './arrangement';

/** The inner size of an element as it changes; `null` before it was measured. */
export function useSize(element: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element);
      const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const height = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return size;
}
