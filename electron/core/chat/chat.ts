import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Spending } from '../admission/spending';
import { requireQuestion } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { Storage } from '../ports/storage';
import { profileOfChatCall } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import { storeContinue, wasContinued } from './continue';
import { type ReplyPlan, regenerable, type SendOptions, storeRegenerate, storeSend } from './plan';
import { endOfQueuedBranch } from './queued-branch';
import { storeRun } from './run-here';
import type { RunningReplies } from './running-replies';
import type { SentFiles } from './sent-files';
import { type ReplySetup, storeToolAnswers } from './tool-answers';

export interface Chat {
  /** @throws AppError before anything is stored, so the typed text stays in the composer. */
  send(
    input: CheckedInput<'chat.send'>,
    options?: Pick<SendOptions, 'isQueued'>,
  ): Promise<{ conversationId: string; replyId: string }>;
  regenerate(input: CheckedInput<'chat.regenerate'>): Promise<{ replyId: string }>;
  /**
   * Stores the results of tools that a reply asked for, and asks for the next reply.
   * @param asked where nobody presses a key: what was asked before, whatever is chosen in the chat meanwhile
   */
  answerTools(input: CheckedInput<'chat.answerTools'>, asked?: ReplySetup): Promise<{ replyId: string }>;
  /** Asks for a reply at any message, which may begin with given words. */
  run(input: CheckedInput<'chat.run'>): Promise<{ replyId: string }>;
  /** Continues a reply that was interrupted, stopped, or ran out of tokens. */
  continue(input: CheckedInput<'chat.continue'>): Promise<void>;
}

type BesideInput = Pick<CheckedInput<'chat.run'>, 'messageId' | 'replyId' | 'profileId' | 'isConfirmed'>;

const stillWriting = 'A reply is still being written here. Stop it first, or wait for it to finish.';

/** Starts replies. The intent's id comes from the window, so the same intent sent twice is one reply and one charge. */
export function createChat(
  ports: Ports,
  profiles: Profiles,
  replies: RunningReplies,
  spending: Spending,
  sentFiles: SentFiles,
): Chat {
  const requireIdle = (conversationId: string | null) => {
    if (conversationId === null || !replies.isWriting(conversationId)) return;
    throw new AppError({ code: 'busy', message: stillWriting });
  };
  /** Stores the turn and admits its cost in one transaction: a refusal leaves nothing behind. */
  const admitted = (isConfirmed: boolean | undefined, store: () => ReplyPlan): ReplyPlan =>
    ports.storage.transaction(() => {
      const plan = store();
      requireQuestion(plan.history);
      sentFiles.check(plan);
      spending.admitReply(plan, isConfirmed);
      return { ...plan, isConfirmed };
    });
  const usableProfile = (conversationId: string | null, wanted?: string) =>
    readyProfile(profiles, wanted ?? profileOfChatCall(ports, conversationId, profiles.activeId()));
  const begin = (plan: ReplyPlan, changed: readonly string[] | (() => readonly string[])): void => {
    replies.start(plan);
    replies.announce(plan.conversationId, changed);
  };
  /** A reply beside others, whose id the window has made. */
  const beside = async (
    { messageId, replyId, ...input }: BesideInput,
    store: (profileId: string) => ReplyPlan,
  ) => {
    const conversationId = conversationOf(ports.storage, messageId);
    const profileId = await usableProfile(conversationId, input.profileId);
    if (ports.storage.messages.get(replyId)) return { replyId };
    requireIdle(conversationId);
    const plan = admitted(input.isConfirmed, () => store(profileId));
    begin(plan, () => siblingsOf(ports.storage, replyId));
    return { replyId };
  };
  return {
    async send(input, options) {
      const repeated = repeatOf(ports.storage, input.messageId);
      if (repeated) return repeated;
      const profileId = await usableProfile(input.conversationId, input.profileId);
      const resolved = await sentFiles.resolved(profileId, input);
      // Checked again: a second call with the same id may have arrived while this one waited.
      const meanwhile = repeatOf(ports.storage, input.messageId);
      if (meanwhile) return meanwhile;
      requireIdle(input.conversationId);
      const plan = admitted(input.isConfirmed, () =>
        storeSend(ports, placed(ports.storage, resolved), profileId, options),
      );
      begin(plan, () => [...siblingsOf(ports.storage, input.messageId), plan.replyId]);
      return { conversationId: plan.conversationId, replyId: plan.replyId };
    },
    regenerate: (input) => beside(input, (profileId) => storeRegenerate(ports, input, profileId)),
    run: (input) => beside(input, (profileId) => storeRun(ports, input, profileId)),
    async answerTools(input, asked) {
      const conversationId = conversationOf(ports.storage, input.messageId);
      const profileId = await usableProfile(conversationId, asked?.profileId);
      const repeated = repeatOf(ports.storage, input.toolMessageId);
      if (repeated) return { replyId: repeated.replyId };
      requireIdle(conversationId);
      const plan = admitted(input.isConfirmed, () => storeToolAnswers(ports, input, profileId, asked));
      begin(plan, () => [...siblingsOf(ports.storage, input.toolMessageId), plan.replyId]);
      return { replyId: plan.replyId };
    },
    async continue(input) {
      const profileId = await usableProfile(conversationOf(ports.storage, input.messageId));
      if (wasContinued(ports.storage, input)) return;
      requireIdle(regenerable(ports, input.messageId).conversation.id);
      const plan = admitted(input.isConfirmed, () => storeContinue(ports, input, profileId));
      begin(plan, [plan.replyId]);
    },
  };
}

/** @throws AppError where its gateway can't be asked, such as one without a key */
async function readyProfile(profiles: Profiles, profileId: string): Promise<string> {
  await profiles.access(profileId);
  profiles.expectChat(profileId);
  return profileId;
}

/** A message that is sent while it is still in the queue goes to the branch it was typed in, if that is still there. */
function placed(storage: Storage, input: CheckedInput<'chat.send'>): CheckedInput<'chat.send'> {
  if (input.parentId !== undefined) return input;
  const waiting = storage.conversations.queuedTurn(input.messageId);
  if (waiting === undefined || waiting.conversationId !== input.conversationId) return input;
  return { ...input, parentId: endOfQueuedBranch(storage, waiting) };
}

/** Each of them now has one more sibling. */
function siblingsOf({ messages }: Storage, messageId: string): readonly string[] {
  return messages.get(messageId)?.siblingIds ?? [messageId];
}

const conversationOf = ({ messages }: Storage, messageId: string): string | null =>
  messages.get(messageId)?.conversationId ?? null;

function repeatOf({ messages }: Storage, messageId: string) {
  const stored = messages.get(messageId);
  if (!stored) return null;
  return { conversationId: stored.conversationId, replyId: messages.firstReplyTo(messageId) ?? messageId };
}
