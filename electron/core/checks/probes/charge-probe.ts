/** Whether requests are charged as the list of models says. */
import { compare, type Decimal, decimalText, plus, times, ZERO } from '../../../../shared/money/decimal';
import type { Money } from '../../../../shared/money/money';
import { firstUnit, units } from '../../../../shared/money/money-units';
import { costParts } from '../../../../shared/money/token-cost';
import { tokenPricesOf } from '../../prices/estimates';
import type { SeenReply } from '../seen';
import { growingAsks } from './count-probes';
import { fails, figure, type Probe, replyTo, type Subject, unclear, type Verdict, works } from './probe';

/** Of one request, as exact numbers of the unit. */
interface Charge {
  readonly unit: Money['unit'];
  readonly charged: Decimal;
  readonly listed: Decimal;
}

/** A tenth more is no rounding; a little more may be a fee for paying. */
const CLEARLY_MORE = 1.1;
const A_LITTLE_MORE = 1.01;

/** `null` where no charge is named, no tokens are counted, or the list has no price for all of them. */
function chargeOf({ usage, charged }: SeenReply, { record }: Subject): Charge | null {
  if (usage === null || charged === undefined || record === null) return null;
  const { unit, amount } = charged;
  const prices = tokenPricesOf(record, { unit, isFree: false }, usage.promptTokens);
  const listed = prices && costParts(usage, prices).total;
  if (!listed) return null;
  return { unit, listed, charged: { digits: BigInt(amount), places: placesOf(unit) } };
}

const placesOf = (unit: Money['unit']): number => Math.round(Math.log10(units[unit].parts));

const numberOf = (value: Decimal): number => Number(decimalText(value));

const sumOf = (charges: readonly Charge[], of: 'charged' | 'listed'): Decimal =>
  charges.reduce((sum, charge) => plus(sum, charge[of]), ZERO);

/** What every charge is a multiple of, such as a whole credit: up to so much is rounding. */
function stepOf(charges: readonly Charge[]): number {
  const common = (one: bigint, other: bigint): bigint => (other === 0n ? one : common(other, one % other));
  const step = charges.reduce((found, { charged }) => common(found, charged.digits), 0n);
  const [first] = charges;
  return first === undefined ? 0 : numberOf({ digits: step, places: first.charged.places });
}

/** How many times its price by the list the part costs by which the longest text is longer than the shortest. */
function growthOf(charges: readonly Charge[]): number {
  const [first, last] = [charges[0], charges.at(-1)];
  if (!first || !last) return 0;
  const listed = numberOf(last.listed) - numberOf(first.listed);
  return listed <= 0 ? 0 : (numberOf(last.charged) - numberOf(first.charged)) / listed;
}

function judge(charges: readonly Charge[]): Verdict {
  const [charged, listed] = [sumOf(charges, 'charged'), sumOf(charges, 'listed')];
  const unit = charges[0]?.unit ?? firstUnit;
  const word = units[unit].name;
  const figures = [figure('Charged', numberOf(charged), word), figure('By the list', numberOf(listed), word)];
  const note = `${charges.length} requests were charged ${decimalText(charged)} ${word}; by the list of models they cost ${decimalText(listed)}`;
  if (compare(charged, atMost(listed, A_LITTLE_MORE)) <= 0) return works(`${note}.`, figures);
  const more = charges.map((one) => numberOf(one.charged) - numberOf(one.listed));
  const step = stepOf(charges);
  if (more.every((amount) => amount < step))
    return unclear(`${note}. Charges are rounded up to ${step} ${word}.`, figures);
  const isClear = charges.every((one) => compare(one.charged, atMost(one.listed, CLEARLY_MORE)) > 0);
  if (isClear && growthOf(charges) > CLEARLY_MORE)
    return fails(`${note}: ${(numberOf(charged) / numberOf(listed)).toFixed(1)} times as much.`, figures);
  return unclear(`${note}. The list may leave out a price for each request.`, figures);
}

const atMost = (listed: Decimal, factor: number): Decimal => times(listed, Math.round(factor * 100), 2);

const hasPrice = ({ record }: Subject): boolean =>
  record?.pricing?.unit === 'token' || (record?.dollarPrices?.inputPerMillion ?? null) !== null;

export const chargesListed: Probe = {
  id: 'chargesListed',
  asks: (subject) =>
    hasPrice(subject) ? growingAsks(subject).map((ask) => ({ ...ask, sharedWith: 'usageGrows' })) : [],
  async run(ask, subject) {
    const charges: Charge[] = [];
    for (const { step } of growingAsks(subject)) {
      const charge = chargeOf(await replyTo(ask, step), subject);
      if (charge === null) return unclear('The answers name no charge that can be compared with the list.');
      charges.push(charge);
    }
    return judge(charges);
  },
};
