/** The prices of a model as the bill of a reply needs them, in the numbers of its list. */
import type { Model } from '../../../shared/models/models';
import type { MoneyUnit, ProfileMoney } from '../../../shared/money/money';
import { firstUnit } from '../../../shared/money/money-units';
import type { TokenPrices } from '../../../shared/money/token-usage';

type Priced = Pick<Model, 'pricing' | 'dollarPrices' | 'capabilities'>;

/** `null` where it has none of tokens in the unit that its profile counts in. */
export function tokenPricesOf(model: Priced | undefined, { unit, isFree }: ProfileMoney): TokenPrices | null {
  if (model === undefined || isFree) return null;
  return unit === firstUnit ? inCredits(model, unit) : inDollars(model, unit);
}

function inCredits({ pricing }: Priced, unit: MoneyUnit): TokenPrices | null {
  if (pricing?.unit !== 'token') return null;
  const { input, output, kinds, pieces } = pricing;
  return priced({ unit, per: 1_000, tokens: { input, output, ...kinds }, pieces });
}

function inDollars({ dollarPrices, capabilities }: Priced, unit: MoneyUnit): TokenPrices | null {
  if (dollarPrices === undefined) return null;
  const { inputPerMillion, outputPerMillion, perRequest, perImage, perSearch, kinds } = dollarPrices;
  // Elsewhere it is the price of an image that is made.
  const image = capabilities?.input.includes('image') ? perImage : undefined;
  const tokens = { input: inputPerMillion, output: outputPerMillion, ...kinds };
  return priced({
    unit,
    per: 1_000_000,
    tokens,
    pieces: { request: perRequest, image, search: perSearch },
  });
}

type Loose<One> = { readonly [Name in keyof One]?: One[Name] | undefined };

function priced({
  tokens,
  pieces = {},
  ...prices
}: Pick<TokenPrices, 'unit' | 'per'> & {
  readonly tokens: Loose<TokenPrices['tokens']>;
  readonly pieces: Loose<NonNullable<TokenPrices['pieces']>> | undefined;
}): TokenPrices | null {
  const known = definedOf(tokens);
  const charged = definedOf(pieces);
  if (Object.keys(known).length === 0) return null;
  return { ...prices, tokens: known, ...(Object.keys(charged).length > 0 && { pieces: charged }) };
}

/** A piece that costs nothing is no line of a bill. */
const definedOf = (prices: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(prices).filter((one): one is [string, number] => one[1] !== undefined));
