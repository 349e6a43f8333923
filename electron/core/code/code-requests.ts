import type { CodeRequest } from '../../../shared/code/code-request';
import type { OperationId } from '../../../shared/code/operations';
import type { CheckedInput } from '../../../shared/contract';
import { AppError, assertNever } from '../../../shared/errors';
import type { FileRef } from '../../../shared/files';
import type { Job } from '../../../shared/jobs';
import { type MediaModality, modalities } from '../../../shared/modalities';
import type { Profile } from '../../../shared/profiles';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { SANDBOX_PROFILE_ID } from '../../../shared/sandbox-profile';
import { regenerable, WHOLE_BRANCH } from '../chat/plan';
import { filesIn, type SentFiles } from '../chat/sent-files';
import type { Inspector } from '../inspector/inspector';
import { chatParams } from '../modalities/chat-request';
import { requestBody, runners } from '../modalities/modality';
import { type SentMessage, said } from '../modalities/sent-history';
import type { GatewayPort } from '../ports/gateway';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
import { reachOf } from './code-connection';
import { codeFilesOf, withMarkers } from './code-files';

type Input = CheckedInput<'code.request'>;
type Of<Kind extends Input['of']> = Extract<Input, { of: Kind }>;
type Call = Pick<CodeRequest, 'operation' | 'bodies' | 'stream' | 'origin'> &
  Partial<Pick<CodeRequest, 'files'>>;

interface Described extends Call {
  readonly profileId?: string;
  /** The body of a request that was sent, as the inspector has it. */
  readonly isRecorded?: boolean;
}

interface Services {
  readonly profiles: Profiles;
  readonly sentFiles: SentFiles;
  readonly inspector: Inspector;
}

/**
 * The request of a call that is about to be made, or of one that was made.
 * @throws AppError `not_found` where what it refers to no longer exists.
 */
export function createCodeRequests(
  { storage, gateway }: Ports,
  { profiles, inspector, sentFiles }: Services,
) {
  const history = (conversationId: string, leafId: string | null): readonly SentMessage[] =>
    leafId === null ? [] : storage.messages.pathEndingIn(conversationId, leafId, WHOLE_BRANCH).messages;

  const chatCall = (
    model: string,
    messages: readonly SentMessage[],
    settings: RunSettings,
    origin: Call['origin'],
  ): Call => {
    const files = sentFiles.sentTo(profiles.activeId(), model, messages);
    const params = chatParams(model, messages, settings, withMarkers(files));
    return { ...toChatCall(params, origin), files: codeFilesOf(files) };
  };

  /** The visible branch with the typed text; with nothing typed, the branch that the visible reply answers. */
  const ofChat = ({ conversationId, text, attachments = [], model, settings }: Of<'chat'>): Call => {
    const conversation = conversationId === null ? undefined : storage.conversations.get(conversationId);
    const branch = conversation ? history(conversation.id, conversation.leafId) : [];
    const answered = branch.slice(0, branch.findLastIndex(({ role }) => role === 'user') + 1);
    const draft = said('user', text, attachments.flatMap(keptFile));
    const sent = draft.parts.length === 0 ? answered : [...branch, draft];
    return chatCall(model, sent, settings, 'next');
  };
  const keptFile = ({ id, name }: FileRef) => {
    const file = storage.files.get(id);
    return file ? [{ ...file, name }] : [];
  };
  const ofMessage = ({ messageId }: Of<'message'>): Described => {
    const { conversation, parentId, model } = regenerable({ storage }, messageId);
    const key = storage.messages.idempotencyKey(messageId);
    const asked = history(conversation.id, parentId);
    // With files the body is too long to be stored whole, so it is built again and the code reads them.
    const hasFiles = filesIn(asked).length > 0;
    const sent = key === null || hasFiles ? null : inspector.bodySentWith(key);
    if (sent !== null) return { ...toChatCall(sent, 'sent'), isRecorded: true };
    const askedModel = storage.messages.get(messageId)?.model ?? model;
    return chatCall(askedModel, asked, conversation.settings, 'rebuilt');
  };
  const ofJob = ({ jobId }: Of<'job'>): Described => {
    const job = storage.jobs.get(jobId);
    if (!job) throw new AppError({ code: 'not_found', message: 'This job no longer exists.' });
    if (job.owner?.kind === 'message')
      return { ...ofMessage({ of: 'message', messageId: job.owner.id }), profileId: job.profileId };
    return { ...callOfJob(job), profileId: job.profileId };
  };
  const describe = (input: Input): Described => {
    switch (input.of) {
      case 'chat':
        return ofChat(input);
      case 'message':
        return ofMessage(input);
      case 'job':
        return ofJob(input);
      case 'form':
        return callOfForm(input);
      default:
        return callThatReads(input);
    }
  };
  return (input: Input): CodeRequest => {
    const { profileId: own, isRecorded = false, ...call } = describe(input);
    const all = profiles.all();
    // The profile of a past job may have been deleted.
    const known = all.find(({ id }) => id === own) ?? all.find(({ id }) => id === profiles.activeId());
    return toRequest(gateway, known, call, isRecorded);
  };
}

function toRequest(
  gateway: GatewayPort,
  profile: Profile | undefined,
  call: Call,
  isRecorded: boolean,
): CodeRequest {
  const { connection, toBody } = reachOf(gateway, profile, call.operation);
  return {
    files: [],
    ...call,
    // What was recorded is in the gateway's words already.
    bodies: isRecorded ? call.bodies : call.bodies.map(toBody),
    connection,
    baseUrl: profile?.baseUrl ?? '',
    isSandbox: profile?.id === SANDBOX_PROFILE_ID,
  };
}

function callOfJob(job: Job): Call {
  const texts =
    job.parts.length === 0 ? [job.prompt] : job.parts.map(({ start, end }) => job.prompt.slice(start, end));
  const bodies = texts.map((text) => requestBody(job.modality, { ...job, text }));
  return toMediaCall(job.modality, bodies, 'sent');
}

function callOfForm({ modality, prompt, ...form }: Of<'form'>): Call {
  const parts = runners[modality].split(prompt);
  const texts = parts.length === 0 ? [prompt] : parts.map(({ start, end }) => prompt.slice(start, end));
  const bodies = texts.map((text) => requestBody(modality, { ...form, text }));
  return toMediaCall(modality, bodies, 'next');
}

function toChatCall(body: Readonly<Record<string, unknown>>, origin: Call['origin']): Call {
  return { operation: 'chat', bodies: [body], stream: body.stream === true, origin };
}

function toMediaCall(modality: MediaModality, bodies: Call['bodies'], origin: Call['origin']): Call {
  return { operation: modalities[modality].codeOperation, bodies, stream: false, origin };
}

function callThatReads(input: Of<'jobs' | 'remoteJob' | 'models' | 'model'>): Call {
  switch (input.of) {
    case 'jobs': {
      const { status, limit } = input;
      return toRead('jobs', status === null ? { limit } : { status, limit });
    }
    case 'remoteJob':
      return toRead('job', { id: input.remoteId });
    case 'models':
      return toRead('models', {});
    case 'model':
      return toRead('model', { id: input.model });
    default:
      return assertNever(input);
  }
}

function toRead(operation: OperationId, input: CodeRequest['bodies'][number]): Call {
  return { operation, bodies: [input], stream: false, origin: 'next' };
}
