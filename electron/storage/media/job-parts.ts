import { readdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { MediaFiles, SaveRequest } from '../../core/ports/media-files';
import { withSource } from './bytes';
import { diskError } from './disk-error';
import { sniffBytes, sniffMedia } from './formats/sniff';
import { checkedId, joinInside } from './inside';
import { unreadable, WaitingResult } from './job-downloads';
import { copyDurably, makePrivateFolder, renameDurably, withPartial } from './partial';
import { declaredTypeFor, type ResultType, resultType, samplesExtension } from './result-type';
import { saveStream } from './save';
import { isDone, readHeld, spoolTo } from './spool';
import type { MediaTools } from './tools';

/** Of one result; as much as the library takes. */
const MAX_PART_BYTES = 4 * 1024 ** 3;

/** It has arrived: neither a stop nor the end of the app undoes its charge. */
const neverAborted = new AbortController().signal;

/** The results of a job's calls, stored until its files are saved: each was paid for. */
export function createJobParts(
  root: string,
  tools: Pick<MediaTools, 'join'>,
  { maxBytes = MAX_PART_BYTES }: { readonly maxBytes?: number } = {},
) {
  const folderOf = (jobId: string) => joinInside(root, checkedId(jobId));
  const save = async (...[jobId, index, request]: Parameters<MediaFiles['savePart']>): Promise<void> => {
    const folder = folderOf(jobId);
    await makePrivateFolder(folder);
    await dropEarlier(folder, index);
    await saveStream({
      source: request.source,
      folder,
      declaredType: request.declaredType,
      declaredBytes: request.declaredBytes,
      maxBytes,
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
        const held = await spoolTo(path, source, maxBytes);
        if (held !== null) return held;
        const asWave = () =>
          save(jobId, index, {
            source: new WaitingResult(path),
            declaredBytes: null,
            declaredType,
            signal: neverAborted,
          });
        return await keepSpooled({ folder, path, index, declaredType, asWave });
      });
    },
    /** @param save stores the joined file for good. */
    async join<Result>(
      jobId: string,
      count: number,
      save: (joined: Pick<SaveRequest, 'source' | 'declaredBytes'>) => Promise<Result>,
    ): Promise<{ readonly file: Result; readonly partsMs: readonly number[] }> {
      const folder = folderOf(jobId);
      const parts = await Promise.all(Array.from({ length: count }, (_, index) => partPath(folder, index)));
      return await withPartial(folder, async (path) => {
        const partsMs = (await tools.join(parts, await typeOfAll(parts), path)) ?? [];
        const source = new WaitingResult(path);
        return { file: await save({ source, declaredBytes: (await stat(path)).size }), partsMs };
      });
    },
    async open(jobId: string, index: number): ReturnType<MediaFiles['openPart']> {
      const path = await partPath(folderOf(jobId), index);
      const declaredBytes = (await stat(path)).size;
      return { source: new WaitingResult(path), declaredBytes, declaredType: declaredTypeFor(path) };
    },
    /** Copies parts of one job to another; both keep theirs. */
    async copy(...[fromId, toId, indexes]: Parameters<MediaFiles['copyParts']>): Promise<void> {
      const [from, to] = [folderOf(fromId), folderOf(toId)];
      await makePrivateFolder(to);
      for (const index of indexes) {
        const path = await partPath(from, index);
        await copyDurably(path, joinInside(to, basename(path)));
      }
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
    // The results are saved by then. What the disk doesn’t let go is tidied by a later start.
    drop: (jobId: string) => rm(folderOf(jobId), { recursive: true, force: true }).catch(() => undefined),
  };
}

interface Spooled {
  readonly folder: string;
  readonly path: string;
  readonly index: number;
  readonly declaredType: string | null;
  /** Saves a copy of raw samples as the sound they are. */
  readonly asWave: () => Promise<void>;
}

/**
 * Makes a file that is whole the part it is, without a second copy: there may be no room for one.
 * @returns `null`, or its bytes where it can't get its name
 */
async function keepSpooled(spooled: Spooled): Promise<Uint8Array | null> {
  const { folder, path, index, declaredType, asWave } = spooled;
  const type = await typeOrRefusal(path, declaredType);
  if (type instanceof AppError) return await orThrow(readHeld(path), type);
  const { pcm, extension } = type;
  if (pcm !== undefined && (await isDone(asWave()))) return null;
  const renamed = async () => {
    await dropEarlier(folder, index);
    const name = pcm === undefined ? extension : samplesExtension(declaredType ?? '');
    await renameDurably(path, joinInside(folder, `${index}.${name}`));
  };
  return (await isDone(renamed())) ? null : await readHeld(path);
}

/** What isn't a result is judged by who holds its bytes. */
const typeOrRefusal = async (path: string, declaredType: string | null): Promise<ResultType | AppError> => {
  const head = await headOf(path);
  try {
    return resultType(head, declaredType);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const orThrow = <Value>(work: Promise<Value>, error: AppError): Promise<Value> =>
  work.catch(() => {
    throw error;
  });

/** A part that an attempt left whose end was not stored. */
async function dropEarlier(folder: string, index: number): Promise<void> {
  const path = await partPath(folder, index).catch(() => join(folder, 'none'));
  await rm(path, { force: true }).catch((cause: unknown) => {
    throw diskError(cause, folder);
  });
}

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

const typeOf = async (path: string): Promise<string> => sniffMedia(await headOf(path))?.contentType ?? '';

const headOf = (path: string): Promise<Uint8Array> =>
  withSource(path, (source) => source.read(0, sniffBytes));
