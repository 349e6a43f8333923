/** Files that were edited in a window: each is a new result, beside what it was made from. Nothing is requested for one. */
import type { Settings } from '../../../shared/app/settings';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { EDITED_HERE } from '../../../shared/media/edits';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { type MediaModality, modalityOfKind } from '../../../shared/modalities/modalities';
import type { NewJob } from '../ports/jobs';
import type { JobContext } from './context';
import { destinationOf } from './destination';

type Piece = CheckedInput<'media.saveEdit'>;

export interface Edits {
  /** @returns the new result, once the last piece is here */
  add(piece: Piece): Promise<{ mediaId: string | null }>;
  drop(id: string): void;
}

/** What waits for an edit has another name than what waits for a job: nothing of it was paid. */
const WAITS = 'edit-';
const waitsAs = (id: string): string => WAITS + id;
export const isOfEdit = (waiting: string): boolean => waiting.startsWith(WAITS);

/** A window that closed sends no further piece. */
const LONGEST_PAUSE_MS = 120_000;

interface Incoming {
  next: number;
  push(bytes: Uint8Array, isLast: boolean): void;
  fail(error: Error): void;
  /** Whether all of it is on the disk. */
  readonly arrived: Promise<Uint8Array | null>;
}

export function createEdits(context: JobContext, settings: () => Settings): Edits {
  const { ports } = context;
  const incoming = new Map<string, Incoming>();
  const drop = (id: string) => {
    const one = incoming.get(id);
    if (one === undefined) return;
    one.fail(new AppError({ code: 'aborted', message: 'This edit was cancelled.' }));
    incoming.delete(id);
    void one.arrived.catch(() => null).then(() => ports.files.dropParts(waitsAs(id)));
  };
  const begin = ({ id, contentType }: Piece): Incoming => {
    const pipe = createPipe(ports.clock.setTimer, () => drop(id));
    const request = { source: pipe.pieces, declaredType: contentType };
    const arrived = ports.files.spoolPart(waitsAs(id), 0, request);
    // The piece that finds its failure reports it.
    arrived.catch(() => undefined);
    const one = { ...pipe, next: 0, arrived };
    incoming.set(id, one);
    return one;
  };
  return {
    drop,
    async add(piece) {
      const { id, index, isLast } = piece;
      const known = ports.storage.jobs.get(id);
      if (known !== undefined) return { mediaId: requireFile(known) };
      const sources = piece.from.map((mediaId) => requireSource(context, mediaId));
      const one = index === 0 ? begin(piece) : incoming.get(id);
      if (one === undefined || one.next !== index) {
        drop(id);
        throw new AppError({
          code: 'invalid_input',
          field: 'index',
          message: 'A piece of this file is missing. Edit it again.',
        });
      }
      one.next += 1;
      one.push(Buffer.from(piece.base64, 'base64'), isLast);
      if (!isLast) return { mediaId: null };
      incoming.delete(id);
      const held = await one.arrived;
      if (held !== null)
        throw new AppError({ code: 'storage_full', message: 'There is no room for this file.' });
      return { mediaId: await save(context, settings(), piece, sources) };
    },
  };
}

/** It is asked for once more, such as by a window whose answer was lost. */
function requireFile({ media }: Job): string {
  const [item] = media;
  if (item !== undefined) return item.id;
  throw new AppError({
    code: 'not_found',
    message: 'This edit was saved, and its file was deleted since. Restore it from the trash, or edit again.',
  });
}

function requireSource({ ports }: JobContext, id: string): MediaItem {
  const item = ports.storage.media.get(id);
  if (item !== undefined) return item;
  throw new AppError({
    code: 'not_found',
    field: 'from',
    message: 'The file that was edited is no longer in the library.',
  });
}

/** The file first, then its rows: what an end of the app leaves is no result without its file. */
async function save(
  context: JobContext,
  settings: Settings,
  piece: Piece,
  sources: readonly MediaItem[],
): Promise<string> {
  const { ports } = context;
  const kind = piece.contentType.split('/')[0] ?? '';
  const modality = modalityOfKind(kind) ?? sources[0]?.origin.modality ?? 'image';
  const job = jobOf(context, settings, piece, { sources, modality });
  const origin = {
    modality,
    model: EDITED_HERE,
    prompt: job.prompt,
    parameters: job.parameters,
    extra: {},
    jobId: job.id,
    cost: [],
    createdAt: job.createdAt,
  };
  const waiting = waitsAs(job.id);
  const opened = await ports.files.openPart(waiting, 0);
  const { signal } = new AbortController();
  const of = { jobId: waiting, position: 0 };
  const file = await ports.files.save({ ...opened, destination: job.destination, origin, signal, of });
  const id = ports.clock.newId();
  // At once: a job without its file could not be made again under its id.
  await context.persist(() => {
    ports.storage.jobs.insert(job);
    ports.storage.media.insert({ id, position: 0, ...file, origin });
  });
  await ports.files.dropParts(waiting);
  const seen = file.kind === 'image' ? await ports.files.makeThumbnail(id, file) : null;
  const end = { status: 'completed', finishedAt: ports.clock.now(), isDismissed: true } as const;
  await context.store(job.id, end, () => seen !== null && ports.storage.media.update(id, seen));
  return id;
}

interface Made {
  readonly sources: readonly MediaItem[];
  readonly modality: MediaModality;
}

function jobOf(
  { ports, profiles }: JobContext,
  settings: Settings,
  { id, operation, parameters }: Piece,
  { sources, modality }: Made,
): NewJob {
  return {
    id,
    modality,
    profileId: profiles.activeId(),
    model: EDITED_HERE,
    prompt: sources[0]?.origin.prompt ?? '',
    parameters: { operation, ...parameters },
    extra: {},
    owner: null,
    inputs: sources.map((item) => ({
      role: 'source',
      id: '',
      name: item.fileName,
      from: { jobId: item.origin.jobId, mediaId: item.id },
    })),
    destination: destinationOf(ports.files.defaultFolder(), settings, modality),
    createdAt: ports.clock.now(),
    status: 'completed',
    isForeign: false,
    remoteId: null,
    parts: [],
  };
}

/** What is pushed comes out as it is read. */
function createPipe(setTimer: JobContext['ports']['clock']['setTimer'], onPause: () => void) {
  const waiting: Uint8Array[] = [];
  let [isOver, failure] = [false, null as Error | null];
  let wake = () => {};
  let stop = setTimer(LONGEST_PAUSE_MS, onPause);
  async function* pieces() {
    for (;;) {
      if (failure !== null) throw failure;
      const piece = waiting.shift();
      if (piece !== undefined) yield piece;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    pieces: pieces(),
    push(bytes: Uint8Array, isLast: boolean) {
      stop();
      if (!isLast) stop = setTimer(LONGEST_PAUSE_MS, onPause);
      waiting.push(bytes);
      isOver = isLast;
      wake();
    },
    fail(error: Error) {
      stop();
      failure = error;
      wake();
    },
  };
}
