import { filesOf, textOf } from '../../../shared/chat/parts';
import { longestPrompt } from '../../../shared/modalities/longest-prompt';
import { asWritten } from '../../../shared/run/written-fields';
import { type CallWorld, holdCall, type PaidCall } from '../calls/paid-call';
import type { EventBus } from '../events';
import type { PlacedSource, ReplyResults } from '../jobs/reply-results';
import { chatParams } from '../modalities/chat-request';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';
import { plannedReply } from '../prices/planned-call';
import type { Profiles } from '../profiles/profiles';
import { patience } from '../rate-limits/refused-wait';
import type { LiveChoices } from './choice-writer';
import { withBeginning } from './continue';
import type { FinalSave } from './final-save';
import type { LiveReply } from './live-reply';
import { measuredCall, measuring } from './measured-reply';
import type { ReplyPlan } from './plan';
import { replyCall, replyOwner } from './reply-call';
import { inputsOfReply } from './reply-inputs';
import type { SentFiles } from './sent-files';
import { titleFromExchange } from './title';
import { runTurn, type TurnContext, type TurnEnd, type TurnRequest } from './turn';

export interface ChatServices extends Pick<CallWorld, 'ledger' | 'spending' | 'pace'> {
  readonly events: EventBus;
  readonly profiles: Profiles;
  readonly notices: Notices;
  readonly sentFiles: SentFiles;
  readonly replyResults: ReplyResults;
}

/** What running a reply needs of those that own it. */
export interface ReplyRun {
  readonly ports: Ports;
  readonly services: ChatServices;
  readonly save: FinalSave;
  readonly announce: (conversationId: string, messageIds: readonly string[]) => void;
}

/**
 * Runs a stored reply from its hold to its stored end.
 *
 * @param onStored called between the two: from here on the record says all that is known
 * @throws UnwrittenError where the app closes before the database can be used
 */
export async function runReply(
  run: ReplyRun,
  plan: ReplyPlan,
  choices: LiveChoices,
  signal: AbortSignal,
  onStored: () => void,
): Promise<TurnEnd> {
  const { ports, services, save, announce } = run;
  const held = await holdCall(services, save.persist, () => ({
    profileId: plan.profileId,
    call: plannedReply(plan),
  }));
  let end: TurnEnd;
  try {
    const subject = await save.persist(() => subjectOf(plan, services));
    const priced = await save.persist(() => pricedBy(plan, services));
    const owner = replyOwner(ports, { live: choices.first, announce, persist: save.persist });
    const waits = plan.isPatient ? patience.unattended : patience.attended;
    const call: PaidCall = {
      subject,
      open: held.open,
      owner,
      patience: waits,
      signal,
      sendings: { count: 0 },
    };
    end = await runTurn(contextOf(run, plan, priced), { call, ...requestOf(plan, services) }, choices);
    await save.store(end);
  } finally {
    held.release();
  }
  onStored();
  noteEnd(ports, plan);
  announce(plan.conversationId, end.messageIds);
  end.saveMedia();
  services.ledger.announce(plan.profileId);
  return end;
}

function contextOf(
  { ports, services, save, announce }: ReplyRun,
  plan: ReplyPlan,
  priced: TurnContext['priced'],
): TurnContext {
  return {
    ports,
    ledger: services.ledger,
    pace: services.pace,
    emit: services.events.emit,
    priced,
    onSaveFailed: save.onFailed,
    announce: (ids: readonly string[]) => announce(plan.conversationId, ids),
    keepMedia: (live: LiveReply, media: readonly PlacedSource[], isDownloaded: boolean) =>
      services.replyResults.keep({ ...askedOf(plan), messageId: live.id, isDownloaded }, media),
  };
}

/**
 * The prices are those of the time of asking. A reply that went on from an earlier one was charged several times, so that
 * its last tokens say nothing of its cost.
 */
function pricedBy(plan: ReplyPlan, { spending, sentFiles }: ChatServices): TurnContext['priced'] {
  const { profileId, model, history, before = [], kept = [] } = plan;
  const pricesOf = before.length + kept.length === 0 ? spending.tokenPrices(profileId, model) : null;
  return (update) => {
    const { usage } = update;
    const prices = usage && (pricesOf?.(usage.promptTokens) ?? null);
    if (usage === null || prices === null) return update;
    if (prices.pieces?.image === undefined) return { ...update, prices };
    const images = sentFiles.sentTo(profileId, model, history).filter(({ kind }) => kind === 'image').length;
    return { ...update, prices, usage: { ...usage, details: { ...usage.details, images } } };
  };
}

/** What the files of a reply say of where they come from. */
function askedOf({ profileId, model, history, isRepeat = false }: ReplyPlan) {
  const asked = textOf(history.findLast(({ role }) => role === 'user')?.parts ?? []);
  const prompt = asked.slice(0, longestPrompt);
  return { profileId, model, isRepeat, prompt, inputs: inputsOfReply(history) };
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

const subjectOf = (plan: ReplyPlan, { spending }: ChatServices): PaidCall['subject'] => {
  const { profileId, model, conversationId, replyId: messageId, idempotencyKey } = plan;
  const forecast = spending.foresee(plannedReply(plan));
  const { operation } = plan.isMeasured ? measuredCall : replyCall;
  return { operation, profileId, model, conversationId, messageId, idempotencyKey, forecast };
};

const requestOf = (plan: ReplyPlan, { profiles, sentFiles }: ChatServices): Omit<TurnRequest, 'call'> => ({
  params: async () => {
    const { profileId, model, history, settings, isBegun } = plan;
    const words = sentFiles.words(profileId, model);
    const params = chatParams(model, history, settings, await sentFiles.contentFor(plan), words);
    return isBegun ? withBeginning(params, settings) : params;
  },
  finish: (body) => asWritten(body, plan.settings.written),
  client: async () => {
    const client = await profiles.client(plan.profileId);
    return plan.isMeasured ? measuring(client) : client;
  },
});
