/** The inside of a model's pricing and capabilities, and the record the rest of the app uses. */
import { type Capabilities, editTasks, type Model, type Pricing } from '../../../shared/models/models';
import { inputRoles } from '../../../shared/run/input-roles';
import type { ModelRecord } from '../types/client';
import { readImageLimits } from './image-limits';
import { amountOrNull, isRecord, type JsonRecord, priceOrNull, stringsOf, tokensOrNull } from './json';
import { creditNames, pieceNames, readKinds } from './price-names';
import { stepsOfOverrides, tiersOf } from './price-tiers';
import { readDollarPrices } from './prices';
import { readRecordFacts } from './record-facts';
import { readVoices } from './voices';

const units = ['token', 'image', 'character', 'second'] as const;

/** Prices in credits; `null` for another currency, an unknown unit or no price: better no estimate than a wrong one. */
export function readPricing(raw: unknown): Pricing | null {
  if (!isRecord(raw)) return null;
  const unit = units.find((known) => known === raw.unit);
  const currency = raw.currency ?? 'credits';
  if (unit === undefined || currency !== 'credits') return null;
  const prices = {
    input: priceOrNull(raw.input),
    output: priceOrNull(raw.output),
    perUnit: priceOrNull(raw.per_unit),
    perInput: priceOrNull(raw.per_input),
    byResolution: readPriceList(raw.by_resolution),
    kinds: readKinds(raw, creditNames),
    pieces: readKinds(raw, pieceNames),
    tiers: tiersOf(stepsOfOverrides(raw.overrides, creditTierNames, priceOrNull)),
  };
  const known = Object.entries(prices).filter(([, price]) => price !== null);
  return known.length === 0 ? null : { unit, ...Object.fromEntries(known) };
}

const creditTierNames = { input: ['input'], output: ['output'], ...creditNames };

function readPriceList(raw: unknown): Readonly<Record<string, number>> | null {
  if (!isRecord(raw)) return null;
  const known = Object.entries(raw).flatMap(([name, value]) => {
    const price = priceOrNull(value);
    return price === null ? [] : [[name, price] as const];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** `null` where nothing known is inside. */
export function readCapabilities(raw: unknown): Capabilities | null {
  if (!isRecord(raw)) return null;
  const modalities = isRecord(raw.modalities) ? raw.modalities : {};
  const input = stringsOf(modalities.input ?? raw.input_modalities);
  const output = stringsOf(modalities.output ?? raw.output_modalities);
  const extras = readExtras(raw);
  const isEmpty = input.length === 0 && output.length === 0 && Object.keys(extras).length === 0;
  return isEmpty ? null : { input, output, ...extras };
}

function readExtras(raw: JsonRecord): Partial<Capabilities> {
  const contextWindow = tokensOrNull(raw.context_window);
  const maxOutput = tokensOrNull(raw.max_output);
  const inputImages = readImageLimits(raw.input_images);
  return {
    ...(typeof raw.streaming === 'boolean' && { streaming: raw.streaming }),
    ...(contextWindow !== null && contextWindow > 0 && { contextWindow }),
    ...(maxOutput !== null && maxOutput > 0 && { maxOutput }),
    ...(Array.isArray(raw.voices) && { voices: [], ...readVoices(raw.voices) }),
    ...(Array.isArray(raw.sizes) && { sizes: stringsOf(raw.sizes) }),
    ...(Array.isArray(raw.resolutions) && { resolutions: stringsOf(raw.resolutions) }),
    ...(Array.isArray(raw.aspect_ratios) && { ratios: stringsOf(raw.aspect_ratios) }),
    ...range('duration', raw.duration),
    ...range('strength', raw.strength),
    ...range('guidance', raw.guidance_scale),
    ...range('frameRate', raw.frame_rate ?? raw.fps),
    ...(Array.isArray(raw.inputs) && { inputs: known(inputRoles, raw.inputs) }),
    ...(Array.isArray(raw.required_inputs) && { requiredInputs: known(inputRoles, raw.required_inputs) }),
    ...(inputImages !== null && { inputImages }),
    ...(Array.isArray(raw.tasks) && { tasks: known(editTasks, raw.tasks) }),
  };
}

/** `first_frame` as `firstFrame`; what this version doesn't know is left out. */
function known<Name extends string>(names: readonly Name[], raw: unknown): readonly Name[] {
  const stated = stringsOf(raw).map((name) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  return names.filter((name) => stated.includes(name));
}

type RangeName = 'duration' | 'strength' | 'guidance' | 'frameRate';

/** `{}` where it is no range. */
function range(name: RangeName, raw: unknown): Partial<Capabilities> {
  if (!isRecord(raw)) return {};
  const min = amountOrNull(raw.min);
  const max = amountOrNull(raw.max);
  return min === null || max === null || min > max ? {} : { [name]: { min, max } };
}

/** Other facts of the record, which gateways keep outside of `capabilities`. */
function withRecordFacts(read: Capabilities | null, raw: unknown): Capabilities | null {
  const facts = isRecord(raw) ? readRecordFacts(raw) : null;
  if (facts === null) return read;
  const { input, output, ...extras } = facts;
  return {
    ...extras,
    ...read,
    input: read?.input.length ? read.input : input,
    output: read?.output.length ? read.output : output,
  };
}

/** Seconds until the year 33658; a larger number of "seconds" is milliseconds. */
const LARGEST_SECONDS = 1e12;

export function toModel(record: ModelRecord): Model {
  const { id, ownedBy, created, raw } = record;
  const dollarPrices = isRecord(raw) ? readDollarPrices(raw) : null;
  const createdAt = created === null || created > LARGEST_SECONDS ? created : created * 1_000;
  return {
    id,
    ownedBy,
    createdAt,
    raw,
    pricing: readPricing(record.pricing),
    capabilities: withRecordFacts(readCapabilities(record.capabilities), raw),
    ...(dollarPrices !== null && { dollarPrices }),
  };
}
