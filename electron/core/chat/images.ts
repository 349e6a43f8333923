/** Images sent to a model: refused before anything is stored, or turned into what the request holds. */

import { filesOf } from '../../../shared/chat/parts';
import { AppError } from '../../../shared/errors';
import { type StoredFile, takesImages } from '../../../shared/files';
import { limits } from '../../../shared/limits';
import type { Model } from '../../../shared/models';
import { withImages, withoutImages } from '../modalities/chat-request';
import type { ContentOf, SentMessage } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import type { ReplyPlan } from './plan';

type ReplyWithImages = Pick<ReplyPlan, 'profileId' | 'model' | 'history'>;

export interface ChatImages {
  /**
   * @throws AppError `invalid_input` where the message to answer holds images and the model takes none, or where the
   * images of the branch are more than one request can carry.
   */
  check(asked: ReplyWithImages): void;
  /** What is sent of each message. A model without image input gets a text line for each earlier image. */
  contentFor(asked: ReplyWithImages): Promise<ContentOf>;
  /** Whether the catalogue says that the model takes images. */
  acceptsImages(profileId: string, model: string): boolean;
}

export function createChatImages(
  { storedFiles }: Pick<Ports, 'storedFiles'>,
  modelsOf: (profileId: string) => readonly Model[],
): ChatImages {
  const acceptsImages = (profileId: string, model: string) =>
    takesImages(modelsOf(profileId).find(({ id }) => id === model));
  return {
    acceptsImages,
    check({ profileId, model, history }) {
      const asked = history.findLast(({ role }) => role === 'user');
      if (!acceptsImages(profileId, model)) {
        if (filesOf(asked?.parts ?? []).length > 0) throw refuseImages(model);
        return;
      }
      const bytes = imagesOf(history).reduce((sum, image) => sum + image.bytes, 0);
      if (bytes > limits.attachedBytesOfCall) throw tooMuch(bytes);
    },
    async contentFor({ profileId, model, history }) {
      const images = imagesOf(history);
      if (images.length === 0 || !acceptsImages(profileId, model)) return withoutImages;
      const urls = new Map<string, string>();
      for (const image of images) {
        if (!urls.has(image.id)) urls.set(image.id, await storedFiles.dataUrl(image));
      }
      return withImages(urls);
    },
  };
}

export const imagesOf = (history: readonly SentMessage[]): readonly StoredFile[] =>
  history.flatMap(({ parts }) => filesOf(parts));

function refuseImages(model: string): AppError {
  const message = `${model} doesn’t accept images. Choose a model that does, or remove the images from the message.`;
  return new AppError({ code: 'invalid_input', field: 'attachments', message });
}

function tooMuch(bytes: number): AppError {
  const megabytes = (size: number) => Math.ceil(size / 1_048_576);
  const message = `The images of this chat are ${megabytes(bytes)} MB in total; the limit for one request is ${megabytes(limits.attachedBytesOfCall)} MB. Start a new chat, or fork from before the images.`;
  return new AppError({ code: 'invalid_input', field: 'attachments', message });
}
