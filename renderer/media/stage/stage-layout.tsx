import type { ReactNode } from 'react';
import { type FactsPlace, factsHeightPx, factsWidthPx } from './arrangement';

interface StageLayoutProps {
  place: FactsPlace;
  facts: ReactNode;
  /** What is shown large. */
  children: ReactNode;
}

const columns = {
  beside: {
    gridTemplateColumns: `minmax(0, 1fr) ${factsWidthPx}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
  },
  below: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: `minmax(0, 1fr) ${factsHeightPx}px`,
  },
} as const;

/** The large part and its facts. */
export function StageLayout({ place, facts, children }: StageLayoutProps) {
  return (
    <div className="grid size-full" style={columns[place]}>
      <div className="flex min-h-0 min-w-0 items-center justify-center">{children}</div>
      {facts}
    </div>
  );
}
