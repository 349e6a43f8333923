/** The one way in which an edit changes a chat: a branch is written beside the one on show, which stays. */
import type { Message } from '../../../shared/chat/chat';
import type { ChatEdit } from '../../../shared/chat/edits';
import type { MessageRole } from '../../../shared/chat/parts';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { Ports } from '../ports/ports';
import { copyMessage } from './copy-branch';

/** A message of the new branch: one of the old branch, or one that a person wrote. */
export type BranchItem =
  | { readonly kept: Message; readonly isMoved?: boolean }
  | {
      readonly role: MessageRole;
      readonly parts: readonly WrittenPart[];
      /** The message that was changed; a new one has none. */
      readonly of?: Message;
    };

interface Rewriting extends Pick<ChatEdit, 'id' | 'conversationId' | 'kind'> {
  /** The branch before, oldest first. */
  readonly before: readonly Message[];
  readonly after: readonly BranchItem[];
  /** Which of the new ones the edit is about, if it is about one. */
  readonly subject?: { readonly ofId: string | null; readonly at: number | null };
}

/**
 * Writes what comes after the messages that both branches begin with, and shows the new branch. Must run in a
 * transaction.
 */
export function rewriteBranch(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  { id, conversationId, kind, before, after, subject = { ofId: null, at: null } }: Rewriting,
): ChatEdit {
  const now = clock.now();
  const shared = sharedLength(before, after);
  const ids = before.slice(0, shared).map((message) => message.id);
  for (const item of after.slice(shared)) {
    const place = { conversationId, parentId: ids.at(-1) ?? null, now };
    ids.push(
      'kept' in item ? copied({ storage, clock }, item, place) : inserted({ storage, clock }, item, place),
    );
  }
  const edit: ChatEdit = {
    id,
    conversationId,
    kind,
    ofId: subject.ofId,
    messageId: subject.at === null ? null : (ids[subject.at] ?? null),
    madeId: ids[shared] ?? null,
    made: ids.length - shared,
    beforeLeafId: before.at(-1)?.id ?? null,
    afterLeafId: ids.at(-1) ?? null,
    at: now,
    undoneAt: null,
  };
  storage.conversations.setLeaf(conversationId, edit.afterLeafId, now);
  storage.chatEdits.add(edit);
  return edit;
}

/** How many messages both begin with. */
function sharedLength(before: readonly Message[], after: readonly BranchItem[]): number {
  const at = after.findIndex((item, place) => !('kept' in item) || item.kept.id !== before[place]?.id);
  return at === -1 ? after.length : at;
}

interface Place {
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly now: number;
}

type Write = Pick<Ports, 'storage' | 'clock'>;

const copied = (ports: Write, { kept, isMoved }: Extract<BranchItem, { kept: Message }>, place: Place) =>
  copyMessage(ports, kept, place.conversationId, place.parentId, isMoved === true ? 'moved' : 'copied');

/** A changed reply stays one of its model; no request stands behind it, so it has neither tokens nor a cost. */
function inserted(
  { storage, clock }: Write,
  { role, parts, of }: Extract<BranchItem, { role: MessageRole }>,
  { conversationId, parentId, now }: Place,
): string {
  const id = clock.newId();
  const isReply = role === 'assistant' && of?.role === 'assistant';
  storage.messages.insert({
    id,
    conversationId,
    parentId,
    role,
    parts,
    status: 'complete',
    model: isReply ? of.model : null,
    profileId: isReply ? of.profileId : null,
    idempotencyKey: null,
    createdAt: of?.createdAt ?? now,
    change: of === undefined || of.change === 'inserted' ? 'inserted' : 'edited',
  });
  return id;
}
