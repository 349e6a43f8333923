/** What throws in the page goes to the log, so that the report a person can copy names it. */
import { call } from '../link/call';

/** Of one life of the page: a failure may come back with every frame. */
const most = 20;

/** Of a stack: its first places say most. */
const mostCharacters = 4_000;

/** Listens for as long as the page lives. */
export function noteFailures(): void {
  let left = most;
  const note = (reason: unknown): void => {
    if (left === 0 || !(reason instanceof Error)) return;
    left -= 1;
    void call('app.noteFailure', { text: (reason.stack ?? reason.name).slice(0, mostCharacters) });
  };
  addEventListener('error', ({ error }) => note(error));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
}
