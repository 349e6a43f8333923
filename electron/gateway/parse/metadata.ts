/** The metadata of a reply: credits, request id, how long to wait. Read only here. */

import type { Credits } from '../types/call';
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
 * `retry-after-ms`. `null` if it did not state one.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const askedMs = readAskedMs(headers, nowMs);
  return askedMs === null ? null : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, askedMs));
}

function readAskedMs(headers: Headers, nowMs: number): number | null {
  const milliseconds = numberOrNull(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const value = headers.get('retry-after');
  const seconds = numberOrNull(value);
  if (seconds !== null) return seconds * 1_000;
  return value === null ? null : untilDate(value, nowMs);
}

function untilDate(value: string, nowMs: number): number | null {
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function headerEndingIn(headers: Headers, name: string): string | null {
  for (const [header, value] of headers) {
    if (header === name || header.endsWith(`-${name}`)) return textOrNull(value);
  }
  return null;
}
