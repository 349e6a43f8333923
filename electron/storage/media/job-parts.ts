import { createReadStream, readdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { MediaFiles, SaveRequest } from '../../core/ports/jobs';
import { sniffMedia } from './formats/sniff';
import { checkedId, joinInside } from './inside';
import type { MediaTools } from './media-tools';
import { makePrivateFolder, withPartial } from './partial';
import { declaredTypeFor } from './result-type';
import { saveStream } from './save';
import { readHeld, spoolTo } from './spool';

/** Of one result; as much as the library takes. */
const MAX_PART_BYTES = 4 * 1024 ** 3;

/** It has arrived: neither a stop nor the end of the app undoes its charge. */
const neverAborted = new AbortController().signal;

/** The results of a job's calls, stored until its files are saved: each was paid for. */
export function createJobParts(root: string, tools: Pick<MediaTools, 'join'>) {
  const folderOf = (jobId: string) => joinInside(root, checkedId(jobId));
  const save = async (...[jobId, index, request]: Parameters<MediaFiles['savePart']>): Promise<void> => {
    const folder = folderOf(jobId);
    await makePrivateFolder(folder);
    // Left by an attempt whose end was not stored.
    await rm(await partPath(folder, index).catch(() => join(folder, 'none')), { force: true });
    await saveStream({
      source: request.source,
      folder,
      declaredType: request.declaredType,
      declaredBytes: request.declaredBytes,
      maxBytes: MAX_PART_BYTES,
      signal: request.signal,
      nameFor: ({ extension }) => `${index}.${extension}`,
    });
  };
  return {
    save,
    async spool(...[jobId, index, { source, declaredType }]: Parameters<MediaFiles['spoolPart']>) {
      const folder = folderOf(jobId);
      await makePrivateFolder(folder).catch(() => undefined);
      return await withPartial(folder, async (path) => {
        const held = await spoolTo(path, source);
        if (held !== null) return held;
        const part = { source: piecesOf(path), declaredBytes: null, declaredType, signal: neverAborted };
        // Without room for a second copy, it waits in memory until there is some.
        return await save(jobId, index, part).then(
          () => null,
          () => readHeld(path),
        );
      });
    },
    /** @param save stores the joined file for good. */
    async join<Result>(
      jobId: string,
      count: number,
      save: (joined: Pick<SaveRequest, 'source' | 'declaredBytes'>) => Promise<Result>,
    ): Promise<Result> {
      const folder = folderOf(jobId);
      const parts = await Promise.all(Array.from({ length: count }, (_, index) => partPath(folder, index)));
      return await withPartial(folder, async (path) => {
        await tools.join(parts, await typeOfAll(parts), path);
        return await save({ source: piecesOf(path), declaredBytes: (await stat(path)).size });
      });
    },
    async open(jobId: string, index: number): ReturnType<MediaFiles['openPart']> {
      const path = await partPath(folderOf(jobId), index);
      const declaredBytes = (await stat(path)).size;
      return { source: piecesOf(path), declaredBytes, declaredType: declaredTypeFor(path) };
    },
    onDisk(jobId: string): readonly number[] {
      try {
        return readdirSync(folderOf(jobId))
          .flatMap((name) => /^(\d+)\.[a-z0-9]+$/.exec(name)?.[1] ?? [])
          .map(Number);
      } catch {
        return [];
      }
    },
    drop: (jobId: string) => rm(folderOf(jobId), { recursive: true, force: true }),
  };
}

/** Opened when it is read: a save that is refused before that leaves no open file behind. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The result was paid for and may still be there, so this is not the error of a missing one. */
const unreadable = (cause: unknown): AppError =>
  new AppError(
    {
      code: 'storage_failed',
      message: `The disk couldn’t read the stored result of this job (${(cause as NodeJS.ErrnoException).code}). Check that its drive is connected, then try again.`,
    },
    { cause },
  );

async function partPath(folder: string, index: number): Promise<string> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw unreadable(cause);
  });
  const name = names.find((candidate) => candidate.startsWith(`${index}.`));
  if (name) return joinInside(folder, name);
  throw new AppError({
    code: 'not_found',
    message: `The stored result of this job (part ${index + 1}) is no longer on the disk.`,
  });
}

/** Parts of several types can't be one file. */
async function typeOfAll(parts: readonly string[]): Promise<string> {
  const types = new Set<string>();
  for (const part of parts) types.add(await typeOf(part));
  if (types.size === 1) return [...types][0] ?? '';
  const message = `Couldn’t join parts of different types: ${[...types].join(', ')}.`;
  throw new AppError({ code: 'invalid_input', message });
}

async function typeOf(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { end: 16_383, highWaterMark: 16_384 })) {
    return sniffMedia(chunk as Uint8Array)?.contentType ?? '';
  }
  return '';
}
