/** How long a thumbnail stays in sight before its file is read, in milliseconds: one that is only scrolled past is not. */
export const settledMs = 150;
