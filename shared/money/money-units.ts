/** The units that gateways charge in. Nothing else of the app tells them apart: a further unit is an entry of this table. */

interface UnitFacts {
  /** How many parts an amount is counted in; a token costs as little as 0.00000001 dollars. */
  readonly parts: number;
  /** As many decimals as an amount can have. */
  readonly exactDigits: number;
  /** Decimals that read quickly, those of a narrow row, and the fewest of a balance. */
  readonly shortDigits: number;
  readonly rowDigits: number;
  readonly balanceDigits: number;
  /** Those of a sentence about a limit: a charge may not vanish in it. */
  readonly limitDigits: number;
  /** A charge that is smaller than a part counts as one: only nothing is zero. */
  readonly isRoundedUp: boolean;
  /** Gateways round the balances they report: a difference of up to this many parts is rounding, not a charge. */
  readonly roundingParts: number;
  /** What it is called in a sentence, and at the head of a column. */
  readonly name: string;
  readonly heading: string;
  /** Names its columns and fields in files for others; never changed, so that those are read for ever. */
  readonly field: string;
  /** Around a figure: beside others, in a sentence, and where the place says that it is about money. */
  readonly sign: Around;
  readonly words: Around;
  readonly bareSign: Around;
  /** Said instead of a zero. */
  readonly zero?: string;
  /** The button says what a request costs from here on. */
  readonly isWorthShowingFrom: number;
  /** The setting below which the meter warns, what it is at first, and the setting of the limits of each profile. */
  readonly lowSetting: string;
  readonly lowAtFirst: number;
  readonly limitsSetting: string;
}

type Around = readonly [before: string, after: string];

/** In the order in which they are listed; what names no unit is in the first. */
export const unitTable = {
  credits: {
    parts: 1_000_000,
    exactDigits: 6,
    shortDigits: 2,
    rowDigits: 1,
    balanceDigits: 0,
    limitDigits: 2,
    isRoundedUp: false,
    roundingParts: 0,
    name: 'credits',
    heading: 'Credits',
    field: 'credits',
    sign: ['', ' cr'],
    words: ['', ' credits'],
    bareSign: ['', ''],
    isWorthShowingFrom: 5,
    lowSetting: 'lowCredits',
    lowAtFirst: 50,
    limitsSetting: 'budgets',
  },
  usd: {
    parts: 1_000_000_000,
    exactDigits: 9,
    shortDigits: 4,
    rowDigits: 4,
    balanceDigits: 2,
    limitDigits: 9,
    isRoundedUp: true,
    roundingParts: 1_000,
    name: 'US dollars',
    heading: 'US dollars',
    field: 'dollars',
    sign: ['$', ''],
    words: ['$', ''],
    bareSign: ['$', ''],
    zero: 'free',
    isWorthShowingFrom: 0.05,
    lowSetting: 'lowDollars',
    lowAtFirst: 1,
    limitsSetting: 'dollarBudgets',
  },
} as const satisfies Readonly<Record<string, UnitFacts>>;

export type MoneyUnit = keyof typeof unitTable;

/** What the table names, in files for others and in the settings. */
type Naming = 'field' | 'lowSetting' | 'limitsSetting';
type NameOf<Kind extends Naming> = (typeof unitTable)[MoneyUnit][Kind];
export type UnitField = NameOf<'field'>;

/** The same where any of the units is asked for. */
export const units: Readonly<Record<MoneyUnit, UnitFacts & { readonly [Kind in Naming]: NameOf<Kind> }>> =
  unitTable;

export const moneyUnits = Object.keys(unitTable) as unknown as readonly [MoneyUnit, ...MoneyUnit[]];

/** What is counted where no unit is named: records of the first versions name none. */
export const [firstUnit] = moneyUnits;

/** A value for each unit, under one of its names. */
export const byName = <Kind extends Naming, Value>(
  kind: Kind,
  of: (unit: MoneyUnit) => Value,
): Record<NameOf<Kind>, Value> =>
  Object.fromEntries(moneyUnits.map((unit) => [units[unit][kind], of(unit)])) as Record<NameOf<Kind>, Value>;
