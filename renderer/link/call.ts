/** The only module that uses the bridge. */
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import { connectHost, type Host } from './bridge';
import { withGatheredEvents } from './gathered-events';

let host: Host;

export function connect(): Host {
  host = withGatheredEvents(connectHost());
  return host;
}

/** Sends a command to the core. */
export async function call<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
): Promise<Envelope<CommandResult<Name>>> {
  return (await host.call(name, input)) as Envelope<CommandResult<Name>>;
}
