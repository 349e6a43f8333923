import { costText } from '../../../shared/cost';
import { RunFooter, SumOfRuns } from '../../parts/run-footer';
import type { CompareView } from '../../state/ui/compares';

/** The figures of the whole comparison. */
export function CompareFooter({ view: { comparison, columns } }: { view: CompareView }) {
  return (
    <RunFooter
      last={<span>{columns.length} columns</span>}
      total={
        comparison !== undefined && (
          <SumOfRuns label="This comparison">
            {costText(comparison.cost)}
            {comparison.hasUnknownCost && ' + unknown'}
          </SumOfRuns>
        )
      }
    />
  );
}
