/**
 * The only module that changes the window's copy of the core's state.
 *
 * Pure: (state, update) → state. Events, the snapshot and pages all come through here, so that duplicates, delays and
 * wrong order are handled in one place, with one test.
 */
import type { CallPage } from '../../../shared/calls/inspector';
import type { Conversation, ConversationPage, MessagePage } from '../../../shared/chat/chat';
import type { AppEvent, CommandResult, Snapshot } from '../../../shared/contract';
import type { Batch, BatchPage, BatchRow } from '../../../shared/lab/batch';
import type { ComparisonPage } from '../../../shared/lab/compare';
import type { JobPage } from '../../../shared/media/jobs';
import type { MediaItem, MediaPage } from '../../../shared/media/media';
import type { MediaModality, ModalityId } from '../../../shared/modalities/modalities';
import type { LedgerState } from '../../../shared/money/ledger';
import {
  type Batches,
  noBatches,
  withBatch,
  withBatchPage,
  withoutBatch,
  withRow,
  withRowPage,
} from './apply-batches';
import { type Calls, noCalls, withCall, withCallPage, withoutCalls } from './apply-calls';
import {
  byId,
  type Chats,
  noChats,
  withAdded,
  withConversation,
  withConversationPage,
  withMessage,
  withMessagePage,
  withoutConversation,
  withPiece,
} from './apply-chats';
import {
  type Comparisons,
  noComparisons,
  withComparison,
  withComparisonPage,
  withoutComparison,
} from './apply-comparisons';
import {
  type JobsAndMedia,
  jobsAndMediaOf,
  type LibraryFilter,
  noJobsAndMedia,
  withBoardNews,
  withFoundMedia,
  withJob,
  withJobPage,
  withLibraryPage,
  withMedia,
  withoutMedia,
} from './apply-jobs-and-media';
import {
  noPrompts,
  type PagedPrompts,
  type Prompts,
  withoutPreset,
  withPreset,
  withPromptChange,
  withPromptPage,
} from './apply-prompts';

/** What the core reports, without what only a snapshot can give. */
export interface CoreState extends Chats, Batches, JobsAndMedia, Calls, Prompts, Comparisons {
  /** `null` until the first snapshot: until then only the frame is shown. */
  readonly app: Omit<Snapshot, 'conversations' | 'jobs'> | null;
  /** The newest row of the ledger, of any profile: older query results are out of date. */
  readonly ledgerId: number;
  /** Counts snapshots; answers requested before the newest one are discarded. */
  readonly round: number;
}

/** The result of a query. It adds what the window does not have, and never changes what an event has reported since. */
type Answer =
  | { readonly type: 'conversation.read'; readonly conversation: Conversation }
  | { readonly type: 'conversations.paged'; readonly page: ConversationPage }
  | { readonly type: 'messages.paged'; readonly page: MessagePage }
  | { readonly type: 'jobs.paged'; readonly modality: MediaModality; readonly page: JobPage }
  /** `isFirst` where it is the beginning of the selection, which it then replaces. */
  | {
      readonly type: 'library.paged';
      readonly filter: LibraryFilter;
      readonly isFirst: boolean;
      readonly page: MediaPage;
    }
  | { readonly type: 'media.found'; readonly items: readonly MediaItem[] }
  | {
      readonly type: 'calls.paged';
      readonly query: string;
      readonly isFirst: boolean;
      readonly page: CallPage;
    }
  | { readonly type: 'batch.read'; readonly batch: Batch }
  | { readonly type: 'batches.paged'; readonly page: BatchPage }
  | { readonly type: 'batch.rows.paged'; readonly batchId: string; readonly rows: readonly BatchRow[] }
  | ({ readonly type: 'prompts.paged' } & PagedPrompts)
  | ({ readonly type: 'comparison.opened' } & OpenedComparison)
  | { readonly type: 'comparisons.paged'; readonly modality: ModalityId; readonly page: ComparisonPage };

/** An answer, with the window's state when it was requested: whatever differs now came from a newer event. */
export type Reading = Answer & { readonly asOf: CoreState };

export type CoreUpdate =
  | AppEvent
  | Reading
  | { readonly type: 'snapshot.taken'; readonly snapshot: Snapshot }
  /** The rows of a batch are visible: their events count. */
  | { readonly type: 'batch.rows.opened'; readonly batchId: string }
  /** The rows of a batch are no longer visible. */
  | { readonly type: 'batch.rows.closed' }
  /** The prompts are no longer visible. */
  | { readonly type: 'prompts.closed' }
  /** The inspector is open: events of calls count. */
  | { readonly type: 'calls.opened' }
  /** The inspector is closed. */
  | { readonly type: 'calls.closed' };

export const nothingReported: CoreState = {
  app: null,
  round: 0,
  ledgerId: 0,
  ...noChats,
  ...noJobsAndMedia,
  ...noCalls,
  ...noPrompts,
  ...noBatches,
  ...noComparisons,
};

/** The state after the update; the same object where nothing changes. */
export function applyEvent(state: CoreState, update: CoreUpdate): CoreState {
  if ('asOf' in update && update.asOf.round !== state.round) return state;
  switch (update.type) {
    case 'snapshot.taken':
      return fromSnapshot(update.snapshot, state.round + 1);
    case 'conversations.paged':
      return withConversationPage(state, update.page);
    case 'messages.paged':
      return withMessagePage(state, update);
    case 'conversation.read':
      return withAdded(state, [update.conversation]);
    case 'conversation.changed':
      return withConversation(state, update.conversation);
    case 'conversation.removed':
      return withoutConversation(state, update.conversationId);
    case 'message.changed':
      return withMessage(state, update.message);
    case 'message.delta':
    case 'message.call':
      return withPiece(state, update);
    case 'settings.changed':
      return withApp(state, { settings: update.settings });
    case 'profiles.changed':
      return withApp(state, { profiles: update.profiles, activeProfileId: update.activeProfileId });
    case 'keychain.changed':
      return withApp(state, { keychain: update.keychain });
    case 'models.changed':
      return isOfActive(state, update.catalogue) ? withApp(state, { catalogue: update.catalogue }) : state;
    case 'ledger.changed':
      return withLedger(state, update.ledger);
    case 'archive.changed':
      return withApp(state, { archive: update.task });
    case 'backups.changed':
      return withApp(state, { backups: update.backups });
    case 'opening.changed':
      return withApp(state, { opening: update.request });
    case 'updates.changed':
      return withApp(state, { updates: update.updates });
    case 'archive.restored':
      return state;
    case 'notices.changed':
      return withApp(state, { notices: update.notices });
    case 'jobs.paged':
      return { ...state, ...withJobPage(state, update.modality, update.page) };
    case 'library.paged':
      return { ...state, ...withLibraryPage(state, update) };
    case 'media.found':
      return { ...state, ...withFoundMedia(state, update.items) };
    case 'job.changed':
      return { ...state, ...withJob(state, update.job) };
    case 'media.changed':
      return { ...state, ...withMedia(state, update.media) };
    case 'media.removed':
      return { ...state, ...withoutMedia(state, update.ids) };
    case 'boards.changed':
      return { ...state, ...withBoardNews(state) };
    default:
      return applyToolUpdate(state, update);
  }
}

type ToolUpdate = Extract<
  CoreUpdate,
  {
    readonly type: `${'check.' | 'experiment.' | 'toolRound.' | 'tools.' | 'comparison' | 'call' | 'prompt' | 'preset' | 'batch'}${string}`;
  }
>;

/** Events of everything except chats and results. */
function applyToolUpdate(state: CoreState, update: ToolUpdate): CoreState {
  switch (update.type) {
    case 'comparison.changed':
      return { ...state, ...withComparison(state, update.comparison) };
    case 'comparison.removed':
      return { ...state, ...withoutComparison(state, update.comparisonId) };
    case 'comparison.opened':
      return withOpenedComparison(state, update);
    case 'comparisons.paged':
      return { ...state, ...withComparisonPage(state, update.modality, update.page) };
    case 'calls.paged':
      return { ...state, ...withCallPage(state, update) };
    case 'calls.opened':
      return { ...state, callChanges: 0 };
    case 'calls.closed':
      return { ...state, ...noCalls };
    case 'prompts.paged':
      return { ...state, ...withPromptPage(state, update) };
    case 'prompts.closed':
      return { ...state, promptList: null };
    case 'preset.changed':
      return withApp(state, { presets: withPreset(state.app?.presets, update.preset) });
    case 'preset.removed':
      return withApp(state, { presets: withoutPreset(state.app?.presets, update.presetId) });
    case 'prompt.changed':
    case 'prompt.removed':
      return withPromptChange(state);
    case 'batch.changed':
      return { ...state, ...withBatch(state, update.batch) };
    case 'batch.removed':
      return { ...state, ...withoutBatch(state, update.batchId) };
    case 'batch.row.changed':
      return withRow(state, update.row);
    case 'batches.paged':
      return { ...state, ...withBatchPage(state, update.page.batches), batchCursor: update.page.nextCursor };
    case 'batch.read':
      return { ...state, ...withBatchPage(state, [update.batch]) };
    case 'batch.rows.opened':
      return { ...state, batchRows: { batchId: update.batchId, rows: {} } };
    case 'batch.rows.paged':
      return { ...state, ...withRowPage(state, update.batchId, update.rows) };
    case 'batch.rows.closed':
      return { ...state, batchRows: null };
    case 'call.changed':
      return withCall(state, update.call);
    case 'calls.cleared':
      return withoutCalls(state);
    default:
      // Kept by the views that show them; anything else that is forgotten here doesn’t compile.
      update satisfies { readonly type: `${'check' | 'experiment' | 'toolRound' | 'tools'}.${string}` };
      return state;
  }
}

function fromSnapshot({ conversations, jobs, ...app }: Snapshot, round: number): CoreState {
  return {
    ...nothingReported,
    round,
    app,
    ledgerId: app.ledger.newestId,
    conversations: byId(conversations.conversations),
    listCursor: conversations.nextCursor,
    ...jobsAndMediaOf(jobs),
  };
}

function withApp(state: CoreState, patch: Partial<NonNullable<CoreState['app']>>): CoreState {
  return state.app === null ? state : { ...state, app: { ...state.app, ...patch } };
}

const isOfActive = ({ app }: CoreState, { profileId }: { readonly profileId: string }) =>
  app?.activeProfileId === profileId;

/** Another profile's call doesn't change the meter, but ledger queries may be out of date. */
function withLedger(state: CoreState, ledger: LedgerState): CoreState {
  const ledgerId = Math.max(state.ledgerId, ledger.newestId);
  return { ...(isOfActive(state, ledger) ? withApp(state, { ledger }) : state), ledgerId };
}

type OpenedComparison = CommandResult<'compare.get'>;

/** Events that arrived meanwhile are newer than the answer, so it only adds. */
function withOpenedComparison(state: CoreState, opened: OpenedComparison): CoreState {
  const { comparison, conversations, jobs: found } = opened;
  const { jobs = state.jobs, media = state.media } = withJobPage(state, 'image', {
    jobs: found,
    nextCursor: null,
  });
  const isGone = state.removedComparisonIds.has(comparison.id);
  return {
    ...withAdded(state, conversations),
    jobs,
    media,
    comparisons: isGone ? state.comparisons : { [comparison.id]: comparison, ...state.comparisons },
  };
}
