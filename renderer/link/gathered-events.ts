/**
 * Passes on events that arrive together in one turn, so that the page draws their changes once: a message that is sent
 * is reported by three.
 */
import type { AppEvent } from '../../shared/contract';
import type { Host } from './bridge';

/** The host, with its events gathered until the page's next turn. Nothing ever overtakes an event. */
export function withGatheredEvents(host: Host): Host {
  const listeners = new Set<(event: AppEvent) => void>();
  const turns = new MessageChannel();
  let waiting: AppEvent[] = [];
  const pass = () => {
    const events = waiting;
    waiting = [];
    for (const event of events) for (const listener of listeners) passTo(listener, event);
  };
  // Not a timer: browsers delay timers, especially in background windows.
  turns.port1.onmessage = pass;
  host.subscribe((event) => {
    waiting.push(event);
    // Deltas are passed on at once.
    if (event.type === 'message.delta') pass();
    else if (waiting.length === 1) turns.port2.postMessage(null);
  });
  return {
    async call(name, input) {
      const answer = await host.call(name, input);
      pass();
      return answer;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (listener) =>
      host.watch((connection) => {
        pass();
        listener(connection);
      }),
  };
}

/** One event that throws must not stop the ones after it. */
function passTo(listener: (event: AppEvent) => void, event: AppEvent): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}
