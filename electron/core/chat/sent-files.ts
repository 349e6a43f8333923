/** Files sent to a model: refused before anything is stored, or turned into what the request holds. */
import { filesOf } from '../../../shared/chat/parts';
import { AppError } from '../../../shared/errors';
import { filesOfKind, refusedKinds, takesFiles } from '../../../shared/file-inputs';
import type { StoredFile } from '../../../shared/files';
import { laterLimits } from '../../../shared/later-limits';
import type { ResultKind } from '../../../shared/media';
import type { Model } from '../../../shared/models';
import { type LimitField, limitFieldOf } from '../modalities/chat-request';
import { dataOf, withFiles, withoutFiles } from '../modalities/message-content';
import type { ContentOf, SentMessage } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { ReplyPlan } from './plan';

type ReplyWithFiles = Pick<ReplyPlan, 'profileId' | 'model' | 'history'>;

export interface SentFiles {
  /**
   * @throws AppError `invalid_input` where the message to answer holds files of a kind that the model does not take, or
   * where the files of the branch are more than one request can carry.
   */
  check(asked: ReplyWithFiles): void;
  /** What is sent of each message. For an earlier file that the model does not take, a line of text says what was there. */
  contentFor(asked: ReplyWithFiles): Promise<ContentOf>;
  /** The files of these messages that are sent to the model. */
  sentTo(profileId: string, model: string, history: readonly SentMessage[]): readonly StoredFile[];
  /** The name under which the model lists the limit of its reply. */
  limitField(profileId: string, model: string): LimitField;
}

export function createSentFiles(
  { storedFiles }: Pick<Ports, 'storedFiles'>,
  modelsOf: (profileId: string) => readonly Model[],
): SentFiles {
  const find = (profileId: string, model: string) => modelsOf(profileId).find(({ id }) => id === model);
  const sentTo: SentFiles['sentTo'] = (profileId, model, history) => {
    const known = find(profileId, model);
    return filesIn(history).filter(({ kind }) => takesFiles(known, kind));
  };
  return {
    sentTo,
    limitField: (profileId, model) => limitFieldOf(find(profileId, model)?.capabilities?.parameters),
    check({ profileId, model, history }) {
      const asked = history.findLast(({ role }) => role === 'user');
      const [refused] = refusedKinds(find(profileId, model), filesOf(asked?.parts ?? []));
      if (refused !== undefined) throw refuseKind(model, refused);
      const sent = sentTo(profileId, model, history);
      const bytes = sent.reduce((sum, file) => sum + file.bytes, 0);
      if (bytes > laterLimits.attachedBytesOfCall) throw tooMuch(sent, bytes);
    },
    async contentFor({ profileId, model, history }) {
      const sent = sentTo(profileId, model, history);
      if (sent.length === 0) return withoutFiles;
      const data = new Map<string, string>();
      for (const file of sent) {
        if (!data.has(file.id)) data.set(file.id, dataOf(file, await storedFiles.base64(file)));
      }
      return withFiles(data);
    },
  };
}

export const filesIn = (history: readonly SentMessage[]): readonly StoredFile[] =>
  history.flatMap(({ parts }) => filesOf(parts));

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
