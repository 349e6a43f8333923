import type { ConversationOwner } from '../../../shared/chat/owner';
import { written } from '../../../shared/chat/written-parts';
import { AppError } from '../../../shared/errors';
import type { FileRef } from '../../../shared/media/files';
import type { InputRef } from '../../../shared/run/inputs';
import type { ChatSetup, MediaSetup, Setup } from '../../../shared/run/setup';
import type { Spending } from '../admission/spending';
import { progressOf, startLiveReply } from '../chat/live-reply';
import { type ReplyPlan, storeSend, WHOLE_BRANCH } from '../chat/plan';
import type { RunningReplies } from '../chat/running-replies';
import { roundsLeft } from '../chat/tool-loop';
import type { Jobs } from '../jobs/jobs';
import { requireExtra } from '../lib/require-extra';
import { requireQuestion } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { Unit, UnitStore } from '../ports/work';
import type { Profiles } from '../profiles/profiles';
import { lostRecord } from './unit-end';

export interface UnitServices {
  readonly profiles: Profiles;
  readonly replies: RunningReplies;
  readonly jobs: Jobs;
  readonly spending: Spending;
}

/** What a unit sends. */
export type UnitRequest = Setup & {
  readonly profileId: string;
  readonly model: string;
  readonly prompt: string;
  /** Of a chat. */
  readonly attachments?: readonly FileRef[];
  /** Of a chat whose prompt is a list of texts to compare, rather than a question. */
  readonly isMeasured?: boolean;
  /** Of media. */
  readonly inputs?: readonly InputRef[];
};

type ChatUnit = Extract<UnitRequest, ChatSetup>;
type MediaUnit = Extract<UnitRequest, MediaSetup>;

/** A unit that is about to be sent, and where that is stored. */
export interface UnitToAsk {
  readonly unit: Unit;
  readonly request: UnitRequest;
  readonly owner: ConversationOwner;
  readonly store: Pick<UnitStore, 'update'>;
}

/**
 * Stores the call of a unit and starts it, if it may still be made. If this throws, nothing was sent.
 *
 * @param isWanted checked right before sending: the unit may have been stopped meanwhile
 */
export async function askUnit(
  ports: Ports,
  services: UnitServices,
  asked: UnitToAsk,
  isWanted: () => boolean,
): Promise<void> {
  const { request } = asked;
  await services.profiles.access(request.profileId);
  if (!isWanted()) return;
  if (request.modality === 'chat') askChat(ports, services, asked, request);
  else askJob(ports, services, asked, request);
}

function askChat(
  ports: Ports,
  { replies, spending }: UnitServices,
  { unit, owner, store }: UnitToAsk,
  request: ChatUnit,
): void {
  const { storage } = ports;
  const plan = storage.transaction(() => {
    const reply = withRounds(reopenReply(ports, unit, request) ?? storeReply(ports, unit, request, owner));
    const stored = { ...reply, isMeasured: request.isMeasured };
    requireQuestion(stored.history);
    // All units were confirmed as a whole; a hard limit applies all the same.
    spending.admitReply(stored, true);
    const { conversationId, replyId } = stored;
    store.update(unit, { conversationId, replyId });
    return stored;
  });
  replies.start({ ...plan, isPatient: true });
  replies.announce(plan.conversationId, [plan.replyId]);
}

/** The rounds that may follow by themselves are held with the call, as they were foreseen with it. */
function withRounds(plan: ReplyPlan): ReplyPlan {
  const rounds = roundsLeft(plan.settings, plan.history);
  return rounds === null ? plan : { ...plan, rounds };
}

function storeReply(ports: Ports, unit: Unit, request: ChatUnit, owner: ConversationOwner): ReplyPlan {
  const { model, settings, profileId, prompt: text, attachments } = request;
  const message = { conversationId: null, messageId: ports.clock.newId(), text };
  const files = attachments === undefined ? {} : { attachments: [...attachments] };
  const options = { owner, idempotencyKey: unit.key };
  return storeSend(ports, { ...message, ...files, model, settings }, profileId, options);
}

/**
 * The unit's existing reply, with its text until the new attempt brings more; `null` where it has none, its conversation
 * was deleted, or it belongs to something else, whose record stays.
 */
function reopenReply({ storage, clock }: Ports, unit: Unit, request: ChatUnit): ReplyPlan | null {
  const reply = unit.replyId === null ? undefined : storage.messages.get(unit.replyId);
  const chat = reply && storage.conversations.get(reply.conversationId);
  if (!reply || reply.parentId === null || chat?.owner?.id !== unit.ownerId) return null;
  const { id: replyId, conversationId, parentId } = reply;
  const { profileId, model, settings } = request;
  const idempotencyKey = unit.key;
  const isRepeat = storage.messages.idempotencyKey(replyId) === idempotencyKey;
  if (!isRepeat) requireExtra('chat', settings.extra, 'settings.extra');
  storage.messages.reopen(replyId, { profileId, model, idempotencyKey });
  const kept = written(reply.parts);
  storage.messages.update(progressOf(startLiveReply(replyId, conversationId, { kept }), clock.now()));
  const history = storage.messages.pathEndingIn(conversationId, parentId, WHOLE_BRANCH).messages;
  return { replyId, conversationId, profileId, model, settings, history, kept, idempotencyKey, isRepeat };
}

/** The job takes the unit's key as its id and is stored with the unit, so a crash can't create it twice. */
function askJob(
  { storage }: Ports,
  { jobs, spending }: UnitServices,
  { unit, owner, store }: UnitToAsk,
  request: MediaUnit,
): void {
  if (storage.jobs.get(unit.key)) {
    jobs.resume(unit.key, true);
    return;
  }
  if (unit.jobId === unit.key) throw new AppError(lostRecord());
  const { modality, model, parameters, extra, profileId, prompt, inputs } = request;
  const sent = {
    modality,
    model,
    prompt,
    parameters,
    extra,
    profileId,
    ...(inputs && { inputs: [...inputs] }),
  };
  const job = jobs.plan({ ...sent, id: unit.key, owner });
  storage.transaction(() => {
    spending.admitJob(job, true);
    storage.jobs.insert(job);
    store.update(unit, { jobId: job.id });
  });
  jobs.begin(job.id);
}
