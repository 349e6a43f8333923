/** Which results have the same content, byte for byte, whatever kind they are; the origin written into them aside. */
import type { MediaItem } from '../../../shared/media/media';
import type { EqualFiles } from '../../../shared/media/order';
import type { SameShaped } from '../ports/media-store';
import type { Ports } from '../ports/ports';

/** Of one search: the others follow with the next. */
const hashedAtOnce = { files: 300, bytes: 2 * 1024 ** 3 } as const;
/** Two files of one content differ in size by the origins that were written into them. */
const originBytes = 64 * 1024;
const mostGroups = 1_000;

export function createEqualFiles({ storage: { media }, files }: Pick<Ports, 'storage' | 'files'>) {
  /** By id and size: another file in its place has another size, or is the same. */
  const digests = new Map<string, string | null>();
  const keyOf = ({ id, bytes }: SameShaped) => `${id} ${bytes}`;
  const hashMore = async (candidates: readonly SameShaped[]): Promise<void> => {
    let [count, size] = [0, 0];
    for (const one of candidates) {
      if (count >= hashedAtOnce.files || size >= hashedAtOnce.bytes) return;
      if (digests.has(keyOf(one))) continue;
      const place = media.place(one.id);
      const digest = place === undefined ? null : await files.contentDigest(place, one.contentType);
      digests.set(keyOf(one), digest);
      count += 1;
      size += one.bytes;
    }
  };
  return async (): Promise<EqualFiles> => {
    const candidates = nearInSize(media.sameShaped());
    await hashMore(candidates);
    const groups = new Map<string, string[]>();
    for (const one of candidates) {
      const digest = digests.get(keyOf(one));
      if (digest) groups.set(digest, [...(groups.get(digest) ?? []), one.id]);
    }
    const equal = [...groups.values()].filter((ids) => ids.length > 1).slice(0, mostGroups);
    const isPartial = candidates.some((one) => !digests.has(keyOf(one)));
    return { groups: equal.map((ids) => bestFirst(ids, media.get)), isPartial };
  };
}

/** Those with a neighbor of about their size and of their shape. */
function nearInSize(all: readonly SameShaped[]): readonly SameShaped[] {
  const isNear = (one: SameShaped, other: SameShaped | undefined) =>
    other !== undefined && other.shape === one.shape && Math.abs(other.bytes - one.bytes) <= originBytes;
  return all.filter((one, at) => isNear(one, all[at - 1]) || isNear(one, all[at + 1]));
}

/** The one to keep: with a star, the best rated, the oldest. */
function bestFirst(ids: readonly string[], get: (id: string) => MediaItem | undefined): readonly string[] {
  const items = ids.flatMap((id) => get(id) ?? []);
  const rank = (one: MediaItem) => [one.isStarred ? 0 : 1, -(one.rating ?? 0), one.origin.createdAt];
  return items
    .toSorted((one, other) => {
      const [of, against] = [rank(one), rank(other)];
      return of.map((value, at) => value - (against[at] ?? 0)).find((step) => step !== 0) ?? 0;
    })
    .map(({ id }) => id);
}
