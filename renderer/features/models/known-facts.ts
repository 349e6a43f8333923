/** A model's record as names and values: known fields as text, the rest unchanged. */
import type { ImageLimits } from '../../../shared/models/image-limits';
import { fieldOfRecord, type Model, type PriceTier } from '../../../shared/models/models';
import type { TokenKind } from '../../../shared/money/token-usage';
import { dayText, formatAmount, kindsText, whatCreditsBuy } from '../../parts/models/model-text';
import { normalPrice, priceOf } from '../../parts/models/price';

export type Fact = readonly [name: string, value: string];

const count = new Intl.NumberFormat('en');

export function generalFacts(model: Model): readonly Fact[] {
  return [
    ['Output', kindsText(model)],
    ['Provider', model.ownedBy ?? 'not stated'],
    ['Released', dayText(model) || 'not stated'],
  ];
}

/** Its prices and what they buy, each price on its own line. */
export function priceFacts(model: Model): readonly Fact[] {
  const dollars = model.pricing === null ? priceOf(model) : null;
  if (dollars !== null) return [['Price', dollars], ...tierFacts(model.dollarPrices?.tiers, '1M', '$')];
  const price = normalPrice(model.pricing);
  const lines = price?.lines.map(({ what, credits }): Fact => {
    const name = what === 'in' ? 'Input' : what === 'out' ? 'Output' : what || 'Price';
    return [name, `${credits} cr per ${price.per}`];
  });
  const bought = whatCreditsBuy(100, model);
  const buys = bought === 'free' ? 'unlimited' : bought?.map(formatAmount).join(', ');
  const tiers = tierFacts(model.pricing?.tiers, '1k');
  return [...(lines ?? []), ...tiers, ...(buys === undefined ? [] : [['Per 100 credits', buys] as const])];
}

/** What a long prompt costs, each length on its own line. */
const tierFacts = (tiers: readonly PriceTier[] = [], per: '1k' | '1M', dollar = ''): readonly Fact[] =>
  tiers.map(({ from, prices }) => {
    const shown = (Object.keys(shortNames) as TokenKind[])
      .filter((kind) => prices[kind] !== undefined)
      .map((kind) => `${dollar}${exactly.format(prices[kind] ?? 0)} ${shortNames[kind]}`);
    const unit = dollar === '' ? ' cr' : '';
    const price = `${shown.join(' / ')}${unit} per ${per} tokens`;
    return [`From ${short.format(from)}`, `${price}, with a prompt of ${count.format(from)} tokens or more`];
  });

/** Names share a narrow column. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const exactly = new Intl.NumberFormat('en', { maximumFractionDigits: 12, useGrouping: false });

const shortNames: Readonly<Record<TokenKind, string>> = {
  input: 'in',
  output: 'out',
  cached: 'from the cache',
  cacheWrite: 'into the cache',
  cacheWriteHour: 'into the cache for 1 hour',
  inputAudio: 'audio in',
  inputImage: 'image in',
  reasoning: 'reasoning',
  outputAudio: 'audio out',
  outputImage: 'image out',
};

export function capabilityFacts({ capabilities }: Model): readonly Fact[] {
  if (capabilities === null) return [];
  const {
    input,
    output,
    streaming,
    contextWindow,
    maxOutput,
    voices,
    sizes,
    resolutions,
    ratios,
    duration,
    frameRate,
    strength,
    guidance,
    inputImages,
    ownWord,
  } = capabilities;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Input', input.map((name) => inputText(name, ownWord)).join(', ') || undefined],
    ['Output', output.join(', ') || undefined],
    ['Streaming', streaming === undefined ? undefined : streaming ? 'yes' : 'no'],
    ['Context window', contextWindow === undefined ? undefined : `${count.format(contextWindow)} tokens`],
    ['Max output', maxOutput === undefined ? undefined : `${count.format(maxOutput)} tokens`],
    ['Voices', voices?.join(', ')],
    ['Sizes', sizes?.join(', ')],
    ['Resolutions', resolutions?.join(', ')],
    ['Aspect ratios', ratios?.join(', ')],
    ['Input images', inputImages && imageLimitsText(inputImages)],
    ['Duration', duration && `${duration.min} to ${duration.max} s`],
    ['Frame rate', frameRate && `${frameRate.min} to ${frameRate.max} fps`],
    ['Strength', strength && `${strength.min} to ${strength.max}`],
    ['Guidance', guidance && `${guidance.min} to ${guidance.max}`],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== undefined && fact[1] !== '');
}

function imageLimitsText({ formats = [], ...limits }: ImageLimits): string {
  const { maxWidth, maxHeight, maxPixels, minRatio, maxRatio } = limits;
  const most = (what: string, value: number | undefined, unit = '') =>
    value === undefined ? [] : [`${what} ${count.format(value)}${unit}`];
  return [
    ...(formats.length === 0 ? [] : [formats.join(', ')]),
    ...most('width up to', maxWidth),
    ...most('height up to', maxHeight),
    ...most('up to', maxPixels, ' pixels'),
    ...most('ratio from', minRatio),
    ...most('ratio up to', maxRatio),
  ].join('; ');
}

const inputText = (name: string, ownWord: readonly string[] = []): string =>
  ownWord.includes(name) ? `${name} (your word)` : name;

const understood = {
  pricing: ['currency', 'unit', 'input', 'output', 'per_unit', 'by_resolution'],
  capabilities: [
    ...['modalities', 'input_modalities', 'output_modalities', 'streaming', 'context_window', 'max_output'],
    ...[
      'voices',
      'sizes',
      'resolutions',
      'aspect_ratios',
      'duration',
      'input_images',
      'strength',
      'guidance_scale',
      'frame_rate',
    ],
  ],
} as const;

/**
 * The parts of a record's `pricing` or `capabilities` that are not shown above, unchanged; all of it where nothing is
 * known.
 *
 * @returns JSON values by their names; one without a name where the field is not an object; empty where the record has
 * none
 */
export function factsAsGiven(model: Model, field: 'pricing' | 'capabilities'): readonly Fact[] {
  const given = fieldOfRecord(model.raw, field);
  if (given === null || given === undefined) return [];
  if (typeof given !== 'object' || Array.isArray(given)) return [['', textOf(given)]];
  const tiers = field === 'pricing' && model.pricing?.tiers !== undefined ? ['overrides'] : [];
  const shown: readonly string[] = model[field] === null ? [] : [...understood[field], ...tiers];
  return Object.entries(given)
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => [name, textOf(value)] as const);
}

const longest = 2_000;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (in full in the raw record)` : text;
}
