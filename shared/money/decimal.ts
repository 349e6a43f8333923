/** Decimal numbers without rounding: prices of single tokens are far below what a double adds up exactly. */

/** `digits` × 10^-`places`. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

export const ZERO: Decimal = { digits: 0n, places: 0 };
export const ONE: Decimal = { digits: 1n, places: 0 };

const FORM = /^(-?)(\d{1,40})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,2}))?$/i;

/** A number as it was written, also in the form `4e-7`. A double counts as the shortest text it is written with. */
export function decimal(value: number | string): Decimal | null {
  const [, sign = '', whole = '', part = '', exponent = '0'] = FORM.exec(String(value)) ?? [];
  if (whole === '') return null;
  const digits = BigInt(`${sign}${whole}${part}`);
  const places = part.length - Number(exponent);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

const digitsAt = ({ digits, places }: Decimal, at: number): bigint => digits * 10n ** BigInt(at - places);

export function plus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { digits: digitsAt(one, places) + digitsAt(other, places), places };
}

export const minus = (one: Decimal, other: Decimal): Decimal =>
  plus(one, { digits: -other.digits, places: other.places });

/** So many times, each for a power of ten: `times(price, 340, 6)` are 340 tokens at a price for a million. */
export const times = ({ digits, places }: Decimal, count: number, power = 0): Decimal => ({
  digits: digits * BigInt(count),
  places: places + power,
});

/** Below, equal or above: -1, 0 or 1. */
export function compare(one: Decimal, other: Decimal): -1 | 0 | 1 {
  const { digits } = minus(one, other);
  return digits === 0n ? 0 : digits < 0n ? -1 : 1;
}

export const absolute = ({ digits, places }: Decimal): Decimal => ({
  digits: digits < 0n ? -digits : digits,
  places,
});

/** All of it, without zeros at its end: `0.3`, `-12`, `0.00000045`. */
export function decimalText({ digits, places }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const part = text.slice(text.length - places).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}
