import type { Message } from '../../../shared/chat';
import { filesOf, textOf } from '../../../shared/chat/parts';
import { longestPrompt } from '../../../shared/modalities/longest-prompt';
import type { Spending } from '../admission/spending';
import type { EventBus } from '../events';
import type { PlacedSource, ReplyResults } from '../jobs/reply-results';
import type { LedgerService } from '../ledger/ledger';
import { chatParams } from '../modalities/chat-request';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';
import { plannedReply } from '../prices/planned-call';
import { pricedChat } from '../prices/priced-request';
import type { Profiles } from '../profiles/profiles';
import { createFinalSave } from './final-save';
import { type LiveChoices, startLiveChoices } from './live-choices';
import { type LiveReply, withLiveText } from './live-reply';
import type { StopReason } from './outcome';
import type { ReplyPlan } from './plan';
import type { SentFiles } from './sent-files';
import { titleFromExchange } from './title';
import { runTurn, type TurnRequest } from './turn';

export interface RunningReplies {
  start(plan: ReplyPlan): void;
  stop(replyId: string): void;
  /** The record with its current text. */
  withLive(message: Message): Message;
  isWriting(conversationId: string): boolean;
  /** How many are being written. */
  count(): number;
  /** Ends the replies of one conversation and waits until they are stored. */
  drop(conversationId: string): Promise<void>;
  /** Ends every reply; what has arrived is stored. */
  close(): Promise<void>;
  announce(conversationId: string, messageIds: readonly string[]): void;
  /** Calls back for every conversation whose reply completed or was stopped, so that queued messages can be sent. */
  onReadyForNext(listener: (conversationId: string) => void): void;
}

export interface ChatServices {
  readonly events: EventBus;
  readonly profiles: Profiles;
  readonly credits: LedgerService;
  readonly notices: Notices;
  readonly spending: Spending;
  readonly sentFiles: SentFiles;
  readonly replyResults: ReplyResults;
}

interface RunningReply {
  readonly choices: LiveChoices;
  readonly stop: (reason: StopReason) => void;
  readonly done: Promise<void>;
}

/** Owns every streaming reply: it continues without a window, and has exactly one end. */
export function createRunningReplies(ports: Ports, services: ChatServices): RunningReplies {
  let readyForNext: (conversationId: string) => void = () => undefined;
  const running = new Map<string, RunningReply>();
  const save = createFinalSave(ports, services.notices);
  /** By the id of the first reply or of a further choice. */
  const ownerOf = (id: string) =>
    running.get(id) ?? [...running.values()].find(({ choices }) => choices.find(id) !== undefined);
  const liveOf = (id: string) => ownerOf(id)?.choices.find(id);
  const announce = createAnnouncer(ports, services, liveOf);

  const run = async (plan: ReplyPlan, choices: LiveChoices, signal: AbortSignal) => {
    const context = {
      ports,
      credits: services.credits,
      emit: services.events.emit,
      onSaveFailed: save.onFailed,
      announce: (ids: readonly string[]) => announce(plan.conversationId, ids),
      keepMedia: (live: LiveReply, media: readonly PlacedSource[]) =>
        services.replyResults.keep({ ...askedOf(plan), messageId: live.id }, media),
    };
    const call = services.credits.begin(plan.profileId, true);
    const [release, request] = await save.persist(() => [
      services.spending.holdReply(plan),
      turnRequest(plan, services, signal),
    ]);
    const end = await runTurn(context, { ...request, call }, choices);
    await save.store(end);
    call.end();
    release();
    running.delete(plan.replyId);
    noteEnd(ports, plan);
    await save.persist(() => announce(plan.conversationId, end.messageIds));
    end.saveMedia();
    services.credits.announce(plan.profileId);
    if (['complete', 'stopped'].includes(end.status)) readyForNext(plan.conversationId);
  };
  const end = async (replies: readonly RunningReply[], reason: StopReason) => {
    for (const reply of replies) reply.stop(reason);
    await Promise.all(replies.map(({ done }) => done));
  };

  return {
    announce,
    onReadyForNext(listener) {
      readyForNext = listener;
    },
    start(plan) {
      const { replyId: id, conversationId, before, kept } = plan;
      const isMany = (pricedChat({ ...plan, characters: 0 }).choices ?? 1) > 1;
      const choices = startLiveChoices({ id, conversationId, before, kept, isMany }, ports.clock.newId);
      const controller = new AbortController();
      const stop = (reason: StopReason) => controller.abort(reason);
      const done = run(plan, choices, controller.signal).catch((error) => {
        running.delete(plan.replyId);
        ports.log(`a reply was left for the next start: ${ports.describeError(error).code}`);
      });
      running.set(plan.replyId, { choices, stop, done });
    },
    stop: (replyId) => ownerOf(replyId)?.stop('stopped'),
    withLive: (message) => withLiveText(message, liveOf(message.id)),
    isWriting: (id) => [...running.values()].some(({ choices }) => choices.first.conversationId === id),
    count: () => running.size,
    drop: (id) =>
      end(
        [...running.values()].filter(({ choices }) => choices.first.conversationId === id),
        'stopped',
      ),
    async close() {
      save.close();
      await end([...running.values()], 'closing');
    },
  };
}

/** What the files of a reply say of where they come from. */
function askedOf({ profileId, model, history, isRepeat = false }: ReplyPlan) {
  const asked = textOf(history.findLast(({ role }) => role === 'user')?.parts ?? []);
  return { profileId, model, isRepeat, prompt: asked.slice(0, longestPrompt) };
}

/** Sets a title from the first exchange, and marks the conversation as unread for other windows. */
function noteEnd(
  { storage, describeError, log }: Ports,
  { replyId, conversationId, history }: ReplyPlan,
): void {
  try {
    const reply = storage.messages.get(replyId);
    const [asked] = history;
    if (history.length === 1 && asked && reply?.status === 'complete') {
      storage.conversations.rename(
        conversationId,
        titleFromExchange(textOf(asked.parts) || (filesOf(asked.parts)[0]?.name ?? ''), reply.text),
        false,
      );
    }
    storage.conversations.mark(conversationId, { isUnread: true });
  } catch (error) {
    log(`a title could not be stored: ${describeError(error).code}`);
  }
}

function turnRequest(
  plan: ReplyPlan,
  { profiles, sentFiles, spending }: ChatServices,
  signal: AbortSignal,
): Omit<TurnRequest, 'call'> {
  const { profileId, model, conversationId, replyId: messageId, idempotencyKey } = plan;
  return {
    subject: {
      operation: 'chat.completions.create',
      profileId,
      model,
      conversationId,
      messageId,
      idempotencyKey,
      forecast: spending.foresee(plannedReply(plan)),
    },
    params: async () => chatParams(model, plan.history, plan.settings, await sentFiles.contentFor(plan)),
    client: () => profiles.client(profileId),
    signal,
  };
}

function createAnnouncer(
  { storage }: Ports,
  { events }: ChatServices,
  live: (id: string) => LiveReply | undefined,
) {
  return (conversationId: string, messageIds: readonly string[]) => {
    for (const id of messageIds) {
      const message = storage.messages.get(id);
      if (message) events.emit({ type: 'message.changed', message: withLiveText(message, live(id)) });
    }
    const conversation = storage.conversations.get(conversationId);
    if (conversation) events.emit({ type: 'conversation.changed', conversation });
  };
}
