/**
 * The end of a session, or of a terminal, signals all processes of the app at once. Chromium's own are ended by it; this
 * one is asked to quit, and still has to save what it holds.
 */
import { app } from 'electron';

/** Signals of one end reach the processes within this, in milliseconds, in any order. */
const togetherMs = 1_000;

/**
 * Chromium ends the whole app where its GPU process can't be started a few times in a row. While all processes end, it
 * can't: the one that starts the others is gone too. The flag is read at each failure, so it can be set then.
 */
const noLimit = 'disable-gpu-process-crash-limit';

let isQuitting = false;

const endings = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Lets this process close in order while the others are ended. Must run before the app is ready. */
export function quitInOrder(): void {
  app.on('before-quit', () => {
    app.commandLine.appendSwitch(noLimit);
    // Chromium takes the first one, sooner than Node could. The next one would end the app while it saves.
    if (!isQuitting) for (const signal of endings) process.on(signal, () => undefined);
    isQuitting = true;
  });
  app.on('render-process-gone', (_event, _contents, { reason }) => liftLimit(reason));
  app.on('child-process-gone', (_event, { reason }) => liftLimit(reason));
}

/** The signal to this process may be handled only after what it did to another one. */
function liftLimit(reason: string): void {
  if (reason !== 'killed' || isQuitting) return;
  app.commandLine.appendSwitch(noLimit);
  void isQuittingSoon().then((isSo) => {
    // Where only that one was ended: a GPU process that keeps failing is to be replaced by drawing without one.
    if (!isSo) app.commandLine.removeSwitch(noLimit);
  });
}

/** Whether this process hears, now or soon, of the end that has ended another one. */
export function isQuittingSoon(): Promise<boolean> {
  if (isQuitting) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hear = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      app.off('before-quit', hear);
      resolve(false);
    }, togetherMs);
    app.once('before-quit', hear);
  });
}
