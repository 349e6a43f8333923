/** The bill of a reply in words: its lines, their sum, and whether that is what was charged. */
import type { Message } from '../../../../shared/chat/chat';
import { onlyMoney } from '../../../../shared/money/cost';
import { absolute, decimal, decimalText } from '../../../../shared/money/decimal';
import { exactAmount, withUnit } from '../../../../shared/money/money';
import { firstUnit } from '../../../../shared/money/money-units';
import { type CostLine, costParts, differenceOf, savingOf } from '../../../../shared/money/token-cost';

const labels: Readonly<Record<CostLine['kind'], string>> = {
  input: 'Input',
  cached: 'Input from the cache',
  cacheWrite: 'Written to the cache',
  cacheWriteHour: 'Written for 1 hour',
  inputAudio: 'Audio input',
  inputImage: 'Image input',
  output: 'Output',
  reasoning: 'Reasoning',
  outputAudio: 'Audio output',
  outputImage: 'Image output',
  request: 'Request',
  image: 'Images sent',
  search: 'Web searches',
};

export interface BillLine {
  readonly label: string;
  readonly count: string;
  /** `0.011 cr / 1,000`; `null` where it is not known. */
  readonly price: string | null;
  readonly amount: string | null;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  readonly total: string | null;
  readonly charged: string | null;
  /** One sentence about both. */
  readonly verdict: string;
  /** What the cache took off; `null` where nothing came from one. */
  readonly saved: string | null;
}

type Billed = Pick<Message, 'usage' | 'prices' | 'cost'>;

/** `null` where the gateway stated no tokens. */
export function billOf({ usage, prices, cost }: Billed): Bill | null {
  if (usage === null) return null;
  const { lines, total } = costParts(usage, prices);
  const unit = prices?.unit ?? firstUnit;
  const money = (figure: string) => withUnit(figure, unit);
  const charge = onlyMoney(cost);
  const difference =
    total !== null && charge !== null && charge.unit === unit ? differenceOf(total, charge) : undefined;
  const saving = prices && savingOf(usage, prices);
  return {
    lines: lines.map(({ kind, count, price, per, amount }) => ({
      label: labels[kind],
      count: count.toLocaleString('en'),
      price: price === null ? null : `${money(plain(price))}${perText(per)}`,
      amount: amount && money(decimalText(amount)),
    })),
    total: total && money(decimalText(total)),
    charged: charge && withUnit(exactAmount(charge.amount, charge.unit), charge.unit),
    verdict: verdictOf(total !== null, charge !== null, difference, money),
    saved: saving ? savingText(decimalText(absolute(saving)), saving.digits < 0n, money) : null,
  };
}

/** Never in the form `4e-7`. */
const plain = (value: number): string => {
  const exact = decimal(value);
  return exact === null ? String(value) : decimalText(exact);
};

const perText = (per: number): string =>
  per === 1 ? ' each' : per === 1_000 ? ' / 1,000 tokens' : ' / million tokens';

function verdictOf(
  isPriced: boolean,
  isCharged: boolean,
  difference: ReturnType<typeof differenceOf> | undefined,
  money: (figure: string) => string,
): string {
  if (!isPriced) return 'The list of models doesn’t state the price of each kind of token.';
  if (!isCharged) return 'The gateway didn’t state what it charged.';
  if (difference === undefined) return 'The charge is in another unit than the prices.';
  if (difference === null) return 'The charge is what the prices say.';
  return `The gateway charged ${money(difference.by)} ${difference.isMore ? 'more' : 'less'} than its prices say.`;
}

const savingText = (figure: string, isLoss: boolean, money: (figure: string) => string): string =>
  isLoss
    ? `Writing to the cache cost ${money(figure)} more than the same input without it.`
    : `The cache saved ${money(figure)}.`;
