/** Numbers as text. */
import type { Message } from '../../shared/chat/chat';
import { type Cost, costText } from '../../shared/money/cost';

/** `240 ms` below a second, `4.5 s` above, `2 min 5 s` above two minutes. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const;
const days = new Intl.DateTimeFormat('en-GB', day);
const minutes = new Intl.DateTimeFormat('en-GB', minute);
const seconds = new Intl.DateTimeFormat('en-GB', { ...minute, second: '2-digit' });

/** `20 Nov 2026`. */
export const formatDay = (at: number | Date): string => days.format(at);

const daysOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** `20 Nov`, for a chip. */
export const formatDayOfYear = (at: number): string => daysOfYear.format(at);

/** `20 Nov 2026, 12:04`. */
export const formatMinute = (at: number): string => minutes.format(at);

/** `20 Nov 2026, 12:04:05`, which distinguishes calls of one minute. */
export const formatSecond = (at: number): string => seconds.format(at);

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `12:04:05`, of a moment of today. */
export const formatClock = (at: number): string => clock.format(at);

/** `1.2 cr`, `$0.0031`, or `cost unknown`, which is not zero. */
export const formatCost = (cost: Cost | null): string => costText(cost) ?? 'cost unknown';

/** The cost of a reply; a request that was refused, or never sent, was not charged. */
export function replyCost(reply: Message): string {
  const isRefused = reply.status === 'failed' && reply.error?.outcomeUnknown !== true;
  return costText(reply.cost) ?? (isRefused ? 'not charged' : 'cost unknown');
}

/** Tokens of the reply per second of streaming; `null` where one of the figures is missing or too small. */
export function tokensPerSecond({ usage, firstTokenMs, totalMs }: Message): number | null {
  if (usage === null || totalMs === null) return null;
  const writingMs = totalMs - (firstTokenMs ?? 0);
  return writingMs < 1 ? null : Math.round((usage.completionTokens * 1_000) / writingMs);
}

/** A wait in words: `40 s`, `1 min 40 s`, `1 h 5 min`. */
export function waitText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
