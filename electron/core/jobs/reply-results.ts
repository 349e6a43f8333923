/** Pictures and sound that come inside a chat reply: saved like other results, by a job that belongs to the reply. */

import type { Settings } from '../../../shared/app/settings';
import type { MediaPartType } from '../../../shared/chat/parts';
import type { Job } from '../../../shared/media/jobs';
import { type MediaModality, modalities, modalityOfKind } from '../../../shared/modalities/modalities';
import type { InputRef } from '../../../shared/run/inputs';
import type { MediaSource } from '../../gateway/types/media';
import { UnwrittenError } from '../lib/durable-save';
import type { NewJob } from '../ports/jobs';
import type { ResultPlace } from '../ports/result-place';
import type { JobContext } from './context';
import { destinationOf } from './destination';
import { MOST_UNASKED, moreLeft } from './result-limit';
import {
  addressesOf,
  atAddresses,
  identityOf,
  keepResults,
  savedAt,
  saveResult,
  withDigest,
} from './results';
import type { JobRunner } from './runner';

/** The reply that the media came with. */
export interface ReplyOfResults {
  readonly messageId: string;
  readonly profileId: string;
  readonly model: string;
  /** What was asked; stored with the files. */
  readonly prompt: string;
  /** Files of its chat that it was made from. */
  readonly inputs: readonly InputRef[];
  /** Repeated with the same key: the gateway may return its stored answer. */
  readonly isRepeat: boolean;
  /** False where the reply names so many addresses that the person is asked first. */
  readonly isDownloaded: boolean;
}

/** One of the media of a reply, and where it came among the parts that are not text. */
export interface PlacedSource {
  readonly place: number;
  readonly source: MediaSource;
}

export interface KeptResults {
  /** The place of the first of them. */
  readonly place: number;
  readonly type: MediaPartType;
  readonly jobId: string;
  /** Stores where the results are; part of the transaction that stores the reply and its charge. */
  write(): void;
  /** Saves them as files of the library; called once the reply is stored. Never throws. */
  begin(): void;
}

export interface ReplyResults {
  /**
   * Writes what came as bytes to the disk, so that no end of the app can come between the charge and the result. Where
   * the disk fails, it is kept in memory. Neighbors of one kind are saved by one job. Never throws.
   */
  keep(reply: ReplyOfResults, sources: readonly PlacedSource[]): Promise<readonly KeptResults[]>;
}

export function createReplyResults(
  context: JobContext,
  runner: JobRunner,
  settings: () => Settings,
): ReplyResults {
  const planned = (reply: ReplyOfResults, modality: MediaModality, number: number): NewJob => ({
    // The jobs of a message are found by their ids.
    id: `${reply.messageId}-r${number}`,
    modality,
    profileId: reply.profileId,
    model: reply.model,
    prompt: reply.prompt,
    parameters: {},
    extra: {},
    inputs: reply.inputs,
    isForeign: false,
    remoteId: null,
    parts: [],
    status: 'saving',
    createdAt: context.ports.clock.now(),
    destination: destinationOf(context.ports.files.defaultFolder(), settings(), modality),
    owner: { kind: 'message', id: reply.messageId },
  });
  return {
    async keep(reply, sources) {
      // A reply that was continued may have some already.
      const before = await orUnwritten(
        () => context.persist(() => earlierOf(context, reply.messageId)),
        noneYet,
      );
      const { again, fresh } = reply.isRepeat
        ? sortOut(context, sources, before)
        : { again: [], fresh: sources };
      const kept = groupsOf(fresh).map((own, index) => {
        const job = planned(reply, modalityOfSource(own[0].source), before.jobs + index + 1);
        return keepOne(context, runner, { job, isDownloaded: reply.isDownloaded }, own);
      });
      const repeated = again.map(([job, results]) => keepAgain(context, runner, job, results));
      return await Promise.all([...repeated, ...kept]);
    },
  };
}

/**
 * What earlier attempts at the reply brought. By address or digest, never by number: a gateway that doesn't know the key
 * makes and charges others.
 */
interface Earlier {
  readonly jobs: number;
  /** Saved, or being saved. */
  readonly known: ReadonlySet<string>;
  /** Not saved, by a job that has failed: where it is in that job. */
  readonly missing: ReadonlyMap<string, Missing>;
}

type EarlierJob = Pick<Job, 'id' | 'modality'>;

interface Missing {
  readonly job: EarlierJob;
  readonly position: number;
}

const noneYet: Earlier = { jobs: 0, known: new Set(), missing: new Map() };

function earlierOf({ ports }: JobContext, messageId: string): Earlier {
  const { jobs, media } = ports.storage;
  const all = jobs.ofMessage(messageId);
  const known = new Set<string>();
  const missing = new Map<string, Missing>();
  for (const job of all) {
    const { id, status } = job;
    const saved = media.positionsOf(id);
    const isHere = status === 'completed' || status === 'saving';
    for (const [position, place] of jobs.internals(id).places.entries()) {
      const one = identityOf(place);
      if (one === null) continue;
      if (isHere || saved.includes(position)) known.add(one);
      else if (status !== 'cancelled') missing.set(one, { job, position });
    }
  }
  return { jobs: all.length, known, missing };
}

interface Repeated extends PlacedSource {
  readonly position: number;
}

type Neighbors = readonly [PlacedSource, ...PlacedSource[]];

/** One job saves what is of one kind and came together; of more than are downloaded unasked, all that is of one kind. */
function groupsOf(sources: readonly PlacedSource[]): readonly Neighbors[] {
  if (sources.length <= MOST_UNASKED) return neighborsOf(sources);
  const kinds = new Map<MediaModality, [PlacedSource, ...PlacedSource[]]>();
  for (const one of sources) {
    const kind = modalityOfSource(one.source);
    const others = kinds.get(kind);
    if (others === undefined) kinds.set(kind, [one]);
    else others.push(one);
  }
  return [...kinds.values()];
}

/** Those of one kind that came one right behind the other. */
function neighborsOf(sources: readonly PlacedSource[]): readonly Neighbors[] {
  const groups: [PlacedSource, ...PlacedSource[]][] = [];
  for (const one of sources) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNext =
      last?.place === one.place - 1 && modalityOfSource(last.source) === modalityOfSource(one.source);
    if (isNext) group?.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Splits a repeated reply's media into results no job has, and results a failed job can still save. */
function sortOut(context: JobContext, sources: readonly PlacedSource[], { known, missing }: Earlier) {
  const fresh: PlacedSource[] = [];
  const again = new Map<EarlierJob, readonly Repeated[]>();
  for (const { place: at, source } of sources) {
    const one = identity(context, source);
    if (known.has(one)) continue;
    const found = missing.get(one);
    if (found === undefined) fresh.push({ place: at, source });
    else {
      const others = again.get(found.job) ?? [];
      again.set(found.job, [...others, { place: at, source, position: found.position }]);
    }
  }
  return { fresh, again: [...again] };
}

const identity = ({ ports }: JobContext, source: MediaSource): string =>
  source.kind === 'url' ? addressesOf(source).join(' ') : ports.files.digest(source.bytes);

async function keepOne(
  context: JobContext,
  runner: JobRunner,
  { job, isDownloaded }: { readonly job: NewJob; readonly isDownloaded: boolean },
  own: Neighbors,
): Promise<KeptResults> {
  const { storage, clock } = context.ports;
  const sources = own.map(({ source }) => source);
  const type = modalities[job.modality].mediaKind;
  const put = (places: readonly ResultPlace[]) =>
    storage.transaction(() => {
      if (storage.jobs.get(job.id) === undefined) storage.jobs.insert(job);
      storage.jobs.update(job.id, { places, hasResult: true });
      // A start that finds the job finds its reply with it, whatever became of the rest.
      storage.messages.addResult(job.owner?.id ?? '', { type, jobId: job.id });
    });
  const identities = sources.map((source) => identity(context, source));
  const named = (places: readonly ResultPlace[]) =>
    places.map((place, at) => withDigest(place, identities[at] ?? ''));
  // Stored before the bytes: if the app is killed between the two, the next start names what is missing.
  await orUnwritten(() => context.persist(() => put(named(sources.map(expectedPlace)))), undefined);
  const places = named(await keepResults(context, { id: job.id }, sources));
  const isLeft = !isDownloaded && sources.every(({ kind }) => kind === 'url');
  return {
    place: own[0].place,
    type,
    jobId: job.id,
    write() {
      put(places);
      if (isLeft) storage.jobs.update(job.id, leftForLater(sources.length, clock.now()));
    },
    begin() {
      context.show(job.id);
      if (!isLeft) runner.start(job.id);
    },
  };
}

/** The end of a job whose results wait at their addresses until the person wants them. */
const leftForLater = (count: number, finishedAt: number) =>
  ({ status: 'failed', finishedAt, error: moreLeft(0, count).data }) as const;

/** Lets the failed job save its missing results; a new job would duplicate the others. */
async function keepAgain(
  context: JobContext,
  runner: JobRunner,
  job: EarlierJob,
  results: readonly Repeated[],
): Promise<KeptResults> {
  const { jobs } = context.ports.storage;
  const put = (found: readonly ResultPlace[]) => {
    // The person may have resumed it meanwhile.
    if (jobs.get(job.id)?.status === 'completed') return;
    const places = [...jobs.internals(job.id).places];
    for (const [at, { source, position }] of results.entries())
      places[position] = withDigest(found[at] ?? savedAt(position), identity(context, source));
    jobs.update(job.id, { places, hasResult: true });
  };
  const expected = results.map(({ source, position }) => expectedPlace(source, position));
  await orUnwritten(() => context.persist(() => put(expected)), undefined);
  const places = await Promise.all(
    results.map(({ source, position }) => saveResult(context, job, source, position)),
  );
  const goOn = async () => {
    const isDone = await context.persist(() => jobs.get(job.id)?.status === 'completed');
    if (isDone || runner.isRunning(job.id)) return;
    await context.store(job.id, { status: 'saving', finishedAt: null, error: null, isDismissed: false });
    if (!runner.isRunning(job.id)) runner.start(job.id);
  };
  return {
    place: results[0]?.place ?? -1,
    type: modalities[job.modality].mediaKind,
    jobId: job.id,
    write: () => put(places),
    // Where the app closes first, the job has failed still, and can save them for nothing.
    begin: () => void orUnwritten(goOn, undefined),
  };
}

const expectedPlace = (source: MediaSource, position: number): ResultPlace =>
  source.kind === 'url' ? atAddresses(source) : savedAt(position);

/** Where the app closes first, the reply's own record is written last, and these with it. */
async function orUnwritten<Result>(work: () => Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnwrittenError) return fallback;
    throw error;
  }
}

/** By the type that the reply states; an address without one is a picture's, which is what chat replies point at. */
function modalityOfSource(source: MediaSource): MediaModality {
  return modalityOfKind(source.contentType?.split('/')[0] ?? '') ?? 'image';
}
