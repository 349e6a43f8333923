/** The commands that edit the messages of a chat. Each makes a branch, costs nothing, and can be undone. */
import type { Conversation, Message } from '../../../shared/chat/chat';
import type { ChatEdit } from '../../../shared/chat/edits';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Ports } from '../ports/ports';
import { WHOLE_BRANCH } from './plan';
import { type BranchItem, rewriteBranch } from './rewrite-branch';
import type { RunningReplies } from './running-replies';
import { titleFrom } from './title';
import { partsInRole, writtenParts } from './written-message';

type Changed = Pick<Parameters<typeof rewriteBranch>[1], 'kind' | 'after' | 'subject'>;

/** @throws AppError `not_found`, `busy` while a reply is being written, or `invalid_input` */
export function createChatEdits(ports: Ports, replies: RunningReplies) {
  const { storage } = ports;
  const edited = (
    editId: string,
    conversationId: string,
    messageId: string | null,
    change: (before: readonly Message[], at: number) => Changed,
  ): ChatEdit => {
    const known = storage.chatEdits.get(editId);
    if (known !== undefined) return known;
    requireIdle(replies, conversationId);
    const edit = storage.transaction(() => {
      const before = branchWith(ports, conversationId, messageId);
      const at = messageId === null ? -1 : before.findIndex(({ id }) => id === messageId);
      return rewriteBranch(ports, { id: editId, conversationId, before, ...change(before, at) });
    });
    replies.announce(conversationId, () => versionsOf(ports, edit));
    return edit;
  };
  const ofMessage = (
    { editId, messageId }: { readonly editId: string; readonly messageId: string },
    change: (before: readonly Message[], at: number) => Changed,
  ) => edited(editId, findMessage(ports, messageId).conversationId, messageId, change);

  return {
    editMessage: (input: CheckedInput<'chat.editMessage'>) =>
      ofMessage(input, (before, at) => changedMessage(ports, input, before, at)),
    insertMessages: ({
      editId,
      conversationId,
      nextTo,
      newChat,
      place,
      messages,
    }: CheckedInput<'chat.insertMessages'>) =>
      edited(editId, conversationId, nextTo, (before, at) => {
        const to = nextTo !== null && place === 'after' ? at + 1 : Math.max(at, 0);
        const added = messages.map(({ role, parts }) => ({
          role,
          parts: writtenParts(ports, { role, parts }),
        }));
        if (newChat !== undefined) openChat(ports, conversationId, newChat, added);
        const after = [...kept(before.slice(0, to)), ...added, ...kept(before.slice(to))];
        return { kind: 'insert', after, subject: { ofId: null, at: to } };
      }),
    moveMessage: ({ nextTo, place, ...input }: CheckedInput<'chat.moveMessage'>) =>
      ofMessage(input, (before, at) => moved(before, at, { nextTo, place })),
    removeMessage: (input: CheckedInput<'chat.removeMessage'>) =>
      ofMessage(input, (before, at) => ({
        kind: 'remove',
        after: kept(before.filter((_, place) => place !== at)),
        subject: { ofId: input.messageId, at: null },
      })),
    rewriteBranch: ({ editId, conversationId, messages }: CheckedInput<'chat.rewriteBranch'>) =>
      edited(editId, requireChat(ports, conversationId), null, (before) => {
        const find = (id: string) => before.find((message) => message.id === id) ?? findMessage(ports, id);
        const after = messages.map((item): BranchItem => {
          if ('kept' in item) return { kept: ofChat(find(item.kept), conversationId) };
          const of = item.of === undefined ? undefined : ofChat(find(item.of), conversationId);
          return { role: item.role, parts: writtenParts(ports, item, of), of };
        });
        return { kind: 'rewrite', after };
      }),
    undoEdit: (input: CheckedInput<'chat.undoEdit'>) => undoEdit(ports, replies, input),
    lastEdit: (conversationId: string) => newestEdit(ports, conversationId) ?? null,
  };
}

/** Where it isn't there yet; its title is what its first message says. */
function openChat(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  id: string,
  chosen: Pick<Conversation, 'model' | 'settings'>,
  messages: readonly { readonly parts: readonly WrittenPart[] }[],
): void {
  if (storage.conversations.get(id) !== undefined) return;
  const said = messages.flatMap(({ parts }) => parts).find((part) => part.type === 'text');
  const title = titleFrom(said !== undefined && 'text' in said ? said.text : '');
  storage.conversations.create({ id, title, createdAt: clock.now(), ...chosen });
}

const kept = (messages: readonly Message[]): readonly BranchItem[] =>
  messages.map((message) => ({ kept: message }));

function changedMessage(
  ports: Ports,
  { messageId, role, parts }: CheckedInput<'chat.editMessage'>,
  before: readonly Message[],
  at: number,
): Changed {
  const of = findMessage(ports, messageId);
  const next = role ?? of.role;
  const given = parts ?? partsInRole(of, next, before.slice(0, at));
  const item = { role: next, parts: writtenParts(ports, { role: next, parts: given }, of), of };
  const after = [...kept(before.slice(0, at)), item, ...kept(before.slice(at + 1))];
  return { kind: 'edit', after, subject: { ofId: messageId, at } };
}

function moved(
  before: readonly Message[],
  at: number,
  { nextTo, place }: Pick<CheckedInput<'chat.moveMessage'>, 'nextTo' | 'place'>,
): Changed {
  const message = before[at];
  const rest = before.filter((_, index) => index !== at);
  const beside = rest.findIndex(({ id }) => id === nextTo);
  if (message === undefined || beside === -1)
    throw new AppError({
      code: 'invalid_input',
      field: 'nextTo',
      message: 'A message can be moved only beside another one of its branch.',
    });
  const to = place === 'after' ? beside + 1 : beside;
  const after = [...kept(rest.slice(0, to)), { kept: message, isMoved: true }, ...kept(rest.slice(to))];
  return { kind: 'move', after, subject: { ofId: message.id, at: to } };
}

/** The branch on show where the message is in it; otherwise the newest one that holds it. */
function branchWith(
  { storage: { conversations, messages } }: Ports,
  conversationId: string,
  messageId: string | null,
): readonly Message[] {
  const { leafId = null } = conversations.get(conversationId) ?? {};
  const pathTo = (id: string) => messages.pathEndingIn(conversationId, id, WHOLE_BRANCH).messages;
  const shown = leafId === null ? [] : pathTo(leafId);
  if (messageId === null || shown.some(({ id }) => id === messageId)) return shown;
  const other = pathTo(messages.newestLeafBelow(messageId));
  if (other.some(({ id }) => id === messageId)) return other;
  throw gone();
}

function undoEdit(
  ports: Ports,
  replies: RunningReplies,
  { conversationId, editId }: CheckedInput<'chat.undoEdit'>,
): ChatEdit {
  const { storage, clock } = ports;
  requireIdle(replies, requireChat(ports, conversationId));
  const edit = editId === undefined ? newestEdit(ports, conversationId) : storage.chatEdits.get(editId);
  if (edit?.conversationId !== conversationId) throw nothingToUndo();
  if (edit.undoneAt !== null) return edit;
  const { id, madeId, made, beforeLeafId } = edit;
  if (beforeLeafId !== null && !isThere(ports, beforeLeafId))
    throw new AppError({ code: 'not_found', message: 'What was here before this edit was deleted.' });
  const undoneAt = clock.now();
  storage.transaction(() => {
    if (madeId !== null && storage.messages.isUncalled(madeId, made))
      storage.messages.setRemoved(madeId, undoneAt);
    storage.conversations.setLeaf(conversationId, beforeLeafId, undoneAt);
    storage.chatEdits.setUndone(id, undoneAt);
  });
  replies.announce(conversationId, () => versionsOf(ports, edit));
  return { ...edit, undoneAt };
}

/** How far back an undo looks; more edits than anyone takes back one by one. */
const UNDO_EDITS = 500;

/** The newest edit that led to what is on show. */
function newestEdit({ storage }: Ports, conversationId: string): ChatEdit | undefined {
  const leafId = storage.conversations.get(conversationId)?.leafId ?? null;
  return storage.chatEdits.of(conversationId, UNDO_EDITS).find(({ undoneAt, madeId, afterLeafId }) => {
    if (undoneAt !== null) return false;
    // Whatever followed what it made, such as a reply to a run, came from it.
    const from = madeId ?? afterLeafId;
    if (from === null || leafId === null) return from === leafId;
    return storage.messages.isAtOrBelow(leafId, from);
  });
}

/** A deleted message is still there until the next start, but no longer among its siblings. */
const isThere = ({ storage }: Ports, id: string): boolean =>
  storage.messages.get(id)?.siblingIds.includes(id) === true;

/** Each of them has one version more, or one less. */
function versionsOf({ storage: { messages } }: Ports, { madeId }: ChatEdit): readonly string[] {
  return madeId === null ? [] : (messages.get(madeId)?.siblingIds ?? []);
}

function findMessage({ storage }: Ports, id: string): Message {
  const message = storage.messages.get(id);
  if (message === undefined) throw gone();
  return message;
}

function ofChat(message: Message, conversationId: string): Message {
  if (message.conversationId === conversationId) return message;
  throw new AppError({ code: 'not_found', message: 'This message is not part of the chat.' });
}

function requireChat({ storage }: Ports, id: string): string {
  if (storage.conversations.get(id)) return id;
  throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
}

function requireIdle(replies: RunningReplies, conversationId: string): void {
  if (!replies.isWriting(conversationId)) return;
  throw new AppError({ code: 'busy', message: 'A reply is still being written here. Stop it first.' });
}

const gone = () => new AppError({ code: 'not_found', message: 'This message no longer exists.' });

const nothingToUndo = () =>
  new AppError({ code: 'not_found', message: 'There is no edit to undo in this branch.' });
