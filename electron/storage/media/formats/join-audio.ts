/** Joins several audio files into one: a long text is spoken in parts and stored as one file. */
import { type FileHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withPartial, writeFileDurably } from '../partial';
import { joinAdts } from './aac/join';
import { describeMedia } from './describe';
import { joinFlac } from './flac/join';
import { unfit } from './join-errors';
import { joinMp3 } from './mp3/join';
import { joinOgg } from './ogg/join';
import { joinWav } from './wav/join';

type Join = (parts: readonly string[], file: FileHandle) => Promise<void>;

const joins: Readonly<Record<string, Join>> = {
  'audio/wav': joinWav,
  'audio/mpeg': joinMp3,
  'audio/ogg': joinOgg,
  'audio/aac': joinAdts,
  'audio/flac': joinFlac,
};

/**
 * Joins audio files one after the other, without encoding them again: samples and frames stay the same. Tags of the
 * parts are dropped.
 * @param parts paths, in order
 * @param contentType of all of them: `audio/mpeg`, `audio/wav`, `audio/aac` (in ADTS frames), `audio/flac` or
 * `audio/ogg` (Opus or Vorbis)
 * @param destination a path; an existing file is replaced
 * @throws AppError `invalid_input` where parts differ in what must be equal (sample rate, channels, codec), a part is
 * not one plain file of its type, the format can't be joined, or the result is not as long as its parts; `storage_…`
 * where the disk fails. Nothing is left behind then.
 * @returns how long each of the parts is, in milliseconds
 */
export async function joinAudio(
  parts: readonly string[],
  contentType: string,
  destination: string,
): Promise<readonly number[]> {
  const join = joins[contentType];
  if (!join) throw unfit(`Couldn’t join audio of the type ${contentType}.`);
  if (parts.length === 0) throw unfit('There are no parts to join.');
  return await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => join(parts, file));
    const lengths = await refuseShortened(parts, partial, contentType);
    await rename(partial, destination);
    return lengths;
  });
}

/** Half of the longest packet: the last one of a part may be left out. */
const SHORTER_BY_MS = 65;
/** For each part: the frames that an encoder adds at both ends, and rounding. */
const LONGER_BY_MS = 250;

/** The sound of all parts has to be in the whole, or they must stay. */
async function refuseShortened(parts: readonly string[], whole: string, contentType: string) {
  const { durationMs } = await describeMedia(whole, contentType);
  const described = await Promise.all(parts.map((part) => describeMedia(part, contentType)));
  const lengths = described.map((one) => one.durationMs ?? Number.NaN);
  const sumMs = lengths.reduce((sum, length) => sum + length, 0);
  const moreMs = (durationMs ?? Number.NaN) - sumMs;
  const isRight = moreMs >= -SHORTER_BY_MS && moreMs <= LONGER_BY_MS * parts.length;
  if (!isRight) throw unfit('The joined file is not as long as its parts.');
  return lengths;
}
