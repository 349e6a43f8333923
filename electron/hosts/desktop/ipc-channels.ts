/** Names that both sides of the desktop host use. */
export const callChannel = 'gatehouse:call';
export const eventChannel = 'gatehouse:event';
export const spellChannel = 'gatehouse:spell';
export const spellLanguageChannel = 'gatehouse:spell-language';
