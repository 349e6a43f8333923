import { type ComponentType, useMemo } from 'react';
import type { Message } from '../../../shared/chat/chat';
import type { Job } from '../../../shared/media/jobs';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { useCoreState } from '../../state/core/core-state';
import type { ColumnView, CompareView } from '../../state/ui/compares';
import { lazy, Suspense } from '../../ui/later';
import { CompareColumn } from './compare-column';
import { bestOf, figuresOfJob, figuresOfReply } from './figures';
import type { ComparisonViewState } from './use-comparison-view';

const ImageSlider = lazy(() => import('./image-slider'));
/** What plays the results of all columns together. */
const bars: Readonly<Record<ModalityId, ComponentType<{ jobs: readonly (Job | null)[] }> | null>> = {
  chat: null,
  image: null,
  speech: lazy(() => import('./speech-bar')),
  video: lazy(() => import('./video-bar')),
};

interface CompareColumnsProps {
  view: CompareView;
  shown: ComparisonViewState;
}

/**
 * The columns side by side; they scroll sideways where the window is too narrow for them, and with the page where it is
 * too low.
 */
export function CompareColumns({ view, shown }: CompareColumnsProps) {
  const { modality, columns } = view;
  const work = useWork(columns, shown.roundId);
  const figures = useMemo(
    () => work.map(({ reply, job }) => (modality === 'chat' ? figuresOfReply(reply) : figuresOfJob(job))),
    [modality, work],
  );
  const best = bestOf(figures);
  const jobs = work.map(({ job }) => job);
  const Bar = bars[modality];
  const isOver = modality === 'image' && shown.isOver;
  return (
    <div className="flex min-h-32 flex-1 flex-col [@media(max-height:560px)]:min-h-fit">
      <Suspense>
        {isOver && <ImageSlider jobs={jobs} />}
        {Bar !== null && <Bar jobs={jobs} />}
      </Suspense>
      <div
        hidden={isOver}
        className="flex min-h-0 flex-1 overflow-x-auto overflow-y-hidden data-[over]:hidden [@media(max-height:560px)]:min-h-80"
        data-over={isOver ? '' : undefined}
      >
        {columns.map((column, index) => (
          <CompareColumn
            key={column.id}
            view={view}
            shown={shown}
            column={column}
            index={index}
            job={work[index]?.job ?? null}
            reply={work[index]?.reply ?? null}
            figures={figures[index] ?? []}
            best={best[index] ?? new Set()}
          />
        ))}
      </div>
    </div>
  );
}

export interface Work {
  readonly reply: Message | null;
  readonly job: Job | null;
}

/** The newest reply of each column's chat, or its job of the visible round. */
function useWork(columns: readonly ColumnView[], roundId: string | null): readonly Work[] {
  const conversations = useCoreState((state) => state.conversations);
  const messages = useCoreState((state) => state.messages);
  const jobs = useCoreState((state) => state.jobs);
  return useMemo(
    () =>
      columns.map(({ conversationId, runs }) => {
        const leaf = messages[conversations[conversationId ?? '']?.leafId ?? ''];
        const jobId = runs.find((run) => run.roundId === roundId)?.jobId ?? '';
        return { reply: leaf?.role === 'assistant' ? leaf : null, job: jobs[jobId] ?? null };
      }),
    [columns, roundId, conversations, messages, jobs],
  );
}
