/** Periods of local days. */

export type PresetId = 'today' | 'yesterday' | 'week' | 'month' | 'all';

export const presets: Readonly<Record<PresetId, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: '7 days',
  month: '30 days',
  all: 'All',
};

/** Milliseconds since the epoch, both ends included; an end that is left out is open. */
export interface Period {
  readonly from?: number;
  readonly to?: number;
}

/** Days are in local time; the last of several is today. */
export function periodOf(preset: PresetId, now: number): Period {
  switch (preset) {
    case 'today':
      return { from: midnight(now, 0) };
    case 'yesterday':
      return { from: midnight(now, -1), to: midnight(now, 0) - 1 };
    case 'week':
      return { from: midnight(now, -6) };
    case 'month':
      return { from: midnight(now, -29) };
    default:
      return {};
  }
}

/** The full day such as `2026-11-20`. */
export function periodOfDay(day: string): Period {
  const start = new Date(`${day}T00:00`).getTime();
  return { from: start, to: midnight(start, 1) - 1 };
}

/** `2026-11-20`, in local time. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** Midnight of the day this many days later; by the calendar, since a day may have 23 or 25 hours. */
export function midnight(time: number, daysOn: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysOn).getTime();
}
