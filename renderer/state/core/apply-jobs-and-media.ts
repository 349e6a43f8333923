/**
 * The window's copy of jobs and results; pure, a part of `applyEvent`.
 *
 * A result is stored once, in `media`, whether a job's record, a page of the library or an event reported it. A removed
 * result is absent there, and everything that shows results reads it there.
 */

import type { CheckedInput } from '../../../shared/contract';
import type { Job, JobPage } from '../../../shared/media/jobs';
import type { MediaItem, MediaPage } from '../../../shared/media/media';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { keepEqual } from './keep-equal';

export type LibraryFilter = CheckedInput<'library.page'>['filter'];

/** The last selection of results. */
export interface LibraryList {
  readonly filter: LibraryFilter;
  /** Newest first; ids whose result is absent from `media` were removed. */
  readonly ids: readonly string[];
  /** Of duplicates: the name of the group of each. */
  readonly groupOf?: Readonly<Record<string, string>>;
  readonly cursor: string | null;
  readonly total: number;
  /** Results arrived that may belong to it: it is loaded again. */
  readonly isStale: boolean;
  /** The value of `libraryChanges` when the query was sent. */
  readonly asOf: number;
}

export interface JobsAndMedia {
  readonly jobs: Readonly<Record<string, Job>>;
  /** Cursor of the next page of a modality: absent before the first page, `null` at the end. */
  readonly jobCursors: Readonly<Partial<Record<MediaModality, string | null>>>;
  readonly media: Readonly<Record<string, MediaItem>>;
  readonly removedMediaIds: ReadonlySet<string>;
  readonly library: LibraryList | null;
  /** Counts the events that may change a selection of the library. */
  readonly libraryChanges: number;
  /** Counts the events about boards. */
  readonly boardNews: number;
}

export const noJobsAndMedia: JobsAndMedia = {
  jobs: {},
  jobCursors: {},
  media: {},
  removedMediaIds: new Set(),
  library: null,
  libraryChanges: 0,
  boardNews: 0,
};

export function jobsAndMediaOf({ jobs }: JobPage): JobsAndMedia {
  return { ...noJobsAndMedia, jobs: byId(jobs), media: byId(jobs.flatMap(({ media }) => media)) };
}

export function withJob(works: JobsAndMedia, job: Job): Partial<JobsAndMedia> {
  const isNew = job.media.some(({ id }) => works.media[id] === undefined);
  const media = job.media.map((item) => keepEqual(works.media[item.id], item));
  return {
    jobs: { ...works.jobs, [job.id]: job },
    media: job.media.length === 0 ? works.media : { ...works.media, ...byId(media) },
    ...(isNew ? stale(works) : {}),
  };
}

/** Events are at least as new as a page that was requested earlier, so a page only adds. */
export function withJobPage(
  works: JobsAndMedia,
  modality: MediaModality,
  page: JobPage,
): Partial<JobsAndMedia> {
  const jobCursors = { ...works.jobCursors, [modality]: page.nextCursor };
  return { ...addedJobs(works, page.jobs), jobCursors };
}

/** Jobs that came with what they belong to, such as a message. */
export const withFoundJobs = (works: JobsAndMedia, jobs: readonly Job[]): Partial<JobsAndMedia> =>
  jobs.length === 0 ? {} : addedJobs(works, jobs);

function addedJobs(works: JobsAndMedia, jobs: readonly Job[]): Pick<JobsAndMedia, 'jobs' | 'media'> {
  const media = jobs.flatMap((job) => job.media);
  return { jobs: { ...byId(jobs), ...works.jobs }, media: withItems(works, media) };
}

/** Results that something else names, such as a lineage. */
export const withFoundMedia = (works: JobsAndMedia, items: readonly MediaItem[]): Partial<JobsAndMedia> => ({
  media: withItems(works, items),
});

export function withMedia(works: JobsAndMedia, item: MediaItem): Partial<JobsAndMedia> {
  const isBack = works.removedMediaIds.has(item.id);
  const isListed = works.library?.ids.includes(item.id) ?? false;
  const isUnknown = works.media[item.id] === undefined;
  return {
    jobs: withItemOfJob(works.jobs, item),
    media: { ...works.media, [item.id]: item },
    removedMediaIds: isBack ? without(works.removedMediaIds, [item.id]) : works.removedMediaIds,
    ...(isBack && isListed ? grown(works, 1) : isUnknown ? stale(works) : {}),
  };
}

export function withoutMedia(works: JobsAndMedia, ids: readonly string[]): Partial<JobsAndMedia> {
  const media = { ...works.media };
  let listed = 0;
  for (const id of ids) {
    if (media[id] !== undefined && works.library?.ids.includes(id)) listed += 1;
    delete media[id];
  }
  return {
    media,
    removedMediaIds: new Set([...works.removedMediaIds, ...ids]),
    ...(ids.every((id) => works.removedMediaIds.has(id)) ? {} : grown(works, -listed)),
  };
}

interface PagedLibrary {
  readonly filter: LibraryFilter;
  readonly isFirst: boolean;
  readonly page: MediaPage;
  readonly asOf: Pick<JobsAndMedia, 'libraryChanges'>;
}

export function withLibraryPage(works: JobsAndMedia, read: PagedLibrary): Partial<JobsAndMedia> {
  const { filter, isFirst, page, asOf } = read;
  const first = { asOf: asOf.libraryChanges, isStale: asOf.libraryChanges !== works.libraryChanges };
  const { asOf: since, isStale } = (isFirst ? null : works.library) ?? first;
  const before = isFirst ? [] : (works.library?.ids ?? []);
  const paged = new Set(page.items.map(({ id }) => id));
  const ids = [...before, ...[...paged].filter((id) => !isListed(works, before, id))];
  const known = { filter, ids, cursor: page.nextCursor, total: page.total, isStale, asOf: since };
  const groupOf = page.groups && {
    ...(!isFirst && works.library?.groupOf),
    ...Object.fromEntries(page.items.map(({ id }, at) => [id, page.groups?.[at] ?? id])),
  };
  return {
    media: withItems(works, page.items),
    library: groupOf ? { ...known, groupOf } : known,
  };
}

/** Nearly all results of a page are new, so they need no search in a list of thousands. */
const isListed = ({ media, removedMediaIds }: JobsAndMedia, listed: readonly string[], id: string): boolean =>
  (media[id] !== undefined || removedMediaIds.has(id)) && listed.includes(id);

/** Adds unknown results; a late page restores nothing that was removed meanwhile. */
function withItems(works: JobsAndMedia, items: readonly MediaItem[]): JobsAndMedia['media'] {
  const added = items.filter(({ id }) => !works.removedMediaIds.has(id));
  return { ...byId(added), ...works.media };
}

/** A restored result may be absent from its job's record, which was sent while it was removed. */
function withItemOfJob(jobs: JobsAndMedia['jobs'], item: MediaItem): JobsAndMedia['jobs'] {
  const job = jobs[item.origin.jobId];
  if (job === undefined || job.media.some(({ id }) => id === item.id)) return jobs;
  return { ...jobs, [job.id]: { ...job, media: [...job.media, item] } };
}

type Listed = Pick<JobsAndMedia, 'library' | 'libraryChanges'>;

const stale = ({ library, libraryChanges }: JobsAndMedia): Listed => ({
  library: library && { ...library, isStale: true },
  libraryChanges: libraryChanges + 1,
});

/** What is on a board may be on show, or under way to be: a query that was sent before may be answered as of before. */
export const withBoardNews = (works: JobsAndMedia): Partial<JobsAndMedia> => ({
  boardNews: works.boardNews + 1,
  libraryChanges: works.libraryChanges + 1,
  ...(works.library?.filter.board !== undefined && stale(works)),
});

const grown = ({ library, libraryChanges }: JobsAndMedia, by: number): Listed => ({
  library: library === null || by === 0 ? library : { ...library, total: library.total + by },
  libraryChanges: libraryChanges + 1,
});

const without = (ids: ReadonlySet<string>, gone: readonly string[]) =>
  new Set([...ids].filter((id) => !gone.includes(id)));

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
