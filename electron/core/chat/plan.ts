import type { Conversation } from '../../../shared/chat/chat';
import type { ConversationOwner } from '../../../shared/chat/owner';
import { ownParts, type WrittenPart } from '../../../shared/chat/written-parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { formatKey, schemaAsked } from '../../../shared/run/response-format';
import { requireExtra } from '../lib/require-extra';
import { requireRounds, type SentMessage } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { RoundsLeft } from '../prices/planned-call';
import { withMarkOf } from './marked-parts';
import { requireFiles } from './require-files';
import { titleFrom } from './title';
import { goesOn, roundsLeft } from './tool-loop';

/** A reply that is stored and can now be requested. */
export interface ReplyPlan {
  readonly replyId: string;
  readonly conversationId: string;
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  /** The branch up to the message to answer, oldest first. */
  readonly history: readonly SentMessage[];
  /** The parts that a continued reply already has. */
  readonly before?: readonly WrittenPart[];
  /** How long a continued reply had thought. */
  readonly thoughtMs?: number | undefined;
  /** The last message is the beginning of the reply: the model goes on from it. */
  readonly isBegun?: true;
  /** The parts of an earlier attempt at a reply that is asked again. */
  readonly kept?: readonly WrittenPart[];
  /** Made once per reply: if the same request reaches the gateway twice, it is charged once. */
  readonly idempotencyKey: string;
  /** Repeated with the same key: the gateway may return its stored answer. */
  readonly isRepeat?: boolean;
  /** Nobody looks at it: a gateway that refuses it for now is waited for, however long that is. */
  readonly isPatient?: boolean;
  /** Its texts are compared by their vectors (`measured-reply.ts`). */
  readonly isMeasured?: boolean | undefined;
  /** Where calls of tools are answered without a person, what is left for it. */
  readonly rounds?: RoundsLeft;
  /** As the person gave it: rounds that follow by themselves go with it. */
  readonly isConfirmed?: boolean | undefined;
}

/** The whole branch is sent to the model; the page only ever loads a part of it. */
export const WHOLE_BRANCH = 1_000_000;

/** How a message is sent that no person is sending at this moment: a batch, a comparison or the queue is. */
export interface SendOptions {
  /** What a new conversation belongs to. */
  readonly owner?: ConversationOwner;
  /** Made earlier where the intent was stored before the message. */
  readonly idempotencyKey?: string;
  /** The queue sends it: what was chosen and shown since then stays. */
  readonly isQueued?: boolean;
}

/** Stores a message and its pending reply, in a new conversation if none is given; all or nothing. */
export function storeSend(
  ports: Ports,
  input: CheckedInput<'chat.send'>,
  profileId: string,
  { owner, idempotencyKey, isQueued = false }: SendOptions = {},
): ReplyPlan {
  const { storage, clock } = ports;
  const files = requireFiles(ports, input.attachments);
  return storage.transaction(() => {
    const conversation = openConversation(ports, input, owner);
    const { model, settings, messageId } = input;
    if (!isQueued && input.keepsSettings !== true)
      storage.conversations.configure(conversation.id, { model, settings });
    const parentId = parentOf(ports, conversation, input.parentId);
    storage.messages.insert({
      id: messageId,
      conversationId: conversation.id,
      parentId,
      role: 'user',
      parts: withMarkOf(storage, input.editOf, ownParts(input.text, files)),
      status: 'complete',
      model: null,
      profileId: null,
      idempotencyKey: null,
      createdAt: clock.now(),
    });
    // Never both: a kill after this would leave a message that seems not to be sent.
    storage.conversations.dequeue(messageId);
    const replyId = clock.newId();
    return insertPendingReply(ports, {
      replyId,
      conversationId: conversation.id,
      parentId: messageId,
      profileId,
      model,
      settings,
      idempotencyKey,
      shownLeafId: isQueued && parentId !== conversation.leafId ? conversation.leafId : undefined,
    });
  });
}

/**
 * Stores a new pending reply beside an existing one.
 * @throws AppError `not_found`, or `invalid_input` if the message is not a reply.
 */
export function storeRegenerate(
  ports: Ports,
  input: CheckedInput<'chat.regenerate'>,
  profileId: string,
): ReplyPlan {
  const { storage } = ports;
  const { conversation, parentId, model } = regenerable(ports, input.messageId, input.model);
  const { settings, id: conversationId } = conversation;
  return storage.transaction(() =>
    insertPendingReply(ports, {
      replyId: input.replyId,
      conversationId,
      parentId,
      profileId,
      model,
      settings,
    }),
  );
}

/**
 * The conversation of a reply, the message it answers and the model to ask now.
 * @param wanted the model where another than the conversation's is wanted
 */
export function regenerable({ storage }: Pick<Ports, 'storage'>, messageId: string, wanted?: string) {
  const message = storage.messages.get(messageId);
  const conversation = message && storage.conversations.get(message.conversationId);
  if (!message || !conversation)
    throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
  const model = wanted ?? conversation.model ?? message.model;
  if (message.role !== 'assistant' || message.parentId === null || model === null) {
    throw new AppError({
      code: 'invalid_input',
      field: 'messageId',
      message: 'Only a reply can be regenerated.',
    });
  }
  return { conversation, parentId: message.parentId, model };
}

/** @throws AppError `not_found` where the message to answer is in another conversation. */
function parentOf(
  { storage }: Ports,
  conversation: Conversation,
  parentId: string | null | undefined,
): string | null {
  if (parentId === undefined) return conversation.leafId;
  if (parentId !== null && storage.messages.get(parentId)?.conversationId !== conversation.id) {
    throw new AppError({ code: 'not_found', message: 'The message to answer is not part of this chat.' });
  }
  return parentId;
}

function openConversation(
  { storage, clock }: Ports,
  input: CheckedInput<'chat.send'>,
  owner: ConversationOwner | undefined,
): Conversation {
  const id = input.conversationId ?? clock.newId();
  if (input.conversationId === null) {
    const { model, settings } = input;
    storage.conversations.create({
      id,
      title: titleFrom(input.text || (input.attachments?.[0]?.name ?? '')),
      createdAt: clock.now(),
      model,
      settings,
      owner,
    });
  }
  const conversation = storage.conversations.get(id);
  if (!conversation) throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
  return conversation;
}

type PendingReply = Omit<ReplyPlan, 'history' | 'idempotencyKey'> & {
  readonly parentId: string | null;
  readonly idempotencyKey?: string;
  /** The end of another branch that stays visible; by default the reply becomes visible. */
  readonly shownLeafId?: string | null;
};

/** Stores a reply that is yet to be written, and shows its branch. */
export function insertPendingReply(
  { storage, clock }: Ports,
  { parentId, shownLeafId, ...pending }: PendingReply,
): ReplyPlan {
  requireExtra('chat', pending.settings.extra, 'settings.extra');
  const idempotencyKey = pending.idempotencyKey ?? clock.newId();
  const plan = { ...pending, idempotencyKey };
  const { replyId: id, conversationId, profileId, model } = plan;
  const createdAt = clock.now();
  const askedFormat = formatKey(plan.settings);
  storage.messages.insert({
    id,
    conversationId,
    parentId,
    role: 'assistant',
    parts: plan.before ?? [],
    status: 'streaming',
    model,
    profileId,
    idempotencyKey,
    createdAt,
    askedFormat: askedFormat ?? undefined,
  });
  storage.conversations.setLeaf(conversationId, shownLeafId ?? id, createdAt);
  const history =
    parentId === null ? [] : storage.messages.pathEndingIn(conversationId, parentId, WHOLE_BRANCH).messages;
  requireRounds(history);
  const { owner } = storage.conversations.get(conversationId) ?? {};
  const isShown = owner !== undefined && goesOn(owner);
  const format = schemaAsked(plan.settings);
  // The rows of a batch are all judged by the schema of the batch.
  if (isShown && askedFormat !== null && format !== null)
    storage.messages.keepFormat(conversationId, askedFormat, format);
  // Of a row or cell its chat has them, which nothing else is sent in.
  if (isShown) storage.messages.keepSettings({ id, conversationId }, plan.settings);
  const rounds = isShown ? roundsLeft(pending.settings, history) : null;
  return { ...plan, history, ...(rounds !== null && { rounds }) };
}
