/** What a call is likely to cost, from the model's price; what past calls took corrects it. Never a guess. */
import { type Modality, type ParameterValues, rangeOf } from '../../../shared/modalities/modalities';
import type { Capabilities, Pricing } from '../../../shared/models/models';
import type { Estimate } from '../../../shared/money/estimate';
import type { TypicalCost } from '../../../shared/money/ledger';
import { CHARACTERS_PER_TOKEN } from '../../../shared/money/tokens';
import type { Account, LedgerReport, PastCall, PriceForecast } from '../ports/ledger';
import { creditsAt, creditsUpTo } from './price-tiers';

export interface MediaRequest {
  readonly modality: Modality;
  /** Of the text, without the blanks around it. */
  readonly characters: number;
  /** As they are sent. */
  readonly parameters: ParameterValues;
  /** How many files it is made from. */
  readonly inputs?: number;
}

/** `null` where the price is unknown or is for something that cannot be counted beforehand. */
export function estimateMedia(
  request: MediaRequest,
  pricing: Pricing | null,
  capabilities: Capabilities | null,
): Estimate | null {
  const price = pricing && unitPrice(pricing, request.parameters);
  const units = pricing && unitsOf(pricing.unit, request, capabilities);
  const ofInputs = (pricing?.perInput ?? 0) * (request.inputs ?? 0);
  return price && units && { from: price.from * units.from + ofInputs, to: price.to * units.to + ofInputs };
}

/** By resolution or size where the price tells them apart; from the lowest to the highest where none is chosen. */
function unitPrice({ perUnit, byResolution }: Pricing, parameters: ParameterValues): Estimate | null {
  const chosen = parameters.resolution ?? parameters.size;
  const named = chosen === undefined ? undefined : byResolution?.[chosen];
  if (named !== undefined) return exactly(named);
  if (perUnit !== undefined) return exactly(perUnit);
  const prices = Object.values(byResolution ?? {});
  if (chosen !== undefined || prices.length === 0) return null;
  return { from: Math.min(...prices), to: Math.max(...prices) };
}

const unitOfKind = { image: 'image', audio: 'character', video: 'second' } as const;

/** Images, characters or seconds asked for, whatever the price is for; `null` where the model chooses. */
export function countUnits(request: MediaRequest, capabilities: Capabilities | null): number | null {
  const units = unitsOf(unitOfKind[request.modality.mediaKind], request, capabilities);
  return units === null || units.from !== units.to ? null : units.from;
}

/** The range with what such calls usually took in it; that alone where there is no price. */
export function corrected(estimate: Estimate | null, usually: number | null): Estimate | null {
  if (usually === null) return estimate;
  if (estimate === null) return exactly(usually);
  return { from: Math.min(estimate.from, usually), to: Math.max(estimate.to, usually) };
}

function unitsOf(
  unit: Pricing['unit'],
  { modality, characters, parameters }: MediaRequest,
  capabilities: Capabilities | null,
): Estimate | null {
  switch (unit) {
    case 'image':
      return exactly(Number(parameters.count ?? 1));
    case 'character':
      return exactly(characters);
    case 'second':
      return secondsOf(modality, parameters, capabilities);
    default:
      return null;
  }
}

/** Without a duration the model's default holds, which lies somewhere in its range. */
function secondsOf(
  { parameters: known }: Modality,
  chosen: ParameterValues,
  capabilities: Capabilities | null,
): Estimate | null {
  if (chosen.duration !== undefined) return exactly(Number(chosen.duration));
  const duration = known.find(({ id }) => id === 'duration');
  if (duration?.kind !== 'number' || capabilities?.duration === undefined) return null;
  const { min, max } = rangeOf(duration, capabilities);
  return { from: min, to: max };
}

/** Hardly any reply is longer; those that are show in what past calls took. No limit of what one may cost. */
const USUAL_REPLY_TOKENS = 1_000;

export interface ChatRequest {
  /** Of everything that is sent: the system prompt, the branch and the new message. */
  readonly characters: number;
  /** The most tokens of that; `null` where that is not known. */
  readonly mostPromptTokens?: number | null;
  readonly maxTokens: number | undefined;
  /** Replies asked for at once; one where left out. */
  readonly choices?: number;
  /** A cache point keeps some of the prompt for an hour. */
  readonly keepsLong?: boolean;
  /** Vectors come instead of a reply. */
  readonly isMeasured?: boolean | undefined;
}

/** From a reply of nothing to one as long as the request asks for, or as they usually get. */
export function estimateChat(
  { characters, maxTokens, choices = 1 }: ChatRequest,
  pricing: Pricing | null,
  capabilities: Capabilities | null,
): Estimate | null {
  if (pricing?.unit !== 'token') return null;
  const promptTokens = characters / CHARACTERS_PER_TOKEN;
  const { input, output } = creditsAt(pricing, promptTokens);
  if (input === undefined && output === undefined) return null;
  const replyTokens =
    maxTokens ?? Math.min(capabilities?.maxOutput ?? Number.POSITIVE_INFINITY, USUAL_REPLY_TOKENS);
  const from = ((input ?? 0) * promptTokens) / 1_000;
  return { from, to: from + ((output ?? 0) * replyTokens * choices) / 1_000 };
}

/**
 * The most such a call can cost: all that the request and the model allow. `null` where one of them is not limited, or one
 * of the prices not known.
 */
export function mostOfChat(
  { mostPromptTokens = null, maxTokens, choices = 1, keepsLong = false, isMeasured = false }: ChatRequest,
  pricing: Pricing | null,
  capabilities: Capabilities | null,
): number | null {
  if (pricing?.unit !== 'token') return null;
  const { contextWindow = Number.POSITIVE_INFINITY, maxOutput } = capabilities ?? {};
  // A prompt beyond the context window is refused, and prompt and reply share it.
  const promptTokens = Math.min(mostPromptTokens ?? Number.POSITIVE_INFINITY, contextWindow);
  const replyTokens = (maxTokens ?? maxOutput ?? contextWindow) * choices;
  const most = creditsUpTo(pricing, promptTokens).map(({ input, output, kinds }) => {
    const [ofInput, ofOutput] = [
      dearest(input, kinds?.cacheWrite, keepsLong ? kinds?.cacheWriteHour : 0, ...ofMedia(kinds)),
      // Vectors are no tokens: a list that has no price for them leaves nothing out.
      dearest(isMeasured ? (output ?? 0) : output, kinds?.reasoning, kinds?.outputAudio, kinds?.outputImage),
    ];
    return (ofInput * promptTokens + ofOutput * replyTokens) / 1_000;
  });
  const dearestOfAll = Math.max(...most);
  return Number.isFinite(dearestOfAll) ? dearestOfAll : null;
}

const ofMedia = (kinds: Pricing['kinds']) => [kinds?.inputAudio, kinds?.inputImage];

/** Any token of a side may be of its dearest kind; without limit where the side has no price. */
const dearest = (price = Number.POSITIVE_INFINITY, ...kinds: readonly (number | undefined)[]): number =>
  Math.max(price, ...kinds.map((kind) => kind ?? 0));

const exactly = (ledger: number): Estimate => ({ from: ledger, to: ledger });

/** Medians, so that one unusual call does not change the result. */
export function typicalCostOf(past: readonly PastCall[]): TypicalCost {
  const of = (figure: (call: PastCall) => number | null): number | null => {
    const figures = past.map(figure).filter((one) => one !== null);
    return figures.length === 0 ? null : median(figures);
  };
  return {
    calls: past.length,
    charge: of(({ charge }) => charge),
    above: of(({ charge, estimate }) => estimate && charge - estimate.from),
    ratio: of(({ charge, estimate }) =>
      estimate === null || middle(estimate) === 0 ? null : charge / middle(estimate),
    ),
    perUnit: of(({ charge, units }) => (units === null || units === 0 ? null : charge / units)),
  };
}

/** What a chat call usually costs; a limit on its length applies to past replies too. */
export function typicalReplyCost(
  estimate: Estimate | null,
  { charge, above }: TypicalCost,
  hasLengthLimit: boolean,
): number | null {
  if (estimate === null || above === null) return charge;
  const usually = Math.max(0, estimate.from + above);
  return hasLengthLimit ? Math.min(usually, estimate.to) : usually;
}

/** What making something usually takes: in proportion to its estimate, else to what is asked for. */
export function typicalMediaCost({ estimate, units }: PriceForecast, typical: TypicalCost): number | null {
  const { ratio, perUnit, charge } = typical;
  if (estimate !== null && ratio !== null) return middle(estimate) * ratio;
  return units !== null && perUnit !== null ? units * perUnit : charge;
}

const middle = ({ from, to }: Estimate): number => (from + to) / 2;

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** Enough to be steady, few enough to follow a price that changes. */
const CALLS = 20;

/** What a model's calls took lately with one profile. */
export const readTypicalCost = (
  report: LedgerReport,
  account: Account,
  model: string,
  kind: 'chat' | 'media',
): TypicalCost => typicalCostOf(report.pastCalls(account, model, kind, CALLS));
