import type { ArchiveSizes, ArchiveSummary, ArchiveTask } from '../../../shared/archive/archive';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { SettingsService } from '../settings/settings';

export interface ArchiveService {
  /** The current archive task, or the last one; `null` before the first. */
  current(): ArchiveTask | null;
  sizes(): ArchiveSizes;
  /** Starts the task; events report the rest. @throws AppError `busy` while another runs. */
  export(input: CheckedInput<'archive.export'>): Promise<{ isStarted: boolean }>;
  /** Opens the system's dialog; `null` where it was cancelled. */
  choose(): Promise<{ archiveId: string } | null>;
  /** An archive on this computer that the person opened. @returns its id, for `inspect` */
  register(path: string): string;
  receive(pieces: AsyncIterable<Uint8Array>): Promise<{ archiveId: string }>;
  inspect(archiveId: string): Promise<ArchiveSummary>;
  import(archiveId: string): void;
  discard(archiveId: string): Promise<void>;
  cancel(): void;
  dismiss(): void;
  close(): Promise<void>;
}

interface Services {
  readonly events: EventBus;
  readonly settings: SettingsService;
  readonly version: string;
  /** Called when an import added rows that other services may have cached. */
  readonly onRestored: () => void;
}

/** Writes everything the app keeps to one file and reads it back. One at a time. */
export function createArchiveService(ports: Ports, services: Services): ArchiveService {
  const { storage, clock, files, chooseFile, openFile } = ports;
  const { archive } = storage;
  const { settings } = services;
  /** Archives on this computer that were chosen in the system's dialog. */
  const chosen = new Map<string, string>();
  const task = createArchiveTask(ports, services.events);
  const register = (path: string): string => {
    const archiveId = clock.newId();
    chosen.set(archiveId, path);
    return archiveId;
  };
  const pathOf = (id: string) => chosen.get(id) ?? archive.receivedPath(id);

  return {
    current: task.current,
    sizes: archive.sizes,
    async export({ includesMedia }) {
      task.requireIdle();
      const createdAt = clock.now();
      const path = (await chooseFile?.(nameOf(createdAt))) ?? null;
      if (chooseFile !== null && path === null) return { isStarted: false };
      const exportId = path === null ? clock.newId() : null;
      await dropExported();
      task.begin('export', async (run) => {
        const target = path ?? files.exportPath(exportId ?? '');
        const request = { includesMedia, appVersion: services.version, createdAt, ...run };
        return { path, exportId, bytes: await archive.write(target, request) };
      });
      return { isStarted: true };
    },
    async choose() {
      const path = (await openFile?.()) ?? null;
      return path === null ? null : { archiveId: register(path) };
    },
    register,
    async receive(pieces) {
      const archiveId = clock.newId();
      await archive.receive(archiveId, pieces);
      return { archiveId };
    },
    inspect: (id) => archive.inspect(pathOf(id)),
    import(id) {
      task.requireIdle();
      void dropExported();
      task.begin('import', async (run) => {
        const mediaFolder = settings.current().mediaFolder || files.defaultFolder();
        const wanted = { mediaFolder, now: clock.now(), ...run };
        // An uploaded archive may be gigabytes, so it is deleted also when it was refused; by the next start, where the
        // disk refuses now. The import is over by then and must not seem to have failed.
        const counts = await archive
          .restore(pathOf(id), wanted)
          .finally(() => drop(id).catch(() => undefined));
        services.onRestored();
        return { counts };
      });
    },
    discard: drop,
    cancel: task.cancel,
    dismiss() {
      void dropExported();
      task.dismiss();
    },
    close: task.close,
  };

  /** The archive that a browser downloads from here: once it is gone from the page, nothing can. */
  async function dropExported(): Promise<void> {
    const exportId = task.current()?.exportId ?? null;
    if (exportId !== null) await files.dropExport(exportId);
  }

  /** A file you chose yourself is never deleted, only forgotten. */
  async function drop(id: string): Promise<void> {
    if (!chosen.delete(id)) await archive.drop(id);
  }
}

const nameOf = (at: number): string => `gatehouse-${new Date(at).toISOString().slice(0, 10)}.gatehouse`;

interface Run {
  /** In bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** How often progress is reported, in milliseconds. */
const REPORT_EVERY_MS = 200;

const nothingDone: Omit<ArchiveTask, 'kind' | 'state'> = {
  done: 0,
  total: 0,
  error: null,
  path: null,
  exportId: null,
  bytes: null,
  counts: [],
};

/** The one archive task at a time, as every window sees it. */
function createArchiveTask({ clock, describeError }: Ports, events: EventBus) {
  let task: ArchiveTask | null = null;
  let running: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  const report = (next: ArchiveTask | null) => {
    task = next;
    events.emit({ type: 'archive.changed', task });
  };
  const requireIdle = () => {
    if (running === null) return;
    const message = 'An export or import is already running. Wait for it to finish, or cancel it.';
    throw new AppError({ code: 'busy', message });
  };
  return {
    current: () => task,
    /** @throws AppError `busy`. */
    requireIdle,
    /** Starts the task. Every end is reported by event, never thrown. */
    begin(kind: ArchiveTask['kind'], work: (run: Run) => Promise<Partial<ArchiveTask>>) {
      requireIdle();
      const controller = new AbortController();
      const started: ArchiveTask = { ...nothingDone, kind, state: 'running' };
      let reportedAt = 0;
      const onProgress = (done: number, total: number) => {
        if (clock.now() - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = clock.now();
        report({ ...started, done, total });
      };
      const fail = (cause: unknown): ArchiveTask => {
        const error = describeError(cause);
        return { ...started, state: error.code === 'aborted' ? 'cancelled' : 'failed', error };
      };
      report(started);
      const done = work({ onProgress, signal: controller.signal })
        .then((result): ArchiveTask => ({ ...started, ...result, state: 'completed' }), fail)
        .then((ended) => {
          running = null;
          report(ended);
        });
      running = { controller, done };
    },
    cancel: () => running?.controller.abort(),
    dismiss() {
      if (running === null) report(null);
    },
    async close() {
      running?.controller.abort();
      await running?.done;
    },
  };
}
