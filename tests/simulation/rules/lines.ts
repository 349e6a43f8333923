/** The sounds of single lines go along with their dialogues, out of this computer and into it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDialogue } from '../../../shared/run/dialogue';
import { type Parts, takeApart } from '../archives/parts';
import type { Import } from '../person/memory';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';
import { readDatabase } from './database';

export interface Line {
  readonly jobId: string;
  readonly index: number;
}

const folderOf = (run: Run, jobId: string): string => join(homeOf(run.world), 'parts', jobId);

/** Their numbers among the files of a folder: `3.wav` is the fourth. */
function numbersIn(folder: string): readonly number[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => (/^\d+\.[a-z0-9]+$/.test(name) ? [Number.parseInt(name, 10)] : []));
}

/** Of finished dialogues that are on show, and that nobody is deleting. */
export function linesOnDisk(run: Run): readonly Line[] {
  const query = `SELECT id, parameters FROM jobs j WHERE modality = 'speech' AND status = 'completed'
    AND EXISTS (SELECT 1 FROM media m WHERE m.job_id = j.id AND m.removed_at IS NULL)`;
  const jobs = readDatabase(run, ({ all }) => all<{ id: string; parameters: string }>(query)) ?? [];
  return jobs
    .filter(({ id, parameters }) => isDialogue(JSON.parse(parameters)) && !run.memory.removed.has(id))
    .flatMap(({ id }) => numbersIn(folderOf(run, id)).map((index) => ({ jobId: id, index })));
}

const LINE = /^files\/lines\/([\w-]+)\/(\d+)$/;

/** @param isSound whether the bytes of a line count */
function linesIn({ files }: Parts, isSound: (bytes: Uint8Array) => boolean = () => true): readonly Line[] {
  return [...files].flatMap(([path, bytes]) => {
    const [, jobId, index] = LINE.exec(path) ?? [];
    return jobId === undefined || !isSound(bytes) ? [] : [{ jobId, index: Number(index) }];
  });
}

/** What is no sound that the app knows stays behind, so only plain ones are looked for. */
export const plainLinesIn = (parts: Parts): readonly Line[] =>
  linesIn(parts, (bytes) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF');

const nameOf = ({ jobId, index }: Line): string => `${jobId} ${index}`;

/** @param lines those that were there before the archive was made; an archive without media files has none */
export function checkExportedLines(run: Run, lines: readonly Line[]): void {
  const parts = takeApart(run.memory.archive, (text) => text);
  if ([...parts.files.keys()].every((path) => !path.startsWith('files/media/'))) return;
  const packed = new Set(linesIn(parts).map(nameOf));
  const lost = lines.filter((line) => !packed.has(nameOf(line)) && !run.memory.removed.has(line.jobId));
  if (lost.length > 0)
    violate(run, 'archive', `an archive has ${packed.size} lines of dialogues and lost ${lost.length}`);
}

/** Right after an import is done: each line is in the folder of its job. */
export function checkImportedLines(run: Run, { kind, lines = [] }: Import): void {
  const missing = lines.filter(({ jobId, index }) => !numbersIn(folderOf(run, jobId)).includes(index));
  if (missing.length > 0)
    violate(
      run,
      'archive',
      `an import (${kind}) is done and ${missing.length} lines of dialogues are not here`,
    );
}
