/** Several sounds as one file: a long text is spoken in parts, and kept as one. */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withPartial, writeFileDurably } from '../partial';
import { unfit } from './join-errors';
import { joinWav } from './wav/join';

type Join = (parts: readonly string[], file: FileHandle) => Promise<void>;

const joins: Readonly<Record<string, Join>> = {
  'audio/wav': joinWav,
  // Loaded when first needed: the library behind them would make every start longer.
  'audio/mpeg': async (parts, file) => (await import('./mp3/join')).joinMp3(parts, file),
  'audio/ogg': async (parts, file) => (await import('./ogg/join')).joinOgg(parts, file),
};

/**
 * Puts sounds one behind the other, without encoding any of them again: samples and frames stay as they are. Tags of
 * the parts are left behind.
 * @param parts paths, in order
 * @param contentType of all of them: `audio/mpeg`, `audio/wav` or `audio/ogg` (Opus or Vorbis)
 * @param destination a path; a file that is there already is replaced
 * @throws AppError `invalid_input` where parts differ in what must be equal (sample rate, channels, codec), a part is
 * broken, or the format can't be joined; `storage_…` where the disk refuses. Nothing is left behind then.
 */
export async function joinAudio(
  parts: readonly string[],
  contentType: string,
  destination: string,
): Promise<void> {
  const join = joins[contentType];
  if (!join) throw unfit(`Sound of the type ${contentType} can’t be joined.`);
  if (parts.length === 0) throw unfit('There is no part to join.');
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => join(parts, file));
    await rename(partial, destination);
  });
}
