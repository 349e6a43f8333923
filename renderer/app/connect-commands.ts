import { type CommandHandler, setCommandHandlers } from '../commands/handlers';
import { takesTyping } from '../commands/keys';
import { chatHandlers } from '../features/chat/command-handlers';
import { compareHandlers } from '../features/compare/command-handlers';
import { playerHandlers } from '../media/player/command-handlers';
import { undo, useUndo } from '../state/undo';

/** Registers the handlers of the features' commands; a command without a handler does not compile. */
export function connectCommands(): void {
  setCommandHandlers({ ...chatHandlers, ...compareHandlers, ...playerHandlers, undo: undoHandler });
}

/** In a text field the keys undo what was typed. */
const undoHandler: CommandHandler = {
  isReady: () => useUndo.getState().offer !== null && !takesTyping(document.activeElement),
  run: () => void undo(),
};
