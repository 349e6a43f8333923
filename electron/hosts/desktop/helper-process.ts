import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { ThumbnailHelper } from '../../storage/media/thumbnail-helper';

/** A process that runs a built script of the app with Node, started as Electron does it for itself. */
export function startHelperProcess(entry: string | URL): ThumbnailHelper {
  const child = utilityProcess.fork(entry instanceof URL ? fileURLToPath(entry) : entry, [], {
    serviceName: 'Gatehouse images',
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  return {
    on: child.on.bind(child) as ThumbnailHelper['on'],
    off: child.off.bind(child) as ThumbnailHelper['off'],
    send: (message) => child.postMessage(message),
    // The app runs as long as it has windows or a tray, whatever a helper does.
    ref: () => undefined,
    unref: () => undefined,
    async end() {
      if (child.kill()) await ended;
    },
  };
}
