import { formatCredits } from '../../../shared/credits';
import { InspectorButton } from '../../parts/inspector/inspector-button';
import type { CompareView } from '../../state/ui/compares';

/** What the whole comparison took. */
export function CompareFooter({ view: { comparison, columns } }: { view: CompareView }) {
  return (
    <footer className="flex h-8 flex-none items-center gap-3 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-3 text-muted text-sm">
      <InspectorButton />
      <span>{columns.length} columns</span>
      <span className="flex-1" />
      {comparison !== undefined && (
        <span>
          This comparison{' '}
          <span className="text-credit">
            {formatCredits(comparison.creditsUsed)} cr
            {comparison.hasUnknownCost && ' + unknown'}
          </span>
        </span>
      )}
    </footer>
  );
}
