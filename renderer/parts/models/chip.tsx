import type { ReactNode } from 'react';

/** A short label about a model. */
export function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block max-w-40 flex-none truncate rounded-full bg-hover px-2 text-muted text-xs">
      {children}
    </span>
  );
}
