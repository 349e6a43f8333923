import type { Message } from '../../../shared/chat/chat';
import type { CodeRequest } from '../../../shared/code/code-request';
import type { OperationId, RequestJson } from '../../../shared/code/operations';
import type { CheckedInput } from '../../../shared/contract';
import { AppError, assertNever } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import type { Profile } from '../../../shared/profiles/profiles';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import { parametersOfPart } from '../../../shared/run/dialogue';
import { type InputRef, isSent, type JobInput } from '../../../shared/run/inputs';
import { regenerable, WHOLE_BRANCH } from '../chat/plan';
import { filesIn, type SentFiles } from '../chat/sent-files';
import type { Inspector } from '../inspector/inspector';
import type { JobContext } from '../jobs/context';
import { fittedInputsOf } from '../jobs/fit-inputs';
import { requestBody, runners } from '../modalities/modality';
import { said } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
import { chatBodyOf, isBeginning, rebuiltOf } from './chat-body';
import { codeFilesOf, keptFile, keptInput, markerOf } from './code-files';
import { reachOf } from './code-reach';
import { measuredCode } from './measured-code';

type Input = CheckedInput<'code.request'>;
type Of<Kind extends Input['of']> = Extract<Input, { of: Kind }>;
type Call = Pick<CodeRequest, 'operation' | 'bodies' | 'stream' | 'origin'> &
  Partial<Pick<CodeRequest, 'files' | 'hasOwnSettings'>> & {
    readonly inputs?: readonly JobInput[];
    /** They are known as they were sent. */
    readonly isKept?: boolean;
    /** After the gateway's words. */
    readonly finish?: (body: RequestJson) => RequestJson;
  };

interface Described extends Call {
  readonly profileId?: string;
  /** The body of a request that was sent, as the inspector has it. */
  readonly isRecorded?: boolean;
}

interface Services {
  readonly profiles: Profiles;
  readonly sentFiles: SentFiles;
  readonly inspector: Inspector;
  readonly jobContext: Pick<JobContext, 'modelOf'>;
}

/**
 * The request of a call that is about to be made, or of one that was made.
 * @throws AppError `not_found` where what it refers to no longer exists.
 */
export function createCodeRequests(ports: Ports, { profiles, inspector, sentFiles, jobContext }: Services) {
  const { storage } = ports;
  const history = (conversationId: string, leafId: string | null): readonly Message[] =>
    leafId === null ? [] : storage.messages.pathEndingIn(conversationId, leafId, WHOLE_BRANCH).messages;

  const chatCall = async (
    asked: Omit<Parameters<typeof chatBodyOf>[1], 'profileId'> & { readonly profileId?: string },
    origin: Call['origin'],
  ): Promise<Call> => {
    const { body, ...rest } = await chatBodyOf(sentFiles, { profileId: profiles.activeId(), ...asked });
    return { ...toChatCall(body, origin), ...rest };
  };

  /**
   * The visible branch with the typed text. With nothing typed, what **Run from here** sends: the branch that the visible
   * reply answers, or one that ends with words of a person, from which the reply goes on.
   */
  const ofChat = async (input: Of<'chat'>): Promise<Call> => {
    const {
      conversationId,
      text,
      attachments = [],
      model,
      settings,
    } = await sentFiles.resolved(profiles.activeId(), input);
    const { id = '', leafId = null } = storage.conversations.get(conversationId ?? '') ?? {};
    const branch = history(id, leafId);
    const draft = said('user', text, attachments.flatMap(keptFile(storage)));
    if (draft.parts.length > 0) return chatCall({ model, messages: [...branch, draft], settings }, 'next');
    const last = branch.at(-1);
    const isBegun = last !== undefined && isBeginning(last);
    const messages = last?.role === 'assistant' && !isBegun ? branch.slice(0, -1) : branch;
    return chatCall({ model, messages, settings, isBegun }, 'next');
  };
  const ofMessage = async ({ messageId }: Of<'message'>): Promise<Described> => {
    const { conversation, parentId, model } = regenerable({ storage }, messageId);
    const reply = storage.messages.get(messageId);
    const profileId = profileOf(profiles, reply?.profileId ?? undefined)?.id ?? profiles.activeId();
    const key = storage.messages.idempotencyKey(messageId);
    const asked = history(conversation.id, parentId);
    // With files the body is too long to be stored whole, so it is built again and the code reads them.
    const hasFiles = filesIn(asked).length > 0;
    const sent = key === null || hasFiles ? null : inspector.bodySentWith(key);
    if (sent !== null) return { ...toChatCall(sent, 'sent'), isRecorded: true, profileId };
    const { hasOwnSettings, ...request } = rebuiltOf(storage, { reply, conversation, asked });
    const call = await chatCall({ ...request, profileId, model: reply?.model ?? model }, 'rebuilt');
    return { ...call, profileId, ...(hasOwnSettings && { hasOwnSettings }) };
  };
  const ofJob = async ({ jobId }: Of<'job'>): Promise<Described> => {
    const job = storage.jobs.get(jobId);
    if (!job) throw new AppError({ code: 'not_found', message: 'This job no longer exists.' });
    if (job.owner?.kind === 'message')
      return { ...(await ofMessage({ of: 'message', messageId: job.owner.id })), profileId: job.profileId };
    return { ...callOfJob(job), profileId: job.profileId, isKept: storage.jobs.hasSentInputs(jobId) };
  };
  const describe = async (input: Input): Promise<Described> => {
    switch (input.of) {
      case 'chat':
        return ofChat(input);
      case 'message':
        return measuredCode(ports, inspector, input.messageId) ?? ofMessage(input);
      case 'job':
        return ofJob(input);
      case 'checkCall':
        return callOfCheck(storage, input);
      case 'form':
        return callOfForm(input, keptInput(storage));
      default:
        return callThatReads(input);
    }
  };
  return async (input: Input): Promise<CodeRequest> => {
    const { profileId: own, isRecorded = false, ...call } = await describe(input);
    return toRequest({ ports, modelOf: jobContext.modelOf }, profileOf(profiles, own), call, isRecorded);
  };
}

type Converting = Parameters<typeof fittedInputsOf>[0] & { readonly ports: Pick<Ports, 'gateway'> };

async function toRequest(
  services: Converting,
  profile: Profile | undefined,
  { finish = (body) => body, ...call }: Call,
  isRecorded: boolean,
): Promise<CodeRequest> {
  const { inputs: given = [], isKept = false, ...shown } = call;
  const { model = '', resolution, aspect_ratio: aspectRatio } = call.bodies[0] ?? {};
  const parameters = { resolution, aspectRatio };
  const made = { profileId: profile?.id ?? '', model: String(model), parameters };
  const inputs = (isKept ? given : await fittedInputsOf(services, { ...made, inputs: given })).filter(isSent);
  const sent = inputs.flatMap(({ role, file, sent = file }) => (sent === null ? [] : [{ role, file: sent }]));
  const marks = sent.map(({ role, file }) => ({ role, marker: markerOf(file.id) }));
  const { connection, written } = reachOf(services.ports.gateway, profile, { ...call, isRecorded, marks });
  const { form, isBare } = written[0] ?? {};
  const files = codeFilesOf(sent.map(({ file }) => file));
  return {
    // Unlike a sound of a chat, one that media are made from has the head of a data URL where the gateway takes it.
    files: files.map(({ isBare: _, ...file }) => ({ ...file, ...(isBare && { isBare }) })),
    ...shown,
    // What was recorded is in the gateway's words already.
    bodies: written.map(({ body }) => (isRecorded ? body : finish(body))),
    ...(form && { form }),
    connection,
    baseUrl: profile?.baseUrl ?? '',
    isSandbox: profile?.id === SANDBOX_PROFILE_ID,
  };
}

function callOfJob(job: Job): Call {
  const texts =
    job.parts.length === 0 ? [job.prompt] : job.parts.map(({ start, end }) => job.prompt.slice(start, end));
  const bodies = texts.map((text, index) => {
    const part = job.parts[index];
    const parameters = part ? parametersOfPart(job, part) : job.parameters;
    return requestBody(job.modality, { ...job, parameters, text });
  });
  return { ...toMediaCall(job.modality, bodies, 'sent'), inputs: job.inputs };
}

function callOfCheck({ checks }: Pick<Ports['storage'], 'checks'>, { callId }: Of<'checkCall'>): Described {
  const call = checks.call(callId);
  if (!call) throw new AppError({ code: 'not_found', message: 'This request no longer exists.' });
  const { operation, request, profileId } = call;
  if (operation === 'chat') return { ...toChatCall(request, 'sent'), profileId };
  return { ...toMediaCall(operation === 'images' ? 'image' : 'speech', [request], 'sent'), profileId };
}

function callOfForm(
  { modality, prompt, inputs = [], ...form }: Of<'form'>,
  kept: (input: InputRef) => readonly JobInput[],
): Call {
  const split = runners[modality].split(prompt, form.parameters);
  const parts = split.length === 0 ? [{ start: 0, end: prompt.length }] : split;
  const bodies = parts.map(({ start, end }, index) => {
    const parameters = parametersOfPart({ ...form, prompt }, { index, start });
    return requestBody(modality, { ...form, parameters, inputs, text: prompt.slice(start, end) });
  });
  return { ...toMediaCall(modality, bodies, 'next'), inputs: inputs.flatMap(kept) };
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

/** The profile of a past job may have been deleted. */
function profileOf({ all, activeId }: Profiles, own: string | undefined): Profile | undefined {
  const find = (wanted: string | undefined) => all().find(({ id }) => id === wanted);
  return find(own) ?? find(activeId());
}
