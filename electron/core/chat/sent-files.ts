/** Files sent to a model: refused before anything is stored, or turned into what the request holds. */

import { laterLimits } from '../../../shared/calls/later-limits';
import { CACHE_POINTS, cacheTimesIn, lastFieldsOf } from '../../../shared/chat/cache-points';
import { filesOf } from '../../../shared/chat/parts';
import { AppError } from '../../../shared/errors';
import { takesCachePoints } from '../../../shared/gateways/cache-points';
import { documentLimits, drawnPages } from '../../../shared/media/documents';
import { filesOfKind, inputOf, refusedKinds, takesFiles, wayOf } from '../../../shared/media/file-inputs';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { ResultKind } from '../../../shared/media/media';
import type { Model } from '../../../shared/models/models';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { limitFieldOf, pointsOfSettings, type RequestWords } from '../modalities/chat-request';
import { usualBack } from '../modalities/earlier-thinking';
import { dataOf, type SentData, sentKey, withFiles, withoutFiles } from '../modalities/message-content';
import type { ContentOf, SentMessage } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { ReplyPlan } from './plan';

type ReplyWithFiles = Pick<ReplyPlan, 'profileId' | 'model' | 'history'>;
type Checked = ReplyWithFiles & Pick<ReplyPlan, 'settings'>;

/** What is read of documents (`core/files/documents.ts`, a floor above). */
interface DocumentContents {
  ready(refs: readonly Pick<FileRef, 'id'>[]): Promise<void>;
  textOf(file: StoredFile): Promise<string>;
  imagesOf(file: StoredFile): Promise<readonly string[]>;
}

export interface SentFiles {
  /**
   * @throws AppError `invalid_input` where the message to answer holds files of a kind that the model does not take, or
   * where the files of the branch are more than one request can carry.
   */
  check(asked: Checked): void;
  /** What is sent of each message. For an earlier file that the model does not take, a line of text says what was there. */
  contentFor(asked: ReplyWithFiles): Promise<ContentOf>;
  /** The files of these messages that are sent to the model. */
  sentTo(profileId: string, model: string, history: readonly SentMessage[]): readonly StoredFile[];
  /** What is sent of a document that goes as text or images; `null` for what goes as a file. */
  readable(file: StoredFile): Promise<SentData | null>;
  /** The same with the way that each file goes; documents that were not read yet are read. */
  resolved<Input extends { readonly model: string; readonly attachments?: FileRef[] }>(
    profileId: string,
    input: Input,
  ): Promise<Input>;
  /** Whether the model takes files of a kind, as far as its record says. */
  takes(profileId: string, model: string, kind: ResultKind): boolean;
  /** What the model and its gateway call things in a request. */
  words(profileId: string, model: string): RequestWords;
}

export function createSentFiles(
  { storage, storedFiles, gateway }: Pick<Ports, 'storage' | 'storedFiles' | 'gateway'>,
  documents: DocumentContents,
  modelsOf: (profileId: string) => readonly Model[],
): SentFiles {
  const find = (profileId: string, model: string) => modelsOf(profileId).find(({ id }) => id === model);
  const gatewayOf = (profileId: string) => storage.profiles.get(profileId)?.connection?.gateway;
  const sentTo: SentFiles['sentTo'] = (profileId, model, history) => {
    const known = find(profileId, model);
    return filesIn(history).filter((file) => isTaken(file, known));
  };
  const readable: SentFiles['readable'] = async (file) => {
    const facts = () => ({ document: storage.files.get(file.id)?.document });
    if (file.way === 'text') return { text: await documents.textOf(file), ...facts() };
    return file.way === 'images' ? { images: await documents.imagesOf(file), ...facts() } : null;
  };
  return {
    sentTo,
    readable,
    async resolved(profileId, input) {
      const { model, attachments: refs } = input;
      if (refs === undefined || refs.length === 0) return input;
      await documents.ready(refs);
      const known = find(profileId, model);
      const attachments = refs.map((ref) => {
        const file = storage.files.get(ref.id);
        return file?.document === undefined ? ref : { ...ref, way: wayOf({ ...file, ...ref }, known) };
      });
      return { ...input, attachments };
    },
    takes: (profileId, model, kind) => takesFiles(find(profileId, model), kind),
    words(profileId, model) {
      const { baseUrl, connection } = storage.profiles.get(profileId) ?? { baseUrl: '' };
      return {
        limitField: limitFieldOf(find(profileId, model)?.capabilities?.parameters),
        thinkingBack: gateway.thinkingBack?.({ baseUrl, gateway: connection?.gateway ?? null }) ?? usualBack,
        cachePoints: takesCachePoints(connection?.gateway, find(profileId, model)),
      };
    },
    check({ profileId, model, history, settings }) {
      const asked = history.findLast(({ role }) => role === 'user');
      const [refused] = refusedKinds(find(profileId, model), filesOf(asked?.parts ?? []).map(withWay));
      if (refused !== undefined) throw refuseKind(model, refused);
      if (takesCachePoints(gatewayOf(profileId), find(profileId, model))) requirePoints(history, settings);
      const sent = sentTo(profileId, model, history);
      const bytes = sent.reduce((sum, file) => sum + bytesSent(file), 0);
      if (bytes > laterLimits.attachedBytesOfCall) throw tooMuch(sent, bytes);
    },
    async contentFor({ profileId, model, history }) {
      const sent = sentTo(profileId, model, history);
      if (sent.length === 0) return withoutFiles;
      const data = new Map<string, SentData>();
      for (const file of sent) {
        const key = sentKey(file);
        if (!data.has(key))
          data.set(key, (await readable(file)) ?? dataOf(file, await storedFiles.base64(file)));
      }
      return withFiles(data);
    },
  };
}

const isTaken = (file: StoredFile, model: Model | undefined): boolean => {
  const input = inputOf(withWay(file), model);
  return input === null || takesFiles(model, input);
};

/** One of an earlier version, or of a file that holds no text, has no way and goes as a file. */
const withWay = (file: StoredFile): StoredFile => ({ ...file, way: file.way ?? 'file' });

/** Of what is drawn only the most is known beforehand. */
function bytesSent(file: StoredFile): number {
  if (file.way === 'text') return 0;
  if (file.way !== 'images' || file.document === undefined) return file.bytes;
  return drawnPages(file.document) * documentLimits.pageBytes;
}

export const filesIn = (history: readonly SentMessage[]): readonly StoredFile[] =>
  history.flatMap(({ parts }) => filesOf(parts));

/** What was written as JSON alone is the person's; the gateway answers to it. */
function requirePoints(history: readonly SentMessage[], settings: RunSettings): void {
  const ofSettings = pointsOfSettings(settings) === 0 ? [] : [settings.systemCache];
  if (ofSettings.length === 0 && history.every(({ parts }) => lastFieldsOf(parts) === null)) return;
  const times = [...ofSettings, ...history.flatMap(({ parts }) => cacheTimesIn(parts))];
  const problem = problemOfPoints(times);
  if (problem !== null) throw new AppError({ code: 'invalid_input', field: 'messages', message: problem });
}

/** A point that is kept for longer has to come first (docs.anthropic.com/en/docs/build-with-claude/prompt-caching). */
function problemOfPoints(times: readonly unknown[]): string | null {
  if (times.length > CACHE_POINTS)
    return `These messages have ${times.length} cache points; a request takes ${CACHE_POINTS}. Remove some from the menus of their messages.`;
  const isMixed = times.indexOf('5m') !== -1 && times.lastIndexOf('1h') > times.indexOf('5m');
  return isMixed
    ? 'A cache point for 1 hour comes after one for 5 minutes, which gateways refuse: the longer must come first. Remove one from the menu of its message, or change “Keep cached”.'
    : null;
}

function refuseKind(model: string, kind: ResultKind): AppError {
  const files = filesOfKind[kind];
  const message = `${model} doesn’t accept ${files}. Choose a model that does, or remove the ${files} from the message.`;
  return new AppError({ code: 'invalid_input', field: 'attachments', message });
}

function tooMuch(sent: readonly StoredFile[], bytes: number): AppError {
  const megabytes = (size: number) => Math.ceil(size / 1_048_576);
  const files = sent.every(({ kind }) => kind === 'image') ? 'images' : 'files';
  const message = `The ${files} of this chat are ${megabytes(bytes)} MB in total; the limit for one request is ${megabytes(laterLimits.attachedBytesOfCall)} MB. Start a new chat, or fork from before the ${files}.`;
  return new AppError({ code: 'invalid_input', field: 'attachments', message });
}
