/** Names that both sides of the desktop host use. */
export const callChannel = 'gatehouse:call';
export const eventChannel = 'gatehouse:event';
