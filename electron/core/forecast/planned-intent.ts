/** Which calls an intent comes down to: the same that its command has admitted. */
import type { Batch } from '../../../shared/batch';
import type { SpendingIntent } from '../../../shared/commands/credits-commands';
import { AppError, assertNever } from '../../../shared/errors';
import type { Job } from '../../../shared/jobs';
import { plannedCall } from '../batch/ask-row';
import { plannedRows } from '../batch/batch-context';
import { GO_ON, settingsToContinue } from '../chat/continue';
import { regenerable } from '../chat/plan';
import { type PlannedCall, plannedJob, unpaidCall } from '../credits/planned-call';
import { mostPromptTokens, promptCharacters } from '../credits/prompt-size';
import { asksAgain } from '../jobs/job-end';
import type { Ports } from '../ports/ports';
import { profileOfChatCall, profileOfRetry } from '../profiles/paying-profile';

type Intent<Kind extends SpendingIntent['kind']> = Extract<SpendingIntent, { readonly kind: Kind }>;
type Read = Pick<Ports, 'storage'>;

/**
 * @param profileId the profile in use, which pays for what is begun now
 * @throws AppError `not_found` where what it is about is gone
 */
export function plannedCalls(ports: Read, intent: SpendingIntent, profileId: string): readonly PlannedCall[] {
  switch (intent.kind) {
    case 'message':
      return [plannedMessage(ports, intent, profileOfChatCall(ports, intent.conversationId, profileId))];
    case 'regenerate':
      return [plannedRegenerate(ports, intent, profileId)];
    case 'continue':
      return [plannedContinue(ports, intent, profileId)];
    case 'job':
      return [plannedMedia(intent, profileId)];
    case 'retryJob':
      return [plannedRetry(ports, findJob(ports, intent.id), profileId)];
    case 'resumeJob':
      return plannedResume(findJob(ports, intent.id));
    case 'compare':
      return plannedRound(ports, intent, profileId);
    case 'batch':
      return plannedBatch(intent, profileId);
    case 'resumeBatch':
      return plannedWaiting(ports, intent.id, 'waiting');
    case 'retryFailedRows':
      return plannedWaiting(ports, intent.id, 'failed');
    case 'retryRow':
      return plannedRow(ports, intent);
    default:
      return assertNever(intent);
  }
}

/** A new message at the end of a branch. */
function plannedMessage(
  { storage }: Read,
  { conversationId, parentId, characters, images, model, settings }: Omit<Intent<'message'>, 'kind'>,
  profileId: string,
): PlannedCall {
  const leafId =
    parentId === undefined ? conversationId && storage.conversations.get(conversationId)?.leafId : parentId;
  const branch = conversationId && leafId ? storage.messages.endOfBranch(conversationId, leafId, model) : [];
  const before = promptCharacters(branch, settings);
  const most = mostPromptTokens(branch, { ...settings, model, characters, images });
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters: before + characters,
    mostPromptTokens: most,
  };
}

function plannedRegenerate(
  ports: Read,
  { messageId, model: wanted }: Intent<'regenerate'>,
  profileId: string,
): PlannedCall {
  const { conversation, parentId, model } = regenerable(ports, messageId, wanted);
  const { id: conversationId, settings } = conversation;
  const request = { conversationId, parentId, characters: 0, model, settings };
  return plannedMessage(ports, request, profileOfChatCall(ports, conversationId, profileId));
}

function plannedContinue(ports: Read, { messageId }: Intent<'continue'>, profileId: string): PlannedCall {
  const { conversation, model } = regenerable(ports, messageId);
  const settings = settingsToContinue(conversation.settings);
  const request = { conversationId: conversation.id, parentId: messageId, model, settings };
  const payer = profileOfChatCall(ports, conversation.id, profileId);
  return plannedMessage(ports, { ...request, characters: GO_ON.text.length }, payer);
}

function plannedBatch(intent: Intent<'batch'>, activeId: string): readonly PlannedCall[] {
  const { profileId = activeId, rows, extra = {} } = intent;
  return rows.map((length) => plannedCall({ ...intent, extra, profileId }, { length }));
}

const plannedMedia = (
  { kind: _kind, extra = {}, ...request }: Intent<'job'>,
  profileId: string,
): PlannedCall => ({ kind: 'media', profileId, extra, ...request });

const plannedRetry = (ports: Read, job: Job, activeId: string): PlannedCall =>
  plannedJob({ ...job, profileId: profileOfRetry(ports, job, activeId) });

function plannedResume(job: Job): readonly PlannedCall[] {
  const call = asksAgain(job) ? unpaidCall(job) : null;
  return call === null ? [] : [call];
}

/** A column without a model can't be asked yet, so it counts for nothing known. */
function plannedRound(ports: Read, intent: Intent<'compare'>, activeId: string): readonly PlannedCall[] {
  const { id, modality, columns, afterMessageId } = intent;
  const { comparisons, conversations } = ports.storage;
  const taken = afterMessageId === undefined ? undefined : ports.storage.messages.get(afterMessageId);
  return columns.map(({ id: columnId, settings, parameters, extra = {}, characters, ...column }) => {
    const { profileId = activeId } = column;
    const model = column.model ?? '';
    if (modality !== 'chat')
      return { kind: 'media', profileId, model, modality, characters, parameters, extra };
    const known = comparisons.columnOf(id, columnId)?.conversationId ?? null;
    const request = { characters, model, settings };
    if (known !== null && conversations.get(known))
      return plannedMessage(ports, { ...request, conversationId: known }, profileId);
    const before = { conversationId: taken?.conversationId ?? null, parentId: taken?.id };
    return plannedMessage(ports, { ...request, ...before }, profileId);
  });
}

function plannedWaiting({ storage }: Read, id: string, status: 'waiting' | 'failed'): readonly PlannedCall[] {
  return plannedRows(storage, findBatch(storage, id), storage.batches.withStatus(id, status));
}

function plannedRow({ storage }: Read, { id, position }: Intent<'retryRow'>): readonly PlannedCall[] {
  const row = storage.batches.row({ batchId: id, position });
  return row === undefined ? [] : plannedRows(storage, findBatch(storage, id), [row]);
}

function findJob({ storage }: Read, id: string): Job {
  const job = storage.jobs.get(id);
  if (job) return job;
  throw new AppError({ code: 'not_found', message: 'This job no longer exists.' });
}

function findBatch({ batches }: Ports['storage'], id: string): Batch {
  const batch = batches.get(id);
  if (batch) return batch;
  throw new AppError({ code: 'not_found', message: 'This batch no longer exists.' });
}
