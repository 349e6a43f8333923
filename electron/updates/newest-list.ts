/**
 * The newest signed list that this computer has seen. A signature stays right for ever, so whoever can answer for the
 * update server could show an old list, to hide a newer version or to offer one with a known fault.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors';

const listSchema = z.object({
  version: z.string().max(100),
  /** When it was made, in ISO 8601; lists of earlier releases may have none. */
  releaseDate: z.string().max(40).optional(),
});
type SeenList = z.infer<typeof listSchema>;

const fileName = 'newest-list.json';

/**
 * Remembers a list, if none newer was seen.
 * @param folder keeps the memory; where it can't be written, the next start knows nothing of this list
 * @param current the version of this program
 * @throws AppError `update_refused` for an older list that hides what this program could be updated to
 */
export async function requireNotOlder(folder: string, list: SeenList, current: string): Promise<void> {
  const seen = await readSeen(folder);
  if (seen !== null && isOlder(list, seen)) {
    if (compareVersions(seen.version, current) > 0) throw replayed(list, seen);
    return;
  }
  const { version, releaseDate } = list;
  await remember(folder, { version, releaseDate }).catch(() => undefined);
}

async function readSeen(folder: string): Promise<SeenList | null> {
  try {
    return listSchema.parse(JSON.parse(await readFile(path.join(folder, fileName), 'utf8')));
  } catch {
    return null;
  }
}

async function remember(folder: string, list: SeenList): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `${fileName}.draft`);
  await writeFile(draft, JSON.stringify(list), { mode: 0o600 });
  await rename(draft, path.join(folder, fileName));
}

function isOlder(list: SeenList, seen: SeenList): boolean {
  const order = compareVersions(list.version, seen.version);
  if (order !== 0) return order < 0;
  const [made, seenMade] = [Date.parse(list.releaseDate ?? ''), Date.parse(seen.releaseDate ?? '')];
  return made < seenMade;
}

/** By the order of semantic versions (semver.org, 11), without their build. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const at of [0, 1, 2]) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // A version before the release is older than the release.
  if (a.early.length === 0 || b.early.length === 0) return b.early.length - a.early.length;
  for (let at = 0; at < Math.max(a.early.length, b.early.length); at += 1) {
    const difference = compareParts(a.early[at], b.early[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): {
  readonly numbers: readonly number[];
  readonly early: readonly string[];
} {
  const [, numbers = '', early = ''] = /^v?([\d.]+)(?:-([^+]*))?/.exec(version.trim()) ?? [];
  return { numbers: numbers.split('.').map(Number), early: early === '' ? [] : early.split('.') };
}

function compareParts(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

const replayed = (list: SeenList, seen: SeenList): AppError =>
  new AppError({
    code: 'update_refused',
    message: `The update server answered with an old list (${list.version}); this computer has seen a newer one (${seen.version}). Nothing was downloaded. Try again later, or on another network.`,
  });
