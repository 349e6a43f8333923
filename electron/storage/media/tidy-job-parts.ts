/** Frees the disk of what waits for jobs and is no longer needed. */
import { readdir, rm, rmdir } from 'node:fs/promises';
import type { NeededParts } from '../../core/ports/media-files';
import { type IsListed, joinInside } from './inside';
import { cleanPartials } from './partial';
import { dropUnlisted } from './waiting-results';

/** What an end of the app left of a file that was being written is always deleted. Never throws. */
export async function tidyJobParts(
  root: string,
  neededBy: (jobId: string) => NeededParts,
  isListed: IsListed,
): Promise<void> {
  for (const jobId of await namesIn(root)) {
    const folder = joinInside(root, jobId);
    const cleaned = await cleanPartials(folder);
    const needed = neededBy(jobId);
    const noted = needed === 'none' ? dropUnlisted(folder, await namesIn(folder), isListed) : 0;
    const dropped = noted + (await drop(folder, needed));
    // One that was empty before may be that of a job which is about to write there.
    if (cleaned + dropped > 0) await rmdir(folder).catch(() => undefined);
  }
}

async function drop(folder: string, needed: NeededParts): Promise<number> {
  if (needed === 'all') return 0;
  const names = await namesIn(folder);
  const unneeded = needed === 'none' ? names : names.filter((name) => name.startsWith('download-'));
  const gone = unneeded.map((name) => rm(joinInside(folder, name), { force: true }).catch(() => undefined));
  await Promise.all(gone);
  return unneeded.length;
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).then(
    // Names of others, which the app never gives.
    (names) => names.filter((name) => /^[\w-][\w.-]*\w$/.test(name)),
    () => [],
  );
