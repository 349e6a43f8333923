/**
 * Results whose file is in the library and whose row is not, since the app ended in between: the next save of the same
 * result takes the file that is there. Their notes lie with the parts of their job.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaPlace, ResultKey, SavedFile, SaveRequest } from '../../core/ports/media-files';
import { withSource } from './bytes';
import { sniffBytes } from './formats/sniff';
import { refineType } from './formats/sniff-file';
import { checkedId, type IsListed, joinInside, pathOf } from './inside';
import { describeFile } from './later-formats';
import { dropNote, dropWaiting, waitingFile, writeNote } from './named-notes';
import { resultType } from './result-type';

/** Not `<index>.…`, which is a result that has arrived. */
const NOTE = 'named-';

const folderOf = (home: string, { jobId }: ResultKey) => joinInside(join(home, 'parts'), checkedId(jobId));
const nameOf = ({ position }: ResultKey) => `${NOTE}${position}.json`;

export const noteNaming = (
  home: string,
  of: ResultKey,
  path: string,
  { folder, fileName }: MediaPlace,
): Promise<void> => writeNote(folderOf(home, of), nameOf(of), { path, folder, names: [fileName] });

export const forgetNaming = (home: string, of: ResultKey): void => dropNote(folderOf(home, of), nameOf(of));

/** `null` where none waits. */
export async function takeWaiting(
  home: string,
  { of, kind, refusesCut, declaredType }: SaveRequest,
  isListed: IsListed,
): Promise<SavedFile | null> {
  const place = of === undefined ? null : waitingFile(folderOf(home, of), nameOf(of), isListed);
  if (place === null) return null;
  const path = pathOf(place);
  const type = await typeOf(path, declaredType ?? null).catch(() => null);
  if (type === null || (kind !== undefined && type.kind !== kind)) return null;
  const facts = await describeFile(path, type.contentType);
  if (refusesCut === true && facts.isCut === true) return null;
  const { size } = await stat(path);
  return { ...place, kind: type.kind, contentType: type.contentType, bytes: size, ...facts };
}

const typeOf = (path: string, declaredType: string | null) =>
  withSource(path, async (source) =>
    refineType(source, resultType(await source.read(0, sniffBytes), declaredType)),
  );

/**
 * All results of the job have their rows: a file of it without one is left over.
 * @returns how many notes there were
 */
export function dropUnlisted(folder: string, names: readonly string[], isListed: IsListed): number {
  const notes = names.filter((name) => name.startsWith(NOTE));
  for (const name of notes) dropWaiting(folder, name, isListed);
  return notes.length;
}
