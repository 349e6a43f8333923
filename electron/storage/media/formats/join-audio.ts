/** Joins several audio files into one: a long text is spoken in parts and stored as one file. */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withPartial, writeFileDurably } from '../partial';
import { unfit } from './join-errors';
import { joinWav } from './wav/join';

type Join = (parts: readonly string[], file: FileHandle) => Promise<void>;

const joins: Readonly<Record<string, Join>> = {
  'audio/wav': joinWav,
  // Loaded when first needed: the library behind them would slow every start.
  'audio/mpeg': async (parts, file) => (await import('./mp3/join')).joinMp3(parts, file),
  'audio/ogg': async (parts, file) => (await import('./ogg/join')).joinOgg(parts, file),
};

/**
 * Joins audio files one after the other, without encoding them again: samples and frames stay the same. Tags of the
 * parts are dropped.
 * @param parts paths, in order
 * @param contentType of all of them: `audio/mpeg`, `audio/wav` or `audio/ogg` (Opus or Vorbis)
 * @param destination a path; an existing file is replaced
 * @throws AppError `invalid_input` where parts differ in what must be equal (sample rate, channels, codec), a part is
 * broken, or the format can't be joined; `storage_…` where the disk fails. Nothing is left behind then.
 */
export async function joinAudio(
  parts: readonly string[],
  contentType: string,
  destination: string,
): Promise<void> {
  const join = joins[contentType];
  if (!join) throw unfit(`Couldn’t join audio of the type ${contentType}.`);
  if (parts.length === 0) throw unfit('There are no parts to join.');
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => join(parts, file));
    await rename(partial, destination);
  });
}
