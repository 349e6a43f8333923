/** The only module that uses the bridge. */
import type { AppEvent, CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import { connectHost, type Host } from './bridge';

let host: Host;

export function connect(): Host {
  host = withGatheredEvents(connectHost());
  return host;
}

/** Listens to every event of the core, until the returned function is called. */
export const listen = (listener: (event: AppEvent) => void): (() => void) => host.subscribe(listener);

/** Sends a command to the core. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Envelope<CommandResult<Name>>> {
  return (await host.call(name, input)) as Envelope<CommandResult<Name>>;
}

// Passes on events that arrive together in one turn, so that the page draws their changes once: a message that is sent
// is reported by three.

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
