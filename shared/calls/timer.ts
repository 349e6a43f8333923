/** JavaScript timers store a signed 32-bit number of milliseconds: beyond it they fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
