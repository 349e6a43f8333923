/** Pictures and sound that come inside a chat reply: saved like other results, by a job that belongs to the reply. */
import type { MediaKind, ModalityId } from '../../../shared/modalities';
import type { Settings } from '../../../shared/settings';
import type { MediaSource } from '../../gateway/types';
import { UnwrittenError } from '../lib/durable-save';
import type { NewJob } from '../ports/jobs';
import type { JobContext } from './context';
import { destinationOf } from './destination';
import { keepResults, savedAt } from './results';
import type { JobRunner } from './runner';

/** The reply that the media came with. */
export interface ReplyOfResults {
  readonly messageId: string;
  readonly profileId: string;
  readonly model: string;
  /** What was asked; stored with the files. */
  readonly prompt: string;
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
        () => context.persist(() => context.ports.storage.jobs.ofMessage(reply.messageId).length),
        0,
      );
      return await Promise.all(
        modalities.map((modality, index) => {
          const own = sources.filter((source) => modalityOfSource(source) === modality);
          return keepOne(context, runner, planned(reply, modality, before + index + 1), own);
        }),
      );
    },
  };
}

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
  // Stored before the bytes: if the app is killed between the two, the next start names what is missing.
  await orUnwritten(() => context.persist(() => put(sources.map(expectedEntry))), undefined);
  const entries = await keepResults(context, { id: job.id, modality: job.modality }, sources);
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
