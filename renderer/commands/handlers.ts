/**
 * Commands that a feature carries out. The table defines them and the feature registers their handlers, since the table
 * is in a lower layer.
 */
import type { AppCommand } from './command';

export type FeatureCommandId =
  | 'undo'
  | 'chat.stop'
  | 'chat.find'
  | 'chat.previousMessage'
  | 'chat.nextMessage'
  | 'chat.useMedia'
  | 'chat.editMessage'
  | 'chat.changeRole'
  | 'chat.insertBefore'
  | 'chat.insertAfter'
  | 'chat.removeMessage'
  | 'chat.runHere'
  | 'chat.moveUp'
  | 'chat.moveDown'
  | 'chat.undoEdit'
  | 'chat.pin'
  | 'chat.remove'
  | 'compare.new'
  | 'compare.stop'
  | 'compare.switchVoice'
  | 'compare.playAll'
  | 'player.toggle';

export interface CommandHandler {
  readonly run: () => void;
  /** Whether it is available now; left out where it always is. */
  readonly isReady?: () => boolean;
}

export type CommandHandlers = Readonly<Record<FeatureCommandId, CommandHandler>>;

/** `null` until the features are loaded. */
let handlers: CommandHandlers | null = null;
/** The last command whose keys were pressed before that; it runs as soon as they are. */
let early: FeatureCommandId | null = null;

/** Registers the handlers of the features; called once, by the app. */
export function setCommandHandlers(all: CommandHandlers): void {
  handlers = all;
  if (early !== null && isReady(early)) all[early].run();
}

/** Before the features are loaded all are, but the one whose keys undo what was typed. */
function isReady(id: FeatureCommandId): boolean {
  return handlers === null ? id !== 'undo' : (handlers[id].isReady?.() ?? true);
}

/** The parts of a command that its feature provides. */
export function byFeature(id: FeatureCommandId): Pick<AppCommand, 'id' | 'run' | 'isReady'> {
  return {
    id,
    isReady: () => isReady(id),
    run: () => {
      if (handlers !== null) return handlers[id].run();
      early = id;
    },
  };
}
