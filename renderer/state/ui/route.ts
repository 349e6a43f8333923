/** Places in the window and their addresses. */

/** The key of drafts and run settings of a chat without messages. */
export const NEW_CHAT = 'new';
/** The address of a comparison without rounds. */
export const NEW_COMPARISON = 'new';

/** The address of a batch that was not started. */
export const NEW_BATCH = 'new';

export interface Route {
  readonly tab: string;
  readonly conversationId: string | null;
  /** The job to show. */
  readonly jobId: string | null;
  /** The visible comparison, or `new` for one without rounds. */
  readonly compareId: string | null;
  /** The visible batch, or `new` for one that was not started. */
  readonly batchId?: string;
  /** The visible experiment, or `new` for one that is being made. */
  readonly experimentId?: string;
}

export const firstRoute: Route = { tab: 'chat', conversationId: null, jobId: null, compareId: null };

const jobMark = 'job:';
const compareMark = 'compare:';
const batchMark = 'batch:';

/**
 * Parses `#/chat/<conversation>`, `#/video/job:<job>`, `#/image/compare:<comparison>` or `#/lab/<experiment>`; any other address is the chat
 * tab.
 *
 * @param lastConversationId stays open where the address names none
 */
export function routeOfHash(hash: string, lastConversationId: string | null = null): Route {
  const [, tab = '', named = ''] = hash.split('/');
  const route = { tab, conversationId: lastConversationId, jobId: null, compareId: null };
  if (tab === '') return { ...route, tab: 'chat' };
  if (tab === 'lab') return named === '' ? route : { ...route, experimentId: named };
  if (named.startsWith(jobMark)) return { ...route, jobId: named.slice(jobMark.length) };
  if (named.startsWith(compareMark)) return { ...route, compareId: named.slice(compareMark.length) };
  if (named.startsWith(batchMark)) return { ...route, batchId: named.slice(batchMark.length) };
  return { ...route, conversationId: named === '' ? null : named };
}

/** The address of a comparison; of a new one without an id. */
export const addressOfComparison = (tab: string, id: string = NEW_COMPARISON) =>
  `#/${tab}/${compareMark}${id}`;

/** The address of a job's result. */
export const addressOfJob = (tab: string, jobId: string) => `#/${tab}/${jobMark}${jobId}`;

/** A tab; the open conversation stays open. */
export const addressOfTab = (tab: string, conversationId: string | null) =>
  conversationId === null || tab === 'lab' ? `#/${tab}` : `#/${tab}/${conversationId}`;

/** The address of a batch. */
export const addressOfBatch = (batchId: string) => `#/batches/${batchMark}${batchId}`;
