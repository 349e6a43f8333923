/**
 * What the app leaves out of an answer and the inspector shows: amounts below zero, and events that are no
 * part of the reply.
 */
import { cutText } from '../../../shared/text/cut-text';
import { isRecord, numberOrNull } from '../parse/json';

/** The fields that hold charges, counts and prices, under the names that gateways use, and what each is called. */
const NAMES: Readonly<Record<string, string>> = {
  credits_used: 'credits used',
  charged: 'credits charged',
  cost: 'cost',
  total_cost: 'total cost',
  prompt_tokens: 'prompt tokens',
  completion_tokens: 'completion tokens',
  input_tokens: 'input tokens',
  output_tokens: 'output tokens',
  max_output: 'tokens of output',
};

/** Objects whose fields are prices, or hold them. */
const PRICES = ['pricing', 'by_resolution'];

/** OpenRouter writes it for a price that varies: that states nothing wrong. */
const VARIES = -1;

/** Enough to say what is wrong with an answer. */
const MOST_AMOUNTS = 3;
/** Larger bodies are searched up to here, so that a list of a million values costs no time. */
const MOST_VALUES = 200_000;
const MOST_LEVELS = 12;

/** Each as text, such as `−500 credits used`; the first few. */
export function amountsBelowZero(body: unknown): readonly string[] {
  const found = new Set<string>();
  let left = MOST_VALUES;
  const search = (value: unknown, level: number, isPrice: boolean): void => {
    for (const [name, inside] of fieldsOf(value)) {
      left -= 1;
      if (left < 0 || level > MOST_LEVELS || found.size >= MOST_AMOUNTS) return;
      const text = isPrice ? priceText(name, inside) : amountText(NAMES[name], inside);
      if (text !== null) found.add(text);
      search(inside, level + 1, PRICES.includes(name) || (isPrice && isRecord(inside)));
    }
  };
  search(body, 0, false);
  return [...found];
}

const fieldsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The same for what the headers of a response state. */
export function headersBelowZero(headers: Headers): readonly string[] {
  return [...headers].flatMap(([name, value]) => {
    const isCharge = /(^|-)credits-used$/.test(name) || name === 'x-litellm-response-cost';
    return isCharge ? (amountText(name.endsWith('used') ? 'credits used' : 'cost', value) ?? []) : [];
  });
}

/** What the inspector says about them. */
export const noteOf = (amounts: readonly string[]): string =>
  `The answer states ${amounts.slice(0, MOST_AMOUNTS).join(', ')}; an amount below zero is treated as unknown.`;

function amountText(name: string | undefined, value: unknown): string | null {
  if (name === undefined) return null;
  const amount = numberOrNull(value);
  return amount === null || amount >= 0 ? null : `${inText(amount)} ${name}`;
}

function priceText(name: string, value: unknown): string | null {
  const price = numberOrNull(value);
  if (price === null || price >= 0 || price === VARIES) return null;
  // The name of a price comes from the answer: what is not a plain word is left out.
  return `${inText(price)} as a price${/^[\w-]{1,30}$/.test(name) ? ` (${name})` : ''}`;
}

const inText = (amount: number): string => `−${Math.abs(amount)}`;

/**
 * Events of a stream that are no part of the reply, such as `ping` or a date. The app skips them; the
 * inspector says so.
 */
export interface SkippedEvents {
  /** @param data free of the key */
  add(data: string): void;
  /** What the inspector says about them; `null` where there are none. */
  note(): string | null;
}

/** Of each; enough to recognize it. */
const MOST_CHARACTERS = 60;
/** So many are quoted. */
const MOST_QUOTED = 3;

export function createSkippedEvents(): SkippedEvents {
  const quoted = new Set<string>();
  let count = 0;
  return {
    add(data) {
      count += 1;
      if (quoted.size < MOST_QUOTED) quoted.add(shorten(data.trim()));
    },
    note() {
      if (count === 0) return null;
      const events = count === 1 ? '1 event that is' : `${count} events that are`;
      return `The stream has ${events} no part of the reply, and skipped: ${[...quoted].map((data) => `“${data}”`).join(', ')}.`;
    },
  };
}

const shorten = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${cutText(text, MOST_CHARACTERS)}…`;
