/** Pictures and sound that come inside a chat reply: saved like other results, by a job that belongs to the reply. */
import type { MediaKind, ModalityId } from '../../../shared/modalities';
import type { Settings } from '../../../shared/settings';
import type { MediaSource } from '../../gateway/types';
import { UnwrittenError } from '../lib/durable-save';
import type { NewJob } from '../ports/jobs';
import type { JobContext } from './context';
import { destinationOf } from './destination';
import { identityOf, keepResults, savedAt, withDigest } from './results';
import type { JobRunner } from './runner';

/** The reply that the media came with. */
export interface ReplyOfResults {
  readonly messageId: string;
  readonly profileId: string;
  readonly model: string;
  /** What was asked; stored with the files. */
  readonly prompt: string;
  /** Asked again under the key it had: a gateway that knows the key sends what came the first time once more. */
  readonly isRepeat: boolean;
}

export interface KeptResults {
  /** Stores where the results are; part of the transaction that stores the reply and its charge. */
  write(): void;
  /** Saves them as files of the library; called once the reply is stored. */
  begin(): void;
}

export interface ReplyResults {
  /**
   * Writes what came as bytes to the disk, so that no end of the app can come between the charge and the result. Where
   * the disk fails, it is kept in memory. Never throws.
   */
  keep(reply: ReplyOfResults, sources: readonly MediaSource[]): Promise<readonly KeptResults[]>;
}

const modalityOf: Readonly<Record<MediaKind, ModalityId>> = {
  image: 'image',
  audio: 'speech',
  video: 'video',
};

export function createReplyResults(
  context: JobContext,
  runner: JobRunner,
  settings: () => Settings,
): ReplyResults {
  const planned = (reply: ReplyOfResults, modality: ModalityId, number: number): NewJob => ({
    // The jobs of a message are found by their ids.
    id: `${reply.messageId}-r${number}`,
    ...{ modality, profileId: reply.profileId, model: reply.model, prompt: reply.prompt },
    ...{ parameters: {}, extra: {}, isForeign: false, remoteId: null, parts: [], status: 'saving' },
    createdAt: context.ports.clock.now(),
    destination: destinationOf(context.ports.files.defaultFolder(), settings(), modality),
    owner: { kind: 'message', id: reply.messageId },
  });
  return {
    async keep(reply, sources) {
      const modalities = [...new Set(sources.map(modalityOfSource))];
      // A reply that was continued may have some already.
      const before = await orUnwritten(
        () => context.persist(() => earlierOf(context, reply.messageId)),
        noneYet,
      );
      const isNew = (source: MediaSource) => !reply.isRepeat || !before.known.has(identity(context, source));
      const kept = modalities.map((modality, index) => {
        const own = sources.filter((source) => modalityOfSource(source) === modality && isNew(source));
        const job = planned(reply, modality, before.jobs + index + 1);
        return own.length === 0 ? null : keepOne(context, runner, job, own);
      });
      return await Promise.all(kept.filter((one) => one !== null));
    },
  };
}

/** What earlier attempts at the reply brought. */
interface Earlier {
  readonly jobs: number;
  /**
   * By address or digest, never by number: a gateway that doesn't know the key makes and charges others. Of a failed
   * job none, since what comes once more may be saved this time.
   */
  readonly known: ReadonlySet<string>;
}

const noneYet: Earlier = { jobs: 0, known: new Set() };

function earlierOf({ ports }: JobContext, messageId: string): Earlier {
  const { jobs } = ports.storage;
  const all = jobs.ofMessage(messageId);
  const here = all.filter(({ status }) => status === 'completed' || status === 'saving');
  const entries = here.flatMap(({ id }) => jobs.internals(id).outputUrls);
  return { jobs: all.length, known: new Set(entries.map(identityOf).filter((one) => one !== null)) };
}

const identity = ({ ports }: JobContext, source: MediaSource): string =>
  source.kind === 'url' ? source.url : ports.files.digest(source.bytes);

async function keepOne(
  context: JobContext,
  runner: JobRunner,
  job: NewJob,
  sources: readonly MediaSource[],
): Promise<KeptResults> {
  const { jobs } = context.ports.storage;
  const put = (outputUrls: readonly string[]) => {
    if (jobs.get(job.id) === undefined) jobs.insert(job);
    jobs.update(job.id, { outputUrls, hasResult: true });
  };
  const identities = sources.map((source) => identity(context, source));
  const named = (entries: readonly string[]) =>
    entries.map((entry, at) => withDigest(entry, identities[at] ?? ''));
  // Stored before the bytes: if the app is killed between the two, the next start names what is missing.
  await orUnwritten(() => context.persist(() => put(named(sources.map(expectedEntry)))), undefined);
  const entries = named(await keepResults(context, { id: job.id, modality: job.modality }, sources));
  return {
    write: () => put(entries),
    begin() {
      context.change(job.id, {});
      runner.start(job.id);
    },
  };
}

const expectedEntry = (source: MediaSource, position: number): string =>
  source.kind === 'url' ? source.url : savedAt(position);

/** Where the app closes first, the reply's own record is written last, and these with it. */
async function orUnwritten<Result>(work: () => Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnwrittenError) return fallback;
    throw error;
  }
}

/** An address says nothing of its kind: chat replies point at pictures only. */
function modalityOfSource(source: MediaSource): ModalityId {
  const type = source.kind === 'bytes' ? (source.contentType?.split('/')[0] ?? 'image') : 'image';
  return modalityOf[type as MediaKind] ?? 'image';
}
