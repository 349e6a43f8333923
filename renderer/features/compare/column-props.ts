import type { Message } from '../../../shared/chat/chat';
import type { Job } from '../../../shared/media/jobs';
import type { ColumnView, CompareView } from '../../state/ui/compares';
import type { Figure } from './figures';
import type { ComparisonViewState } from './use-comparison-view';

/** What a column of a comparison shows. */
export interface CompareColumnProps {
  view: CompareView;
  shown: ComparisonViewState;
  column: ColumnView;
  index: number;
  reply: Message | null;
  job: Job | null;
  figures: readonly Figure[];
  best: ReadonlySet<string>;
}
