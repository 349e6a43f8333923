/** The largest call, in bytes of its JSON; the same on both hosts. */
export const maxCallBytes = 8 * 1024 * 1024;
