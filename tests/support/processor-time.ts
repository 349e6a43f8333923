/**
 * Milliseconds of processor time that this process has taken. A bound on work is checked with it: by the clock, the same
 * work takes several times as long while other programs take their share.
 */
export const processorMs = (): number => process.cpuUsage().user / 1_000;
