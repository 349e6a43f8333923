import type { ReactNode } from 'react';
import type { CodeInput } from './code/code-input';
import { ViewCodeButton } from './code/view-code';
import { InspectorButton } from './inspector/inspect';

interface RunFooterProps {
  /** Figures of the last run. */
  last?: ReactNode;
  /** Figures of all runs here together. */
  total?: ReactNode;
  /** The next request as code; left out where there is no single next request. */
  nextCall?: () => CodeInput | null;
}

/** The line below a tab that runs something: the inspector, the figures, and the next request as code. */
export function RunFooter({ last, total, nextCall }: RunFooterProps) {
  return (
    <footer className="flex h-8 flex-none items-center gap-3 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-3 text-muted text-sm">
      <InspectorButton />
      {/* The figures of the last run give way: the total stays whole. */}
      <div className="flex min-w-0 flex-1 basis-0 max-[480px]:[&>*]:hidden">{last}</div>
      {total}
      {nextCall !== undefined && <ViewCodeButton look="words" input={nextCall} why="Choose a model first." />}
    </footer>
  );
}

interface SumProps {
  /** Such as `This chat`. */
  label: string;
  /** Such as `4.2 cr`. */
  children: ReactNode;
}

/** The total of all runs here. */
export function SumOfRuns({ label, children }: SumProps) {
  return (
    <span className="truncate">
      {label} <span className="text-credit">{children}</span>
    </span>
  );
}
