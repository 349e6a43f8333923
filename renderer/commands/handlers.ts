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

let handlers: Partial<CommandHandlers> = {};

/** Registers the handlers of the features; called once, by the app. */
export function setCommandHandlers(all: CommandHandlers): void {
  handlers = all;
}

/** The parts of a command that its feature provides; it is not available before the feature is registered. */
export function byFeature(id: FeatureCommandId): Pick<AppCommand, 'id' | 'run' | 'isReady'> {
  return {
    id,
    isReady: () => {
      const handler = handlers[id];
      return handler !== undefined && (handler.isReady?.() ?? true);
    },
    run: () => handlers[id]?.run(),
  };
}
