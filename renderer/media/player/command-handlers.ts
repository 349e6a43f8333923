import type { CommandHandler } from '../../commands/handlers';
import { toggle, usePlayer } from './player';

/** What the commands of the table do with the player. */
export const playerHandlers = {
  'player.toggle': {
    isReady: () => usePlayer.getState().itemId !== null,
    run: () => {
      const { itemId } = usePlayer.getState();
      if (itemId !== null) toggle(itemId);
    },
  },
} satisfies Record<string, CommandHandler>;
