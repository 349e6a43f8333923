/** How long typed words stay the same before they are searched for, in milliseconds. */
export const searchDelayMs = 120;
