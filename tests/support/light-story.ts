/**
 * What costs nothing, or little, after a result is there, as a person does it in a window: a dialogue with one line
 * spoken again, captions, light edits, names, tags, notes and boards. The same ids whenever it is told, so that a story
 * that was broken off goes on; each step waits for a moment, so that a kill may fall into any of them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EditOperation } from '../../shared/media/edits';
import type { Job } from '../../shared/media/jobs';
import { withVoices } from '../../shared/run/dialogue';
import { ended, type Tell } from './killed-story';

export interface LightFiles {
  /** Where the core keeps everything. */
  readonly home: string;
  readonly sound: string;
  readonly image: string;
}

const idOf = (step: number): string => `10000000-0000-4000-8000-0000000000${String(step).padStart(2, '0')}`;

const prompt = 'Ann: Good morning.\nBen: Not at all.';
/** Two lines, one of them again, and an image. */
export const paidRequests = 4;
/** Two dialogues, an image, and what is made of them. */
export const results = 3 + 4;

export async function tellLight(tell: Tell, files: LightFiles): Promise<void> {
  // A kill between a removal and its undo leaves it in the trash, as the person wanted.
  const { trashed } = await tell('media.trash', { cursor: null, limit: 50 });
  if (trashed.length > 0) await tell('media.restore', { ids: trashed.map(({ item }) => item.id) });
  const parameters = withVoices({ format: 'wav', speed: 1 }, { Ann: 'clara', Ben: 'ross' });
  const request = { modality: 'speech', model: 'sandbox/narrator', prompt, parameters, extra: {} } as const;
  await tell('jobs.create', { ...request, id: idOf(1) });
  const first = await ended(tell, idOf(1));
  await tell('jobs.speakLine', { id: idOf(1), newId: idOf(2), part: 1, text: 'Oh no!' });
  const second = await ended(tell, idOf(2));
  const drawn = { modality: 'image', model: 'sandbox/aurora', prompt: 'A harbour', extra: {} } as const;
  await tell('jobs.create', { ...drawn, id: idOf(3), parameters: { size: '512x512', seed: 5 } });
  const image = await ended(tell, idOf(3));
  const [one, other, drawing] = [mediaOf(first), mediaOf(second), mediaOf(image)];
  const edit = async (step: number, from: string[], operation: EditOperation, contentType: string) => {
    const base64 = contentType.startsWith('image/') ? files.image : files.sound;
    const facts = { from, operation, contentType, parameters: { start: 0 } };
    const half = Math.floor(base64.length / 8) * 4;
    const piece = { ...facts, id: idOf(step) };
    const begun = { ...piece, index: 0, base64: base64.slice(0, half), isLast: false };
    // Once it is there, each of its pieces is answered with it.
    const there = await tell('media.saveEdit', begun);
    const last = { ...piece, index: 1, base64: base64.slice(half), isLast: true };
    return there.mediaId ?? (await tell('media.saveEdit', last)).mediaId ?? '';
  };
  const cut = await edit(4, [other], 'trim', 'audio/wav');
  const joined = await edit(5, [cut, one], 'join', 'audio/wav');
  const converted = await edit(6, [drawing], 'convert', 'image/gif');
  await edit(7, [drawing], 'adjust', 'image/gif');
  await orderAll(tell, [drawing, joined, converted], files.home, other);
}

const mediaOf = ({ media }: Job): string => media[0]?.id ?? '';

async function orderAll(
  tell: Tell,
  [drawing = '', joined = '', converted = '']: readonly string[],
  home: string,
  spoken: string,
): Promise<void> {
  await tell('media.rename', { id: joined, fileName: 'Both voices' });
  await tell('media.rename', { id: converted, fileName: 'Harbour moving' });
  await tell('media.tag', { ids: [drawing, joined], add: ['harbour', 'best'] });
  await tell('media.rate', { ids: [drawing], rating: 4 });
  await tell('media.note', { id: joined, note: 'For Ben' });
  await tell('boards.create', { id: idOf(8), name: 'Harbour' });
  for (const id of [converted, drawing, joined]) await tell('boards.add', { id: idOf(8), mediaIds: [id] });
  const captions = readdirSync(join(home, 'media', 'speech')).filter((name) => name.endsWith('.srt'));
  if (captions.length < 2) await tell('media.saveCaptions', { id: spoken, format: 'srt' });
  await tell('media.remove', { ids: [converted] });
  await tell('media.restore', { ids: [converted] });
}
