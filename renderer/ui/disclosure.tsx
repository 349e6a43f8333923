import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  title: string;
  /** What is in there while it is folded. */
  note: ReactNode;
  /** Whether it is made at the first time that it is opened: for what is long, and drawn again with each chat. */
  isLate?: boolean;
  children: ReactNode;
}

/** What most people don't need, folded away. */
export function Disclosure({ title, note, isLate = false, children }: DisclosureProps) {
  const [isMade, setMade] = useState(!isLate);
  return (
    <details
      className="group rounded-control border border-line"
      onToggle={({ currentTarget }) => setMade(isMade || currentTarget.open)}
    >
      <summary className="flex h-9 list-none items-center gap-2 rounded-control px-3 font-medium hover:bg-hover">
        <ChevronRight className="icon transition-none group-open:rotate-90" aria-hidden />
        {title}
        <span className="font-normal text-muted text-sm">{note}</span>
      </summary>
      <div className="flex flex-col gap-5 p-3">{isMade && children}</div>
    </details>
  );
}
