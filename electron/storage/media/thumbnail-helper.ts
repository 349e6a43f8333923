/** What makes thumbnails beside the app: a process where Node runs it, a thread in Electron. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Reports `message`, `error` and `exit`. */
export interface ThumbnailHelper extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  send(message: unknown): void;
  /** Keeps the app running until it answers; `unref` doesn't. */
  ref(): void;
  unref(): void;
  end(): Promise<void>;
}

/**
 * The memory of decoded images stays with the process that decoded them: after 100 images of 2048² on a thread that has
 * ended, Node on glibc keeps 93 MB more than before. So it is a process of its own, which ends. Electron keeps 29 MB,
 * and its programs can't be started as Node (a fuse), so there it is a thread.
 */
export function startHelper(entry: string | URL): ThumbnailHelper {
  return process.versions.electron === undefined ? startProcess(entry) : startThread(entry);
}

function startThread(entry: string | URL): ThumbnailHelper {
  const worker = new Worker(entry);
  return Object.assign(worker, {
    send: (message: unknown) => worker.postMessage(message),
    end: async () => void (await worker.terminate()),
  });
}

function startProcess(entry: string | URL): ThumbnailHelper {
  const child = fork(entry instanceof URL ? fileURLToPath(entry) : entry, [], {
    // A debugger's port, for one, is taken by the app.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  return {
    on: child.on.bind(child),
    off: child.off.bind(child),
    send: (message) => void child.send(message as never, () => undefined),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
