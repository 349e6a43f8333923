import { setCommandHandlers } from '../commands/handlers';
import { chatHandlers } from '../features/chat/command-handlers';
import { compareHandlers } from '../features/compare/command-handlers';
import { playerHandlers } from '../media/player/command-handlers';

/** Registers the handlers of the features' commands; a command without a handler does not compile. */
export function connectCommands(): void {
  setCommandHandlers({ ...chatHandlers, ...compareHandlers, ...playerHandlers });
}
