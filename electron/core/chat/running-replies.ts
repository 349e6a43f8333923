import type { Message } from '../../../shared/chat/chat';
import { repeatsPrefill } from '../../../shared/gateways/prefill';
import { createSafeAnnounce } from '../lib/announce-safely';
import type { Ports } from '../ports/ports';
import { pricedChat } from '../prices/priced-request';
import { type LiveChoices, startLiveChoices } from './choice-writer';
import { createFinalSave } from './final-save';
import { type LiveReply, withLiveText } from './live-reply';
import type { StopReason } from './outcome';
import type { ReplyPlan } from './plan';
import { type ChatServices, runReply } from './run-reply';

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
  /** Aborted once the app closes: nothing may begin from then on. */
  readonly closing: AbortSignal;
  /** Ends every reply; what has arrived is stored. */
  close(): Promise<void>;
  /**
   * Shows windows what was stored of them; never throws.
   * @param messageIds read with them where they are not known
   */
  announce(conversationId: string, messageIds: readonly string[] | (() => readonly string[])): void;
  /** Calls back for every reply that completed or was stopped, so that the chat can go on with what waits. */
  onReadyForNext(listener: (plan: ReplyPlan, isComplete: boolean) => void): void;
}

interface RunningReply {
  readonly choices: LiveChoices;
  readonly stop: (reason: StopReason) => void;
  readonly done: Promise<void>;
}

/** Owns every streaming reply: it continues without a window, and has exactly one end. */
export function createRunningReplies(ports: Ports, services: ChatServices): RunningReplies {
  let readyForNext: (plan: ReplyPlan, isComplete: boolean) => void = () => undefined;
  const running = new Map<string, RunningReply>();
  const closing = new AbortController();
  const save = createFinalSave(ports, services.notices);
  /** By the id of the first reply or of a further choice. */
  const ownerOf = (id: string) =>
    running.get(id) ?? [...running.values()].find(({ choices }) => choices.find(id) !== undefined);
  const liveOf = (id: string) => ownerOf(id)?.choices.find(id);
  const announce = createAnnouncer(ports, services, liveOf);

  const run = async (plan: ReplyPlan, choices: LiveChoices, signal: AbortSignal) => {
    const end = await runReply(
      { ports, services, save, announce },
      plan,
      choices,
      signal,
      () => void running.delete(plan.replyId),
    );
    if (['complete', 'stopped'].includes(end.status)) readyForNext(plan, end.status === 'complete');
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
      const { replyId: id, conversationId, before, thoughtMs, kept } = plan;
      const repeats = repeatsPrefillOf(ports, plan.profileId);
      const isMany = (pricedChat({ ...plan, characters: 0 }).choices ?? 1) > 1;
      const choices = startLiveChoices(
        { id, conversationId, before, thoughtMs, kept, isMany, repeats },
        ports.clock.newId,
      );
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
    closing: closing.signal,
    async close() {
      closing.abort();
      save.close();
      await end([...running.values()], 'closing');
    },
  };
}

function createAnnouncer(
  ports: Ports,
  { events }: ChatServices,
  live: (id: string) => LiveReply | undefined,
): RunningReplies['announce'] {
  const { storage } = ports;
  const safely = createSafeAnnounce(ports);
  return (conversationId, messageIds) =>
    safely(() => {
      for (const id of typeof messageIds === 'function' ? messageIds() : messageIds) {
        const message = storage.messages.get(id);
        if (message) events.emit({ type: 'message.changed', message: withLiveText(message, live(id)) });
      }
      const conversation = storage.conversations.get(conversationId);
      if (conversation) events.emit({ type: 'conversation.changed', conversation });
    });
}

/** Read after the reply was stored: where it can't be, the reply runs all the same. */
function repeatsPrefillOf({ storage, log, describeError }: Ports, profileId: string): boolean {
  try {
    return repeatsPrefill(storage.profiles.get(profileId)?.connection.gateway);
  } catch (error) {
    log(`the gateway of a reply was not read: ${describeError(error).code}`);
    return false;
  }
}
