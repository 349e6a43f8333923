/** Which calls an intent comes down to: the same that its command has admitted. */

import type { Message } from '../../../shared/chat/chat';
import type { SpendingIntent } from '../../../shared/commands/credits-commands';
import { AppError, assertNever } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { toolLimits } from '../../../shared/run/tools';
import { withoutLoop } from '../../../shared/run/without-loop';
import { findBatch, requestOfRow, requestsOf, unitOf } from '../batch/batch-work';
import { GO_ON, settingsToContinue } from '../chat/continue';
import { regenerable, WHOLE_BRANCH } from '../chat/plan';
import { runAt, settingsOfRun } from '../chat/run-here';
import { goesOn, roundsLeft } from '../chat/tool-loop';
import { asksAgain } from '../jobs/job-end';
import type { Ports } from '../ports/ports';
import { type PlannedCall, plannedJob, unpaidCall } from '../prices/planned-call';
import { imagesCounted, isKeptLong, mostPromptTokens, promptCharacters } from '../prices/prompt-size';
import { profileOfChatCall, profileOfRetry } from '../profiles/paying-profile';
import { plannedUnit, plannedUnits, sizeOfFiles } from '../units/planned-units';

type Intent<Kind extends SpendingIntent['kind']> = Extract<SpendingIntent, { readonly kind: Kind }>;
type NewMessage = Pick<
  Intent<'message'>,
  'conversationId' | 'parentId' | 'text' | 'attachments' | 'model' | 'settings'
> &
  Pick<LoopPlace, 'adds'>;
type Read = Pick<Ports, 'storage'>;

/**
 * @param profileId the profile in use, which pays for what is begun now
 * @throws AppError `not_found` where what it is about is gone
 */
export function plannedCalls(ports: Read, intent: SpendingIntent, profileId: string): readonly PlannedCall[] {
  switch (intent.kind) {
    case 'message':
      return [plannedMessage(ports, intent, payerOf(ports, intent, profileId))];
    case 'regenerate':
      return [plannedRegenerate(ports, intent, profileId)];
    case 'answerTools':
      return [plannedAnswers(ports, intent, profileId)];
    case 'run':
      return [plannedRun(ports, intent, profileId)];
    case 'continue':
      return [plannedContinue(ports, intent, profileId)];
    case 'job':
      return [plannedJob({ ...intent, profileId: intent.profileId ?? profileId })];
    case 'retryJob':
      return [plannedRetry(ports, findJob(ports, intent.id), profileId)];
    case 'resumeJob':
      return plannedResume(findJob(ports, intent.id));
    case 'compare':
      return plannedRound(ports, intent, profileId);
    case 'batch':
      return plannedBatch(ports, intent, profileId);
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
  { conversationId, parentId, text, attachments = [], model, settings, adds }: NewMessage,
  profileId: string,
): PlannedCall {
  const size = sizeOfFiles(storage.files, attachments);
  const { files } = size;
  const characters = text.length + size.characters;
  const leafId =
    parentId === undefined ? conversationId && storage.conversations.get(conversationId)?.leafId : parentId;
  const branch = conversationId && leafId ? storage.messages.endOfBranch(conversationId, leafId, model) : [];
  const before = promptCharacters(branch, settings);
  const most = mostPromptTokens(branch, { ...settings, model, characters, files });
  const rounds = loopAfter(storage, { conversationId, leafId, adds, settings });
  return {
    kind: 'chat',
    profileId,
    model,
    settings,
    characters: before + characters,
    mostPromptTokens: most,
    keepsLong: isKeptLong(pointsOf(storage, conversationId, leafId), settings),
    images: imagesCounted(branch, model),
    ...(rounds !== null && { rounds }),
  };
}

/** The whole branch is read only where the chat has such a point: otherwise this runs while a person types. */
function pointsOf(
  { messages }: Ports['storage'],
  conversationId: string | null,
  leafId: string | null | undefined,
): readonly Message[] {
  if (conversationId === null || leafId == null || !messages.mayKeepLong(conversationId)) return [];
  return messages.pathEndingIn(conversationId, leafId, WHOLE_BRANCH).messages;
}

interface LoopPlace {
  readonly conversationId: string | null;
  readonly leafId: string | null | undefined;
  /** What is added to the branch; a message of the person, which begins to count, where left out. */
  readonly adds?: 'nothing' | 'results' | undefined;
  readonly settings: RunSettings;
}

/** What may follow by itself, as the reply would be admitted with it. */
function loopAfter({ conversations, messages }: Ports['storage'], place: LoopPlace) {
  const { conversationId, leafId, adds, settings } = place;
  if (settings.tools?.loop === undefined) return null;
  if (conversationId !== null && !goesOn(conversations.get(conversationId)?.owner ?? null)) return null;
  if (adds === undefined || conversationId === null || leafId == null) return roundsLeft(settings, []);
  const branch = messages.pathEndingIn(conversationId, leafId, 2 * toolLimits.rounds + 2).messages;
  return roundsLeft(settings, adds === 'results' ? [...branch, { role: 'tool' }] : branch);
}

/** The profile that was chosen for the request; otherwise that of its chat. */
const payerOf = (
  ports: Read,
  { profileId, conversationId }: { readonly profileId?: string; readonly conversationId: string | null },
  activeId: string,
): string => profileId ?? profileOfChatCall(ports, conversationId, activeId);

function plannedRegenerate(
  ports: Read,
  { messageId, model: wanted, profileId }: Intent<'regenerate'>,
  activeId: string,
): PlannedCall {
  const { conversation, parentId, model } = regenerable(ports, messageId, wanted);
  const { id: conversationId, settings } = conversation;
  const request = { conversationId, parentId, text: '', model, settings, adds: 'nothing' as const };
  return plannedMessage(ports, request, payerOf(ports, { profileId, conversationId }, activeId));
}

/** The results of tools, as one more message behind the reply that asked for them. */
function plannedAnswers(
  ports: Read,
  { messageId, results }: Intent<'answerTools'>,
  activeId: string,
): PlannedCall {
  const { conversation, model } = regenerable(ports, messageId);
  const { id: conversationId, settings } = conversation;
  const text = results.map(({ content }) => content).join('');
  const request = { conversationId, parentId: messageId, text, model, settings, adds: 'results' as const };
  return plannedMessage(ports, request, profileOfChatCall(ports, conversationId, activeId));
}

/** The branch up to a message, and the words that the reply begins with. */
function plannedRun(ports: Read, { profileId, ...asked }: Intent<'run'>, activeId: string): PlannedCall {
  const here = runAt(ports, asked);
  const { conversation, model, framed } = here;
  const { id: conversationId } = conversation;
  // One that was written as JSON counts with all of its fields.
  const [parentId, text] = framed === undefined ? [here.parentId, here.beginning] : [framed.id, ''];
  const adds = 'nothing' as const;
  const request = { conversationId, parentId, text, model, settings: settingsOfRun(here), adds };
  return plannedMessage(ports, request, payerOf(ports, { profileId, conversationId }, activeId));
}

function plannedContinue(ports: Read, { messageId }: Intent<'continue'>, activeId: string): PlannedCall {
  const { conversation, model } = regenerable(ports, messageId);
  const { id: conversationId } = conversation;
  const settings = withoutLoop(settingsToContinue(conversation.settings));
  const request = { conversationId, parentId: messageId, text: GO_ON, model, settings };
  return plannedMessage(ports, request, profileOfChatCall(ports, conversationId, activeId));
}

function plannedBatch({ storage }: Read, intent: Intent<'batch'>, activeId: string): readonly PlannedCall[] {
  const { profileId = activeId, rows } = intent;
  const batch = { ...intent, profileId };
  return rows.map((values) => plannedUnit(storage.files, requestOfRow(batch, values)));
}

const plannedRetry = (ports: Read, job: Job, activeId: string): PlannedCall =>
  plannedJob({ ...job, profileId: profileOfRetry(ports, job, activeId) });

function plannedResume(job: Job): readonly PlannedCall[] {
  const call = asksAgain(job) ? unpaidCall(job) : null;
  return call === null ? [] : [call];
}

function plannedRound(ports: Read, intent: Intent<'compare'>, activeId: string): readonly PlannedCall[] {
  if (intent.modality !== 'chat') {
    const { modality, columns } = intent;
    return columns.map((column) =>
      plannedJob({ ...column, modality, profileId: column.profileId ?? activeId }),
    );
  }
  const { id, columns, afterMessageId } = intent;
  const { comparisons, conversations, messages } = ports.storage;
  const taken = afterMessageId === undefined ? undefined : messages.get(afterMessageId);
  const before = { conversationId: taken?.conversationId ?? null, parentId: taken?.id };
  return columns.map(({ id: columnId, model, settings, prompt, profileId = activeId }) => {
    const known = comparisons.columnOf(id, columnId)?.conversationId ?? null;
    const isThere = known !== null && conversations.get(known) !== undefined;
    const place = isThere ? { conversationId: known } : before;
    return plannedMessage(ports, { ...place, text: prompt, model, settings }, profileId);
  });
}

function plannedWaiting({ storage }: Read, id: string, status: 'waiting' | 'failed'): readonly PlannedCall[] {
  findBatch(storage.batches, id);
  const units = storage.batches.withStatus(id, status).map(unitOf);
  return plannedUnits(storage, units, requestsOf(storage.batches));
}

function plannedRow({ storage }: Read, { id, position, mend }: Intent<'retryRow'>): readonly PlannedCall[] {
  findBatch(storage.batches, id);
  const row = storage.batches.row({ batchId: id, position });
  return row === undefined ? [] : plannedUnits(storage, [unitOf(row)], requestsOf(storage.batches), mend);
}

function findJob({ storage }: Read, id: string): Job {
  const job = storage.jobs.get(id);
  if (job) return job;
  throw new AppError({ code: 'not_found', message: 'This job no longer exists.' });
}
