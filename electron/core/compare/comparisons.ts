import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Comparison } from '../../../shared/lab/compare';
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import type { RunningReplies } from '../chat/running-replies';
import type { EventBus } from '../events';
import type { JobContext } from '../jobs/context';
import { createSafeAnnounce } from '../lib/announce-safely';
import type { Ports } from '../ports/ports';

export interface ComparisonServices {
  readonly events: EventBus;
  readonly replies: RunningReplies;
  readonly jobContext: Pick<JobContext, 'read'>;
}

/** @throws AppError `not_found` */
export function findComparison({ storage }: Pick<Ports, 'storage'>, id: string): Comparison {
  const comparison = storage.comparisons.get(id);
  if (comparison) return comparison;
  throw new AppError({ code: 'not_found', message: 'This comparison no longer exists.' });
}

/** The user's commands for comparisons, except sending and deleting. */
export function createComparisons(ports: Ports, { events, jobContext }: ComparisonServices) {
  const { comparisons, conversations } = ports.storage;
  const safely = createSafeAnnounce(ports);
  const announce = (id: string) =>
    safely(() => {
      const comparison = comparisons.get(id);
      if (comparison) events.emit({ type: 'comparison.changed', comparison });
    });
  announceWithWork(events, announce);
  return {
    announce,
    page: ({ modality, cursor, limit }: CheckedInput<'compare.page'>) =>
      comparisons.page(modality, cursor, limit),
    get(id: string) {
      const comparison = findComparison(ports, id);
      const { columns } = comparison;
      return {
        comparison,
        conversations: columns.flatMap(({ conversationId }) =>
          conversationId === null ? [] : (conversations.get(conversationId) ?? []),
        ),
        jobs: columns.flatMap(({ runs }) => runs.map(({ jobId }) => jobContext.read(jobId))),
      };
    },
    rename({ id, title }: CheckedInput<'compare.rename'>) {
      findComparison(ports, id);
      comparisons.rename(id, title);
      announce(id);
    },
    pick({ id, columnId }: CheckedInput<'compare.pick'>) {
      const comparison = findComparison(ports, id);
      if (columnId === comparison.winnerId) return;
      const chats = ports.storage.transaction(() => pick(ports, comparison, columnId));
      for (const chat of chats) {
        const conversation = conversations.get(chat);
        if (conversation) events.emit({ type: 'conversation.changed', conversation });
      }
      announce(id);
    },
  };
}

/**
 * Makes one chat an ordinary conversation, and returns the one picked before to its comparison.
 * @returns the chats that changed
 */
function pick({ storage, clock }: Ports, { id, columns, winnerId }: Comparison, columnId: string | null) {
  const chatOf = (column: string | null) => columns.find((one) => one.id === column)?.conversationId ?? null;
  if (columnId !== null && !columns.some((one) => one.id === columnId)) {
    throw new AppError({ code: 'not_found', message: 'This column no longer exists.' });
  }
  storage.comparisons.setWinner(id, columnId);
  const [back, out] = [chatOf(winnerId), chatOf(columnId)];
  if (back !== null) storage.conversations.setOwner(back, { kind: 'comparison', id });
  if (out !== null) {
    storage.conversations.setOwner(out, null);
    storage.conversations.setLeaf(out, storage.conversations.get(out)?.leafId ?? null, clock.now());
  }
  return [back, out].filter((chat) => chat !== null);
}

/** A comparison's record holds cost and state of its columns, so it changes when one of them starts or ends. */
function announceWithWork(events: EventBus, announce: (id: string) => void): void {
  events.subscribe((event) => {
    const owner =
      event.type === 'conversation.changed'
        ? event.conversation.owner
        : event.type === 'job.changed' && isEdge(event.job)
          ? event.job.owner
          : null;
    if (owner?.kind === 'comparison') announce(owner.id);
  });
}

const isEdge = ({ status }: Job) => status === 'waiting' || finishedStatuses.includes(status);
