/** What a person gives results to find them again: ratings, tags and notes; and which of them look alike. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { orderLimits } from '../../../shared/media/order';
import type { MediaFilter } from '../ports/media-store';
import type { Ports } from '../ports/ports';
import { alikeTo, copiesAmong, joined } from './alike';
import { createEqualFiles } from './equal-files';

type Needs = Pick<Ports, 'storage' | 'files'>;

export function createOrder(ports: Needs, changed: (id: string) => void) {
  const { storage } = ports;
  const { media } = storage;
  const equalFiles = createEqualFiles(ports);
  /** Those that are there; what another window deleted meanwhile stops no other. */
  const present = (ids: readonly string[]) => {
    const found = ids.filter((id) => media.get(id) && !media.isRemoved(id));
    if (found.length === 0)
      throw new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });
    return found;
  };
  const each = (ids: readonly string[], patchOf: (id: string) => Parameters<typeof media.update>[1]) => {
    const found = present(ids);
    storage.transaction(() => {
      for (const id of found) media.update(id, patchOf(id));
    });
    for (const id of found) changed(id);
  };
  return {
    /** Which results have the same content. */
    equalFiles,
    rate: ({ ids, rating }: CheckedInput<'media.rate'>) => each(ids, () => ({ rating })),
    tag: ({ ids, add = [], remove = [] }: CheckedInput<'media.tag'>) =>
      each(ids, (id) => ({ tags: retagged(media.get(id)?.tags ?? [], add, remove) })),
    note: ({ id, note }: CheckedInput<'media.note'>) => each([id], () => ({ note })),
    /** A filter with what it says of likeness as the results that fit. */
    async selected({
      like,
      copies,
      ...filter
    }: CheckedInput<'library.page'>['filter']): Promise<MediaFilter> {
      const isByLook = like !== undefined || copies !== undefined;
      if (isByLook || filter.color !== undefined) await lookAtMore(ports, like);
      if (!isByLook) return filter;
      const all = media.looked();
      const alike = like === undefined ? {} : { ids: alikeTo(all, like) };
      if (!copies) return { ...filter, ...alike };
      return { ...filter, ...alike, groups: joined([...copiesAmong(all), ...(await equalFiles()).groups]) };
    },
  };
}

/** The same tag in other letters is the same: the first spelling stays. */
function retagged(
  now: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): readonly string[] {
  const folded = (tag: string) => tag.toLocaleLowerCase();
  const removed = new Set(remove.map(folded));
  const tags = now.filter((tag) => !removed.has(folded(tag)));
  for (const tag of add) if (!tags.some((one) => folded(one) === folded(tag))) tags.push(tag);
  if (tags.length > orderLimits.tags)
    throw new AppError({
      code: 'invalid_input',
      field: 'add',
      message: `A result can have up to ${orderLimits.tags} tags. Remove some first.`,
    });
  return tags;
}

/** After an end of the app between an image and its thumbnail. Never throws. */
export async function addThumbnails({ storage: { media }, files }: Needs): Promise<void> {
  for (const id of media.unseen(lookedAtOnce)) {
    const place = media.place(id);
    if (place === undefined) continue;
    const seen = await files.makeThumbnail(id, place);
    if (seen.hasThumbnail) media.update(id, seen);
  }
}

/** Results of earlier versions: so many with each search, the one in question first. */
const lookedAtOnce = 60;

async function lookAtMore({ storage: { media }, files }: Needs, first: string | undefined): Promise<void> {
  const waiting = media.unlooked(lookedAtOnce);
  const isUnseen = first !== undefined && !media.looked().some(({ id }) => id === first);
  for (const id of new Set([...(isUnseen ? [first] : []), ...waiting])) {
    const place = media.place(id);
    if (place !== undefined && media.get(id)?.kind === 'image')
      media.update(id, await files.makeThumbnail(id, place));
  }
}
