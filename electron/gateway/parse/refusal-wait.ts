/** How long a refusal asks to wait: by a field, by Google's `RetryInfo`, or by its words. */
import { SPAN, spanMs } from '../../../shared/calls/stated-time';
import { fieldsOf, isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

/** `retry in 21.5s`, `try again after 2m3s`, `wait 30 seconds`, `Retry-After: 7`, `will reset after 12h34m16s`. */
const WORDS_OF_WAITING = new RegExp(
  `\\b(?:re-?try|try again|wait|available|resets?|replenished)\\b[^.\\d]{0,40}?(${SPAN})`,
  'i',
);
/** `请在 26 秒后重试`. */
const CHINESE = /(\d+(?:\.\d+)?)\s*(秒|分钟|分鐘|小时)(?:后|後|之后)/;
/** A longer wait is a date or a mistake. */
const LONGEST_MS = 24 * 3_600_000;

/** `null` where nothing asks for a wait. @param records of the refusal, the error itself first */
export function readStatedWait(message: string, records: readonly JsonRecord[] = []): number | null {
  const waits = records.flatMap(placesOf).map(ofFields);
  const waitMs = waits.find((found) => found !== null) ?? ofWords(message);
  return waitMs !== null && waitMs <= LONGEST_MS ? Math.round(waitMs) : null;
}

/** A record, and what else an error holds that may say it. */
const placesOf = (record: JsonRecord): readonly JsonRecord[] => {
  const held = [record.details, record.metadata, record.detail, record.extensions].flat().filter(isRecord);
  return [record, ...held, ...held.map(({ metadata }) => metadata).filter(isRecord)];
};

/** Names without case and signs. */
const SECONDS = [
  ...['retryafter', 'retryafterseconds', 'retryaftersec', 'retryaftersecs', 'retryafters', 'retryin'],
  ...['resetsinseconds', 'resetinseconds', 'resetafterseconds', 'waitseconds'],
  // Hugging Face's models that are still being loaded.
  'estimatedtime',
];
const MILLISECONDS = ['retryafterms', 'retryaftermilliseconds', 'resetafterms'];
/** Google's, with their unit. */
const DELAYS = ['retrydelay', 'quotaresetdelay'];
const WHOLE_SPAN = new RegExp(`^${SPAN}$`, 'i');

function ofFields(record: JsonRecord): number | null {
  const fields = fieldsOf(record);
  const read = (names: readonly string[], unit: number) =>
    names.map((name) => amountOf(fields.get(name), unit)).find((one) => one !== null) ?? null;
  return read(DELAYS, 1_000) ?? read(MILLISECONDS, 1) ?? read(SECONDS, 1_000);
}

/** A number, `26s` or `1m30s`, or Google's `{ seconds, nanos }`. @param unit in milliseconds, where none is stated */
function amountOf(value: unknown, unit: number): number | null {
  const text = textOrNull(value)?.trim() ?? '';
  if (WHOLE_SPAN.test(text)) return spanMs(text);
  const amount = numberOrNull(isRecord(value) ? value.seconds : value);
  return amount === null || amount < 0 ? null : amount * unit;
}

function ofWords(message: string): number | null {
  const [, span] = WORDS_OF_WAITING.exec(message) ?? [];
  if (span !== undefined) return spanMs(span);
  const [, amount, unit = ''] = CHINESE.exec(message) ?? [];
  return amount === undefined ? null : Number(amount) * chineseUnitMs(unit);
}

function chineseUnitMs(unit: string): number {
  if (unit.startsWith('小')) return 3_600_000;
  return unit.startsWith('分') ? 60_000 : 1_000;
}

/** Seconds since the epoch would be less. */
const MILLISECONDS_FROM = 1e11;
const MOMENTS = ['resetsat', 'resetat', 'retryat', 'resettime', 'resettimestamp'];

/**
 * When the limit ends, where the body states the moment, or repeats the headers of the service behind the gateway, as
 * OpenRouter's does for its free models. Milliseconds since the epoch.
 */
export function readStatedReset(records: readonly JsonRecord[]): number | null {
  const places = records.flatMap(placesOf);
  const headers = places.map(({ headers: held }) => held).filter(isRecord);
  const all = headers.flatMap((one) => Object.entries(one));
  const [, stated] = all.find(([name]) => /^x-ratelimit-reset$/i.test(name)) ?? [];
  const named = places.flatMap((place) => MOMENTS.map((name) => fieldsOf(place).get(name)));
  return [stated, ...named].map(momentOf).find((at) => at !== null) ?? null;
}

function momentOf(stated: unknown): number | null {
  const text = textOrNull(stated) ?? '';
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return Number.isNaN(Date.parse(text)) ? null : Date.parse(text);
  const at = numberOrNull(stated);
  // A small number is a span, and of what it is not said.
  if (at === null || at < 1e9) return null;
  return at < MILLISECONDS_FROM ? at * 1_000 : at;
}
