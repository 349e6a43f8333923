/**
 * Media from media, a step after the other, as a person makes it in a window: photo → masked edit → upscale → video →
 * a video from the image again → GIF. The same ids whenever it is told, so that a story that was broken off goes on.
 */
import type { Job } from '../../shared/media/jobs';
import type { InputRef } from '../../shared/run/inputs';
import { ended, type Tell } from './killed-story';

export interface TreeFiles {
  readonly photo: string;
  readonly mask: string;
  readonly gif: string;
}

const idOf = (step: number): string => `0000000${step}-0000-4000-8000-000000000000`;

const settings = { image: { seed: 5 }, video: { duration: 1, resolution: '480p', seed: 5 } } as const;

/** How many of its steps are paid. */
export const paidSteps = 4;

/** @returns the id of the GIF */
export async function tellTree(tell: Tell, files: TreeFiles): Promise<string> {
  const picked = async (role: InputRef['role'], name: string, base64: string): Promise<InputRef> => {
    const { id } = await tell('attachments.add', { name, base64 });
    return { role, id, name };
  };
  const made = async (role: InputRef['role'], { id: jobId, media }: Job): Promise<InputRef> => {
    const mediaId = media[0]?.id ?? '';
    const { id, name } = await tell('attachments.addFromLibrary', { mediaId });
    return { role, id, name, from: { jobId, mediaId } };
  };
  const make = async (
    step: number,
    modality: 'image' | 'video',
    model: string,
    inputs: InputRef[],
  ): Promise<Job> => {
    const [id, prompt, parameters] = [idOf(step), `Step ${step}`, settings[modality]];
    await tell('jobs.create', { id, modality, model, prompt, parameters, extra: {}, inputs });
    return await ended(tell, id);
  };
  const inputs = [
    await picked('image', 'photo.png', files.photo),
    await picked('mask', 'mask.png', files.mask),
  ];
  const edit = await make(1, 'image', 'sandbox/retouch', inputs);
  const large = await make(2, 'image', 'sandbox/upscale', [await made('image', edit)]);
  const film = await make(3, 'video', 'sandbox/kinograph', [await made('firstFrame', large)]);
  await make(4, 'video', 'sandbox/kinograph', [await made('firstFrame', large)]);
  const { mediaId } = await tell('media.saveEdit', {
    ...{ id: idOf(5), from: [film.media[0]?.id ?? ''], operation: 'gif', contentType: 'image/gif' },
    ...{ parameters: { start: 0, end: 0.5 }, index: 0, base64: files.gif, isLast: true },
  });
  return mediaId ?? '';
}
