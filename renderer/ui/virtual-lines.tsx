import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';

interface VirtualLinesProps {
  label: string;
  count: number;
  children: (index: number) => ReactNode;
}

const lineHeightPx = 18;

/** Any number of text lines; only visible ones are in the page. */
export function VirtualLines({ label, count, children }: VirtualLinesProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => lineHeightPx,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scroll container, not a part of the page's outline.
    <div
      ref={setScroller}
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 select-text overflow-auto rounded-control border border-line bg-background px-3 py-2 font-mono text-sm outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute top-0 left-0 w-full whitespace-pre-wrap [overflow-wrap:anywhere]"
            style={{ transform: `translateY(${start}px)`, minHeight: lineHeightPx }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
