import { written } from '../../../shared/chat/written-parts';
import { AppError } from '../../../shared/errors';
import type { Batch } from '../../../shared/lab/batch';
import { promptOfRow } from '../../../shared/lab/batch';
import { parseTemplate } from '../../../shared/lab/template';
import type { ChatSetup, MediaSetup, Setup } from '../../../shared/run/setup';
import type { Spending } from '../admission/spending';
import { progressOf, startLiveReply } from '../chat/live-reply';
import { type ReplyPlan, storeSend, WHOLE_BRANCH } from '../chat/plan';
import type { RunningReplies } from '../chat/running-replies';
import type { Jobs } from '../jobs/jobs';
import { requireExtra } from '../lib/require-extra';
import type { BatchTurn } from '../ports/batches';
import type { Ports } from '../ports/ports';
import type { PlannedCall } from '../prices/planned-call';
import { mostPromptTokens, promptCharacters } from '../prices/prompt-size';
import type { Profiles } from '../profiles/profiles';
import { lostRecord } from './row-end';

export interface RowServices {
  readonly profiles: Profiles;
  readonly replies: RunningReplies;
  readonly jobs: Jobs;
  readonly spending: Spending;
}

export const promptFor = ({ template, columns }: Batch, { values }: Pick<BatchTurn, 'values'>): string =>
  promptOfRow(parseTemplate(template), columns, values).trim();

type RowPlan = Setup & Pick<Batch, 'profileId' | 'model'>;
type ChatBatch = Extract<Batch, ChatSetup>;
type MediaBatch = Extract<Batch, MediaSetup>;

/** The call of a row, as the guard counts it; of its prompt only the length matters. */
export function plannedCall(plan: RowPlan, prompt: { readonly length: number }): PlannedCall {
  const { profileId, model } = plan;
  const characters = prompt.length;
  if (plan.modality !== 'chat') {
    const { modality, parameters, extra } = plan;
    return { kind: 'media', profileId, model, modality, characters, parameters, extra };
  }
  const { settings } = plan;
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters: promptCharacters([], settings) + characters,
    mostPromptTokens: mostPromptTokens([], { ...settings, model, characters }),
  };
}

/**
 * Stores the call of a row and starts it, if it may still be made. If this throws, nothing was sent.
 *
 * @param isWanted checked right before sending: the row may have been stopped meanwhile
 */
export async function askRow(
  ports: Ports,
  services: RowServices,
  { batch, turn, isWanted }: { batch: Batch; turn: BatchTurn; isWanted: () => boolean },
): Promise<void> {
  await services.profiles.access(batch.profileId);
  if (!isWanted()) return;
  if (batch.modality === 'chat') askChat(ports, services, batch, turn);
  else askJob(ports, services, batch, turn);
}

function askChat(ports: Ports, { replies, spending }: RowServices, batch: ChatBatch, turn: BatchTurn): void {
  const { storage } = ports;
  const plan = storage.transaction(() => {
    const stored = reopenReply(ports, batch, turn) ?? storeReply(ports, batch, turn);
    // The batch was confirmed as a whole; a hard limit applies all the same.
    spending.admitReply(stored, true);
    const { conversationId, replyId } = stored;
    storage.batches.updateRow(turn, { conversationId, replyId });
    return stored;
  });
  replies.start({ ...plan, isPatient: true });
  replies.announce(plan.conversationId, [plan.replyId]);
}

function storeReply(ports: Ports, batch: ChatBatch, turn: BatchTurn): ReplyPlan {
  const { model, settings, profileId } = batch;
  const message = { conversationId: null, messageId: ports.clock.newId(), text: promptFor(batch, turn) };
  const owner = { kind: 'batch', id: batch.id } as const;
  return storeSend(ports, { ...message, model, settings }, profileId, { owner, idempotencyKey: turn.key });
}

/** The row's existing reply, with its text until the new attempt brings more; `null` where it has none, or its conversation was deleted. */
function reopenReply({ storage }: Ports, batch: ChatBatch, turn: BatchTurn): ReplyPlan | null {
  const reply = turn.replyId === null ? undefined : storage.messages.get(turn.replyId);
  if (!reply || reply.parentId === null || !storage.conversations.get(reply.conversationId)) return null;
  const { id: replyId, conversationId, parentId } = reply;
  const { profileId, model, settings } = batch;
  const idempotencyKey = turn.key;
  const isRepeat = storage.messages.idempotencyKey(replyId) === idempotencyKey;
  if (!isRepeat) requireExtra('chat', settings.extra, 'settings.extra');
  storage.messages.reopen(replyId, { profileId, model, idempotencyKey });
  const kept = written(reply.parts);
  storage.messages.update(progressOf(startLiveReply(replyId, conversationId, { kept })));
  const history = storage.messages.pathEndingIn(conversationId, parentId, WHOLE_BRANCH).messages;
  return { replyId, conversationId, profileId, model, settings, history, kept, idempotencyKey, isRepeat };
}

/** The job takes the row's key as its id and is stored with the row, so a crash can't create it twice. */
function askJob(
  { storage }: Ports,
  { jobs, spending }: RowServices,
  batch: MediaBatch,
  turn: BatchTurn,
): void {
  const { id: batchId, modality, model, parameters, extra, profileId } = batch;
  if (storage.jobs.get(turn.key)) {
    jobs.resume(turn.key, true);
    return;
  }
  if (turn.jobId === turn.key) throw new AppError(lostRecord());
  const prompt = promptFor(batch, turn);
  const owner = { kind: 'batch', id: batchId } as const;
  const job = jobs.plan({ id: turn.key, modality, model, prompt, parameters, extra, profileId, owner });
  storage.transaction(() => {
    spending.admitJob(job, true);
    storage.jobs.insert(job);
    storage.batches.updateRow(turn, { jobId: job.id });
  });
  jobs.begin(job.id);
}
