import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Message, MessageStatus } from '../../../shared/chat/chat';
import type { AppErrorData } from '../../../shared/errors';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { costText, spokenCost } from '../../../shared/money/cost';
import { beginComparison } from '../../parts/comparisons/comparison-actions';
import { RunFooter, SumOfRuns } from '../../parts/run-footer';
import { ColumnButton, SideColumn } from '../../parts/side-column';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useColumn } from '../../state/ui/columns';
import {
  type CompareView,
  columnLetter,
  compareKey,
  setCompareDraft,
  useCompareDraft,
  useCompareView,
} from '../../state/ui/compares';
import { goTo } from '../../state/ui/navigation';
import { NEW_COMPARISON } from '../../state/ui/route';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { loadComparison } from './compare-actions';
import { CompareColumns } from './compare-columns';
import { CompareComposer } from './compare-composer';
import { CompareHeader } from './compare-header';
import { CompareSettings } from './compare-settings';
import { useComparisonView } from './use-comparison-view';

interface CompareTabProps {
  modality: ModalityId;
  compareId: string;
  /** What is beside it in its tab. */
  history: ReactNode;
  jobs: ReactNode;
}

/** Several models side by side: a column each, one composer for all. */
export default function CompareTab(props: CompareTabProps) {
  const { modality, compareId } = props;
  const view = useCompareView(compareKey(modality, compareId), modality);
  return (
    <>
      <ComparePage key={compareId} {...props} view={view} />
      <CompareAnnouncer compareId={compareId} view={view} />
    </>
  );
}

function ComparePage({ modality, compareId, history, jobs, view }: CompareTabProps & { view: CompareView }) {
  const left = useColumn(modality, 'history');
  const side = useColumn(modality, 'side');
  const problem = useLoaded(modality, compareId, view.comparison !== undefined, view.columns.length);
  const shown = useComparisonView(view);
  return (
    <div className="relative flex min-w-0 flex-1">
      <SideColumn tab={modality} side="history" column={left}>
        {history}
      </SideColumn>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto [@media(max-height:560px)]:scroll-pb-28">
        <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1">
          <ColumnButton side="history" column={left} label="History" />
          <CompareHeader view={view} shown={shown}>
            <ColumnButton side="side" column={side} label="Run settings" />
          </CompareHeader>
        </div>
        <TakenAlong draftKey={view.key} />
        {problem === null ? (
          <CompareColumns view={view} shown={shown} />
        ) : (
          <Gone error={problem} modality={modality} />
        )}
        <CompareComposer view={view} />
        <CompareFooter view={view} />
      </main>
      <SideColumn tab={modality} side="side" column={side}>
        <CompareSettings view={view} shown={shown} />
        {jobs}
      </SideColumn>
    </div>
  );
}

/** Loads the contents of the comparison; a new one gets its first columns. */
function useLoaded(modality: ModalityId, compareId: string, isKnown: boolean, columns: number) {
  const hasModels = useCoreState(({ app }) => (app?.catalogue.models.length ?? 0) > 0);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const isNew = compareId === NEW_COMPARISON;
  useEffect(() => {
    if (isNew && columns === 0 && hasModels) beginComparison(modality);
  }, [isNew, columns, hasModels, modality]);
  useEffect(() => {
    // The list holds the comparison, but not the contents of its columns.
    if (isNew || (isKnown && loadedId === compareId)) return;
    setProblem(null);
    void loadComparison(compareId).then((error) => {
      setProblem(error);
      setLoadedId(compareId);
    });
  }, [isNew, isKnown, compareId, loadedId]);
  return problem;
}

function Gone({ error, modality }: { error: AppErrorData; modality: ModalityId }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <ErrorCard error={error}>
        <Button
          onClick={() => {
            goTo(`#/${modality}`);
          }}
        >
          Back
        </Button>
      </ErrorCard>
    </div>
  );
}

type Replies = readonly { readonly id: string; readonly status: MessageStatus }[];

/** Announces how each column's reply ended; the ends of jobs are announced elsewhere. */
function CompareAnnouncer({ compareId, view: { columns } }: { compareId: string; view: CompareView }) {
  const ended = useRef<ReadonlyMap<string, MessageStatus>>(new Map());
  const shownAt = useShownAt(compareId);
  const replies = useReplies(columns.map(({ conversationId }) => conversationId ?? ''));
  useEffect(() => {
    const { messages } = useCoreState.getState();
    const news = replies.flatMap(({ id, status }, index) => {
      const before = ended.current.get(id);
      // A quick reply may have ended before it was seen to begin; what was there before is no news.
      const isQuick = before === undefined && (messages[id]?.createdAt ?? 0) >= shownAt;
      const isRecent = status !== 'streaming' && (before === 'streaming' || isQuick);
      return isRecent ? [`Column ${columnLetter(index)}: ${endOf(status, messages[id])}`] : [];
    });
    const begins = replies.some(({ id, status }) => status === 'streaming' && !ended.current.has(id));
    ended.current = new Map(replies.map(({ id, status }) => [id, status]));
    if (news.length > 0) announce(news.join('. '));
    else if (begins) announce('Generating');
  }, [replies, shownAt]);
  return null;
}

/** A new comparison becomes one with an address as it is sent: quick replies may have ended before that is drawn. */
function useShownAt(compareId: string): number {
  const [shown, setShown] = useState(() => ({ compareId, at: Date.now() }));
  if (shown.compareId === compareId) return shown.at;
  const at = shown.compareId === NEW_COMPARISON ? shown.at : Date.now();
  setShown({ compareId, at });
  return at;
}

function endOf(status: MessageStatus, reply: Pick<Message, 'cost'> | undefined): string {
  const cost = spokenCost(reply?.cost ?? null) ?? 'cost unknown';
  return status === 'complete' ? `response complete, ${cost}` : `response ${status}, ${cost}`;
}

/** The newest reply of each chat; the same array until one of them changes its status. */
function useReplies(conversationIds: readonly string[]): Replies {
  const kept = useRef<Replies>([]);
  return useCoreState(({ conversations, messages }) => {
    const replies = conversationIds.map((id) => {
      const reply = messages[conversations[id]?.leafId ?? ''];
      return { id: reply?.id ?? '', status: reply?.status ?? 'complete' };
    });
    const isSame =
      replies.length === kept.current.length &&
      replies.every(({ id, status }, index) => {
        const before = kept.current[index];
        return before?.id === id && before.status === status;
      });
    if (!isSame) kept.current = replies;
    return kept.current;
  });
}

/** The figures of the whole comparison. */
function CompareFooter({ view: { comparison, columns } }: { view: CompareView }) {
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

/** Says that new chats of the comparison begin with another one, and lets them begin empty. */
function TakenAlong({ draftKey }: { draftKey: string }) {
  const { after } = useCompareDraft(draftKey);
  const title = useCoreState(({ conversations }) => after && conversations[after.conversationId]?.title);
  if (after === undefined) return null;
  return (
    <div className="flex flex-none items-center gap-3 border-line border-b bg-panel px-5 py-1.5 text-sm">
      <p className="min-w-0 flex-1 truncate text-muted" title={title}>
        Each column begins with the chat so far{title === undefined ? '' : `: ${title}`}
      </p>
      <Button className="flex-none" onClick={() => setCompareDraft(draftKey, { after: undefined })}>
        Start empty
      </Button>
    </div>
  );
}
