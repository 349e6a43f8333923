/**
 * How often a long test repeats: `short` among all other tests, `whole` under `npm run soak -- --tests`, which runs the
 * long ones alone.
 */
export const soakTimes = (short: number, whole: number): number =>
  process.env.GATEHOUSE_SOAK === '1' ? whole : short;
