/**
 * The only module that changes the window's copy of the core's state.
 *
 * Pure: (state, update) → state. Events, the snapshot and pages all come through here, so that duplicates, delays and
 * wrong order are handled in one place, with one test.
 */
import type { Batch, BatchPage, BatchRow } from '../../../shared/batch';
import type { Conversation, ConversationPage, Message, MessagePage } from '../../../shared/chat';
import type { CompareModality, ComparisonPage } from '../../../shared/compare';
import type { AppEvent, CommandResult, Snapshot } from '../../../shared/contract';
import { assertNever } from '../../../shared/errors';
import type { CallPage } from '../../../shared/inspector';
import type { JobPage } from '../../../shared/jobs';
import type { LedgerState } from '../../../shared/ledger';
import type { MediaPage } from '../../../shared/media';
import type { ModalityId } from '../../../shared/modalities';
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
  withFoundJobs,
  withJob,
  withJobPage,
  withLibraryPage,
  withMedia,
  withoutMedia,
} from './apply-jobs-and-media';
import { withoutPreset, withPreset } from './apply-presets';
import { noPrompts, type PagedPrompts, type Prompts, withPromptNews, withPromptPage } from './apply-prompts';
import { keepEqualParts } from './keep-equal';
import { appendDelta, type LiveText, liveTextOf, mergePagedText } from './live-text';

/** What the core reports, without what only a snapshot can give. */
export interface CoreState extends Batches, JobsAndMedia, Calls, Prompts, Comparisons {
  /** `null` until the first snapshot: until then only the frame is shown. */
  readonly app: Omit<Snapshot, 'conversations' | 'jobs'> | null;
  readonly conversations: Readonly<Record<string, Conversation>>;
  /** Cursor of the list of conversations; `null` at its end. */
  readonly listCursor: string | null;
  /** Keeps a late page from restoring what was deleted meanwhile. */
  readonly removedIds: ReadonlySet<string>;
  readonly messages: Readonly<Record<string, Message>>;
  /** The newest row of the ledger, of any profile: older query results are out of date. */
  readonly ledgerId: number;
  /** Counts snapshots; answers requested before the newest one are discarded. */
  readonly round: number;
  /** Text of the streaming replies, apart from `messages` so that one delta changes one small record. */
  readonly live: Readonly<Record<string, LiveText>>;
}

/** The result of a query. It adds what the window does not have, and never changes what an event has reported since. */
type Answer =
  | { readonly type: 'conversation.read'; readonly conversation: Conversation }
  | { readonly type: 'conversations.paged'; readonly page: ConversationPage }
  | { readonly type: 'messages.paged'; readonly page: MessagePage }
  | { readonly type: 'jobs.paged'; readonly modality: ModalityId; readonly page: JobPage }
  /** `isFirst` where it is the beginning of the selection, which it then replaces. */
  | {
      readonly type: 'library.paged';
      readonly filter: LibraryFilter;
      readonly isFirst: boolean;
      readonly page: MediaPage;
    }
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
  | { readonly type: 'comparisons.paged'; readonly modality: CompareModality; readonly page: ComparisonPage };

/** An answer, with the window's state when it was requested: whatever differs now came from a newer event. */
export type Reading = Answer & { readonly asOf: CoreState };

export type News =
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
  conversations: {},
  listCursor: null,
  removedIds: new Set(),
  messages: {},
  round: 0,
  ledgerId: 0,
  live: {},
  ...noJobsAndMedia,
  ...noCalls,
  ...noPrompts,
  ...noBatches,
  ...noComparisons,
};

/** The state after the update; the same object where nothing changes. */
export function applyEvent(state: CoreState, news: News): CoreState {
  if ('asOf' in news && news.asOf.round !== state.round) return state;
  switch (news.type) {
    case 'snapshot.taken':
      return fromSnapshot(news.snapshot, state.round + 1);
    case 'conversations.paged':
      return withConversationPage(state, news.page);
    case 'messages.paged':
      return withMessagePage(state, news);
    case 'conversation.read':
      return withAdded(state, [news.conversation]);
    case 'conversation.changed':
      return withConversation(state, news.conversation);
    case 'conversation.removed':
      return withoutConversation(state, news.conversationId);
    case 'message.changed':
      return withMessage(state, news.message);
    case 'message.delta':
      return withDelta(state, news);
    case 'settings.changed':
      return withApp(state, { settings: news.settings });
    case 'profiles.changed':
      return withApp(state, { profiles: news.profiles, activeProfileId: news.activeProfileId });
    case 'keychain.changed':
      return withApp(state, { keychain: news.keychain });
    case 'models.changed':
      return isOfActive(state, news.catalogue) ? withApp(state, { catalogue: news.catalogue }) : state;
    case 'credits.changed':
      return isOfActive(state, news.credits) ? withApp(state, { credits: news.credits }) : state;
    case 'ledger.changed':
      return withLedger(state, news.ledger);
    case 'archive.changed':
      return withApp(state, { archive: news.task });
    case 'backups.changed':
      return withApp(state, { backups: news.backups });
    case 'opening.changed':
      return withApp(state, { opening: news.request });
    case 'updates.changed':
      return withApp(state, { updates: news.updates });
    case 'archive.restored':
      return state;
    case 'notices.changed':
      return withApp(state, { notices: news.notices });
    case 'jobs.paged':
      return { ...state, ...withJobPage(state, news.modality, news.page) };
    case 'library.paged':
      return { ...state, ...withLibraryPage(state, news) };
    case 'job.changed':
      return { ...state, ...withJob(state, news.job) };
    case 'media.changed':
      return { ...state, ...withMedia(state, news.media) };
    case 'media.removed':
      return { ...state, ...withoutMedia(state, news.ids) };
    default:
      return applyToolNews(state, news);
  }
}

type ToolNews = Extract<
  News,
  { readonly type: `${'comparison' | 'call' | 'prompt' | 'preset' | 'batch'}${string}` }
>;

/** Events of everything except chats and results. */
function applyToolNews(state: CoreState, news: ToolNews): CoreState {
  switch (news.type) {
    case 'comparison.changed':
      return { ...state, ...withComparison(state, news.comparison) };
    case 'comparison.removed':
      return { ...state, ...withoutComparison(state, news.comparisonId) };
    case 'comparison.opened':
      return withOpenedComparison(state, news);
    case 'comparisons.paged':
      return { ...state, ...withComparisonPage(state, news.modality, news.page) };
    case 'calls.paged':
      return { ...state, ...withCallPage(state, news) };
    case 'calls.opened':
      return { ...state, callNews: 0 };
    case 'calls.closed':
      return { ...state, ...noCalls };
    case 'prompts.paged':
      return { ...state, ...withPromptPage(state, news) };
    case 'prompts.closed':
      return { ...state, promptList: null };
    case 'preset.changed':
      return withApp(state, { presets: withPreset(state.app?.presets, news.preset) });
    case 'preset.removed':
      return withApp(state, { presets: withoutPreset(state.app?.presets, news.presetId) });
    case 'prompt.changed':
    case 'prompt.removed':
      return withPromptNews(state);
    case 'batch.changed':
      return { ...state, ...withBatch(state, news.batch) };
    case 'batch.removed':
      return { ...state, ...withoutBatch(state, news.batchId) };
    case 'batch.row.changed':
      return withRow(state, news.row);
    case 'batches.paged':
      return { ...state, ...withBatchPage(state, news.page.batches), batchCursor: news.page.nextCursor };
    case 'batch.read':
      return { ...state, ...withBatchPage(state, [news.batch]) };
    case 'batch.rows.opened':
      return { ...state, batchRows: { batchId: news.batchId, rows: {} } };
    case 'batch.rows.paged':
      return { ...state, ...withRowPage(state, news.batchId, news.rows) };
    case 'batch.rows.closed':
      return { ...state, batchRows: null };
    case 'call.changed':
      return withCall(state, news.call);
    case 'calls.cleared':
      return withoutCalls(state);
    default:
      return assertNever(news);
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

function withConversation(state: CoreState, conversation: Conversation): CoreState {
  const { id } = conversation;
  const known = keepEqualParts(state.conversations[id], conversation);
  const conversations = { ...state.conversations, [id]: known };
  if (!state.removedIds.has(id)) return { ...state, conversations };
  // Restored: its pages count again.
  const removedIds = new Set([...state.removedIds].filter((removed) => removed !== id));
  return { ...state, conversations, removedIds };
}

function withConversationPage(state: CoreState, page: ConversationPage): CoreState {
  return { ...withAdded(state, page.conversations), listCursor: page.nextCursor };
}

/** An event is at least as new as any answer that was requested before it, so an answer only adds. */
function withAdded(state: CoreState, read: readonly Conversation[]): CoreState {
  const added = read.filter(({ id }) => !state.removedIds.has(id));
  return { ...state, conversations: { ...byId(added), ...state.conversations } };
}

function withoutConversation(state: CoreState, conversationId: string): CoreState {
  const { [conversationId]: _removed, ...conversations } = state.conversations;
  const kept = Object.values(state.messages).filter((message) => message.conversationId !== conversationId);
  return {
    ...state,
    conversations,
    removedIds: new Set(state.removedIds).add(conversationId),
    messages: byId(kept),
    live: Object.fromEntries(Object.entries(state.live).filter(([id]) => kept.some((one) => one.id === id))),
  };
}

function withMessage(state: CoreState, message: Message): CoreState {
  const messages = { ...state.messages, ...siblingsOf(state, message), [message.id]: message };
  const { [message.id]: known, ...otherLive } = state.live;
  const found = withFoundJobs(state, message.jobs);
  if (message.status !== 'streaming')
    return { ...state, ...found, messages, live: known ? otherLive : state.live };
  return {
    ...state,
    ...found,
    messages,
    live: { ...otherLive, [message.id]: mergePagedText(known, message) },
  };
}

/** A new reply also changes the sibling count of the replies beside it, which only its own record reports. */
function siblingsOf(state: CoreState, { siblingIds }: Message): Record<string, Message> {
  const known = siblingIds.map((id) => state.messages[id]).filter((one) => one !== undefined);
  return byId(known.map((one) => ({ ...one, siblingIds })));
}

interface PagedMessages {
  readonly page: MessagePage;
  readonly asOf: CoreState;
}

/** Adds a page with one copy of the records, however many messages are loaded. */
function withMessagePage(state: CoreState, { page, asOf }: PagedMessages): CoreState {
  if (state.removedIds.has(page.conversationId)) return state;
  const messages = { ...state.messages };
  const live = { ...state.live };
  for (const message of page.messages) {
    const known = messages[message.id];
    // An event about the message arrived while the page was loading: the event is newer.
    const isOld = known !== undefined && known !== asOf.messages[message.id];
    if (isOld && (hasEnded(known) || message.status !== 'streaming')) continue;
    if (!isOld) messages[message.id] = message;
    if (message.status === 'streaming') live[message.id] = mergePagedText(live[message.id], message);
    else delete live[message.id];
  }
  const jobs = page.messages.flatMap((message) => message.jobs);
  return { ...state, ...withFoundJobs(state, jobs), messages, live };
}

const hasEnded = (message: Message | undefined) => message !== undefined && message.status !== 'streaming';

function withDelta(state: CoreState, delta: Extract<AppEvent, { type: 'message.delta' }>): CoreState {
  const message = state.messages[delta.messageId];
  if (message?.status !== 'streaming') return state;
  const known = state.live[delta.messageId] ?? liveTextOf(message);
  const next = appendDelta(known, delta);
  return next === known ? state : { ...state, live: { ...state.live, [delta.messageId]: next } };
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

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
