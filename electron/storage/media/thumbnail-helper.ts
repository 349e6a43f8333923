/** What decodes images beside the app: a process of its own, which may die without the app. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Reports `message`, `error` and `exit`. */
export interface ThumbnailHelper extends Pick<NodeJS.EventEmitter, 'on' | 'off'> {
  send(message: unknown): void;
  /** Keeps the app running until it answers; `unref` doesn't. */
  ref(): void;
  unref(): void;
  end(): Promise<void>;
}

export type StartHelper = (entry: string | URL) => ThumbnailHelper;

/**
 * A process and not a thread: a decoder that crashes or runs out of memory would end the app with a thread, and the
 * memory of decoded images stays with the process that decoded them (after 100 images of 2048² on a thread that has
 * ended, Node on glibc keeps 93 MB more than before). Electron's programs can't be started as Node (a fuse): the
 * desktop starts one in its own way.
 */
export function startHelper(entry: string | URL): ThumbnailHelper {
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
