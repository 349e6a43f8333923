/** Moments and spans of time as headers and error bodies of gateways state them. */

const AMOUNT = /^\d{1,20}(?:\.\d{1,15})?$/;
const DURATION =
  /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?$/;
/** As ISO 8601 writes a span: `PT1M30S`. */
const ISO_DURATION = /^P(?:(\d{1,9})D)?T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/;
/** A date begins with its year or a weekday; other texts, such as `6`, would also be taken for one. */
const DATE = /^(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2,8},? )/;

/**
 * Milliseconds until what is stated, below zero for what is over: seconds from now, a moment since the epoch (in seconds
 * or a part of them), a duration such as `1m30s`, or a date. `null` for anything else.
 */
export function untilStated(text: string, nowMs: number): number | null {
  if (text === '' || text.length > 100) return null;
  if (AMOUNT.test(text)) return untilAmount(Number(text), nowMs);
  const parts = (DURATION.exec(text) ?? ISO_DURATION.exec(text))?.slice(1);
  if (parts?.some((part) => part !== undefined)) {
    const [days, hours, minutes, seconds, milliseconds] = parts.map((part) => Number(part ?? 0)) as number[];
    const whole = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
    return whole * 1_000 + (milliseconds ?? 0);
  }
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - nowMs;
}

/** From these on, a number is no span but a moment since the epoch, in this many parts of a millisecond. */
const MOMENTS: readonly (readonly [from: number, ofMillisecond: number])[] = [
  [1e17, 1e6],
  [1e14, 1e3],
  [1e11, 1],
  [1e9, 1e-3],
];

/** The same for a number, of seconds where it is a span. */
export function untilAmount(amount: number, nowMs: number): number {
  const [, ofMillisecond] = MOMENTS.find(([from]) => amount > from) ?? [];
  return ofMillisecond === undefined ? amount * 1_000 : amount / ofMillisecond - nowMs;
}

/** A number, its unit, and after it no further letter. */
const NUMBER = '\\d{1,9}(?:\\.\\d{1,12})?';
const UNIT = 'milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d';
const PART = `${NUMBER}\\s{0,3}(?:${UNIT})(?![a-z])`;
/** A span in words or signs, for a pattern of its own: `2m3.5s`, `1 minute and 30 seconds`, `10:23:45`. */
export const SPAN = `(?:${PART}(?:,?\\s{0,3}(?:and\\s{1,3})?${PART}){0,4}|\\d{1,3}:\\d\\d:\\d\\d(?!\\d))`;
const EACH_PART = new RegExp(`(${NUMBER})\\s{0,3}(${UNIT})(?![a-z])`, 'gi');

/** Milliseconds of what {@link SPAN} matches. */
export function spanMs(text: string): number {
  if (text.includes(':')) {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  }
  const parts = [...text.matchAll(EACH_PART)];
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * unitMs(unit), 0);
}

function unitMs(unit: string): number {
  const name = unit.toLowerCase();
  if (name === 'ms' || name.startsWith('milli')) return 1;
  if (name.startsWith('s')) return 1_000;
  if (name.startsWith('m')) return 60_000;
  return name.startsWith('h') ? 3_600_000 : 86_400_000;
}
