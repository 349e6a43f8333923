/** The metadata of a reply: credits, costs in money, request id, how long to wait. Read only here. */
import { SPAN, spanMs, untilAmount, untilStated } from '../../../shared/calls/stated-time';
import type { Credits, ReportedCost } from '../types/call';
import { amountOrNull, isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

export const unknownCredits: Credits = { used: null, remaining: null };

const holdsBothKeys = (value: unknown): value is JsonRecord =>
  isRecord(value) && 'credits_used' in value && 'credits_remaining' in value;

/**
 * Credits of a reply, each part on its own either known or `null`.
 *
 * The metadata object carries the vendor's name, which is not shown, so it is recognized by its two keys: any object at
 * the top of the body that holds both, else the body itself, else headers that end in the two names.
 *
 * A charge below zero is unknown. A balance may be below zero: some gateways let an account be overdrawn.
 */
export function readCredits(body: unknown, headers: Headers): Credits {
  const candidates = isRecord(body) ? [...Object.values(body), body] : [];
  const found = candidates.find(holdsBothKeys);
  return {
    used: amountOrNull(found?.credits_used) ?? amountOrNull(headerEndingIn(headers, 'credits-used')),
    remaining:
      numberOrNull(found?.credits_remaining) ?? numberOrNull(headerEndingIn(headers, 'credits-remaining')),
  };
}

/** `newer` if it has a value, else `older`. */
export function mergeCredits(older: Credits, newer: Credits): Credits {
  return { used: newer.used ?? older.used, remaining: newer.remaining ?? older.remaining };
}

const MAX_REQUEST_ID_CHARACTERS = 200;

/** The id to name when asking the gateway's operators; from the headers, else from the body. */
export function readRequestId(headers: Headers, body?: unknown): string | null {
  const fromBody = isRecord(body)
    ? (textOrNull(body.request_id) ?? (isRecord(body.error) ? textOrNull(body.error.request_id) : null))
    : null;
  const id = textOrNull(headers.get('x-request-id')) ?? headerEndingIn(headers, 'request-id') ?? fromBody;
  return id === null ? null : id.slice(0, MAX_REQUEST_ID_CHARACTERS);
}

/** The longest wait that is respected: beyond it, the server's clock or unit is wrong, or it is hostile. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * How long the server asked to wait, in milliseconds, 0 to 24 hours: `Retry-After` in seconds or as a date, or
 * `retry-after-ms`, also behind a vendor's prefix. Some state a moment since the epoch, a duration, or one for each
 * server on the way. `null` if it did not state one.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const askedMs = askedWaitMs(headers, nowMs);
  return askedMs === null ? null : waitUntil(nowMs + askedMs, nowMs);
}

/** The wait until a moment, 0 to 24 hours. */
export const waitUntil = (atMs: number, nowMs: number): number =>
  Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, atMs - nowMs));

function askedWaitMs(headers: Headers, nowMs: number): number | null {
  const milliseconds = numberOrNull(headerEndingIn(headers, 'retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const value =
    textOrNull(headers.get('retry-after')) ??
    headerEndingIn(headers, 'retry-after') ??
    headerEndingIn(headers, 'ratelimit-reset-after');
  return value === null ? null : untilAsked(value.trim().replace(/^"(.*)"$/, '$1'), nowMs);
}

const LIST_OF_NUMBERS = /^[\d.]+(?:\s*,\s*[\d.]+)+$/;
const WHOLE_SPAN = new RegExp(`^${SPAN}$`, 'i');

function untilAsked(value: string, nowMs: number): number | null {
  // The longest of several is the one that all of them accept.
  const several = LIST_OF_NUMBERS.test(value) ? value.split(',') : [value];
  const seconds = several.map(numberOrNull).filter((one) => one !== null);
  if (seconds.length > 0) return Math.max(...seconds.map((one) => untilAmount(one, nowMs)));
  if (WHOLE_SPAN.test(value)) return spanMs(value);
  return untilStated(value, nowMs);
}

function headerEndingIn(headers: Headers, name: string): string | null {
  for (const [header, value] of headers) {
    if (header === name || header.endsWith(`-${name}`)) return textOrNull(value);
  }
  return null;
}

// Costs as gateways report them, in money rather than credits.

/** An amount that can be a cost; `null` for anything else, and for less than nothing. */
export function costOf(
  value: unknown,
  currency: ReportedCost['currency'],
  from: string,
): ReportedCost | null {
  const amount = amountOrNull(value);
  return amount === null ? null : { amount, currency, from };
}

/** xAI counts in parts of a dollar (docs.x.ai/developers/cost-tracking). */
const TICKS_PER_DOLLAR = 1e10;

/**
 * `usage.cost` as a figure (OpenRouter) or as an object with its total (Perplexity), `usage.total_cost`, or ticks of a
 * dollar; also in the object that a job or an image reply is, and in its choices.
 */
export function readUsageCost(body: unknown, currency: ReportedCost['currency']): ReportedCost | null {
  if (!isRecord(body)) return null;
  const { metadata } = body;
  const inside = isRecord(metadata) ? metadata.usage : null;
  const all = [body.usage, body, ...choicesOf(body).map(({ usage }) => usage), inside].filter(isRecord);
  const stated = isOtherMoney(body) ? { currency: body.currency ?? body.cost_currency } : {};
  for (const usage of all) {
    const found =
      usage === body ? costIn(body, '', currency) : costIn({ ...stated, ...usage }, 'usage.', currency);
    if (found !== null) return found;
  }
  return taskCost(body, currency) ?? pricingCost(body, currency);
}

/** NanoGPT’s `x_nanogpt_pricing`, which may count in another currency than dollars. */
function pricingCost(body: JsonRecord, currency: ReportedCost['currency']): ReportedCost | null {
  const named = Object.entries(body).find(([name, value]) => /^x_\w+_pricing$/.test(name) && isRecord(value));
  if (named === undefined || !isRecord(named[1])) return null;
  const [name, { costUsd, cost, amount, currency: stated }] = named;
  if (costUsd !== undefined) return costOf(costUsd, 'USD', `${name}.costUsd`);
  const isDollars = textOrNull(stated)?.toUpperCase() === 'USD';
  if (stated !== undefined && !isDollars) return null;
  return costOf(cost ?? amount, isDollars ? 'USD' : currency, `${name}.cost`);
}

/** DeepInfra's other paths tell it beside the state; Runware tells that of each task, which its id marks as one. */
function taskCost({ inference_status, data }: JsonRecord, currency: ReportedCost['currency']) {
  if (isRecord(inference_status)) return costOf(inference_status.cost, currency, 'inference_status.cost');
  const tasks = Array.isArray(data)
    ? data.filter(isRecord).filter(({ taskUUID }) => textOrNull(taskUUID))
    : [];
  const amounts = tasks.map(({ cost }) => amountOrNull(cost));
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return costOf(
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
    currency,
    'data[].cost',
  );
}

/** The body's own `cost` may be a price, or that of a month: only ticks are read there. */
function costIn(usage: JsonRecord, place: string, currency: ReportedCost['currency']): ReportedCost | null {
  const ticks = amountOrNull(usage.cost_in_usd_ticks);
  if (ticks !== null) return costOf(ticks / TICKS_PER_DOLLAR, 'USD', `${place}cost_in_usd_ticks`);
  if (place === '') return null;
  const { cost } = usage;
  // Dify counts in the money of each model's price list.
  if ([usage, cost].filter(isRecord).some(isOtherMoney)) return null;
  if (isRecord(cost)) return costOf(cost.total_cost ?? cost.total, currency, `${place}cost.total_cost`);
  const names = ['cost', 'total_cost', 'estimated_cost', 'total_price'];
  return names.map((name) => costOf(usage[name], currency, `${place}${name}`)).find((one) => one) ?? null;
}

/** Whether any of its fields names another money, by its code or its sign: `currency`, `cost_currency`, `currencyCode`. */
const isOtherMoney = (record: JsonRecord): boolean =>
  Object.entries(record).some(
    ([name, value]) => /currency(?:_?code)?$/i.test(name) && OTHER_MONEY.test(textOrNull(value) ?? ''),
  );

const OTHER_MONEY = /^\s*(?!US)(?:[A-Z]{1,2}\p{Sc}|[A-Z]{3}|(?!\$)\p{Sc}|元)\s*$/iu;

const choicesOf = ({ choices }: JsonRecord): readonly JsonRecord[] =>
  Array.isArray(choices) ? choices.filter(isRecord) : [];
