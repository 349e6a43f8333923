/**
 * Commands whose work a feature does. The table says what they are; the feature hands in what they do, since the
 * table is below it.
 */
import type { AppCommand } from './command';

export type FeatureCommandId =
  | 'chat.stop'
  | 'chat.pin'
  | 'chat.remove'
  | 'compare.new'
  | 'compare.stop'
  | 'compare.switchVoice'
  | 'compare.playAll'
  | 'player.toggle';

export interface CommandHandler {
  readonly run: () => void;
  /** Whether it means something right now; left out where it always does. */
  readonly isReady?: () => boolean;
}

export type CommandHandlers = Readonly<Record<FeatureCommandId, CommandHandler>>;

let handlers: Partial<CommandHandlers> = {};

/** Takes in what the features do; called once, by the app. */
export function setCommandHandlers(all: CommandHandlers): void {
  handlers = all;
}

/** The parts of a command that its feature does; it is not ready before the feature has handed them in. */
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
