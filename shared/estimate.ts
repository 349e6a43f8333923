/** What a call is likely to cost, from the model's price; past calls correct it (`usual.ts`). Never a guess. */
import { type Modality, type ParameterValues, rangeOf } from './modalities';
import type { Capabilities, Pricing } from './models';

/** Credits; both ends alike where nothing is left open. */
export interface Estimate {
  readonly from: number;
  readonly to: number;
}

export interface MediaEstimateInput {
  readonly modality: Modality;
  readonly text: string;
  /** As they are sent. */
  readonly parameters: ParameterValues;
}

/** From here on the button itself says what it costs, in credits. */
const plainlyAbove = 5;

/** `null` where the price is unknown or is for something that cannot be counted beforehand. */
export function estimateOf(
  input: MediaEstimateInput,
  pricing: Pricing | null,
  capabilities: Capabilities | null,
): Estimate | null {
  const price = pricing && unitPrice(pricing, input.parameters);
  const units = pricing && unitsOf(pricing.unit, input, capabilities);
  return price && units && { from: price.from * units.from, to: price.to * units.to };
}

/** By resolution or size where the price tells them apart; between the cheapest and the dearest where none is chosen. */
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
export function countUnits(input: MediaEstimateInput, capabilities: Capabilities | null): number | null {
  const units = unitsOf(unitOfKind[input.modality.mediaKind], input, capabilities);
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
  input: MediaEstimateInput,
  capabilities: Capabilities | null,
): Estimate | null {
  const { modality, text, parameters } = input;
  switch (unit) {
    case 'image':
      return exactly(Number(parameters.count ?? 1));
    case 'character':
      return exactly(text.trim().length);
    case 'second':
      return secondsOf(modality, parameters, capabilities);
    default:
      return null;
  }
}

/** Without a duration the model's own holds, which lies somewhere in its range. */
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

/** Roughly how many characters a token has; counting exactly costs more than it tells beforehand. */
const CHARACTERS_PER_TOKEN = 4;
/** Where neither the person nor the model says how long a reply may get. */
const USUAL_REPLY_TOKENS = 1_000;

export interface ChatEstimateInput {
  /** Of everything that is sent: the system prompt, the branch and the new message. */
  readonly characters: number;
  readonly maxTokens: number | undefined;
  /** Replies asked for at once; one where left out. */
  readonly choices?: number;
}

/** From a reply of nothing to one as long as it may get. */
export function estimateChat(
  call: ChatEstimateInput,
  pricing: Pricing | null,
  capabilities: Capabilities | null,
): Estimate | null {
  if (pricing?.unit !== 'token') return null;
  const { input, output } = pricing;
  if (input === undefined && output === undefined) return null;
  const promptTokens = call.characters / CHARACTERS_PER_TOKEN;
  const replyTokens =
    call.maxTokens ?? Math.min(capabilities?.maxOutput ?? Number.POSITIVE_INFINITY, USUAL_REPLY_TOKENS);
  const from = ((input ?? 0) * promptTokens) / 1_000;
  return { from, to: from + ((output ?? 0) * replyTokens * (call.choices ?? 1)) / 1_000 };
}

const exactly = (credits: number): Estimate => ({ from: credits, to: credits });

/** `14.4`, or `0.9–2.4` where something is left open. */
export function formatEstimate({ from, to }: Estimate): string {
  const [low, high] = [figure(from), figure(to)];
  return low === high ? low : `${low}–${high}`;
}

/** As few digits as say enough. */
export const figure = (credits: number): string => String(Number(credits.toPrecision(credits < 1 ? 2 : 3)));

/** Whether it is enough for the button itself to say so. */
export const isWorthShowing = (estimate: Estimate | null): boolean =>
  estimate !== null && estimate.to >= plainlyAbove;
