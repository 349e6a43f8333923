/** Places in the window and their addresses. */

/** Drafts and run settings of a chat that has not begun. */
export const NEW_CHAT = 'new';
/** Stands in the address for a comparison that has not begun. */
export const NEW_COMPARISON = 'new';

/** Stands in the address for a batch that has not begun. */
export const NEW_BATCH = 'new';

export interface Route {
  readonly tab: string;
  readonly conversationId: string | null;
  /** The job that is to be seen. */
  readonly jobId: string | null;
  /** The comparison on show, or `new` for one that has not begun. */
  readonly compareId: string | null;
  /** The batch that is to be seen, or `new` for one that has not begun. */
  readonly batchId?: string;
}

export const firstRoute: Route = { tab: 'chat', conversationId: null, jobId: null, compareId: null };

const jobMark = 'job:';
const compareMark = 'compare:';
const batchMark = 'batch:';

/**
 * `#/chat/<conversation>`, `#/video/job:<job>` or `#/image/compare:<comparison>` → where that is; anything else is the chat tab.
 *
 * @param lastConversationId stays open where the address names none
 */
export function routeOfHash(hash: string, lastConversationId: string | null = null): Route {
  const [, tab = '', named = ''] = hash.split('/');
  const route = { tab, conversationId: lastConversationId, jobId: null, compareId: null };
  if (tab === '') return { ...route, tab: 'chat' };
  if (named.startsWith(jobMark)) return { ...route, jobId: named.slice(jobMark.length) };
  if (named.startsWith(compareMark)) return { ...route, compareId: named.slice(compareMark.length) };
  if (named.startsWith(batchMark)) return { ...route, batchId: named.slice(batchMark.length) };
  return { ...route, conversationId: named === '' ? null : named };
}

/** The address of a comparison; of one that has not begun where no id is given. */
export const addressOfComparison = (tab: string, id: string = NEW_COMPARISON) =>
  `#/${tab}/${compareMark}${id}`;

/** The address of a job's result. */
export const addressOfJob = (tab: string, jobId: string) => `#/${tab}/${jobMark}${jobId}`;

/** The address of a batch. */
export const addressOfBatch = (batchId: string) => `#/batches/${batchMark}${batchId}`;
