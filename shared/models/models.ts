/** The model catalogue, as the core reports it. */
import type { AppErrorData } from '../errors';
import type { PieceKind, TokenKind } from '../money/token-usage';
import type { InputRole } from '../run/input-roles';
import type { ImageLimits } from './image-limits';

/** Prices in credits; token prices per 1,000 tokens, the others per unit. Absent where the record gives none. */
export interface Pricing {
  readonly unit: 'token' | 'image' | 'character' | 'second';
  readonly input?: number;
  readonly output?: number;
  readonly perUnit?: number;
  /** Kinds of tokens with a price of their own, per 1,000. */
  readonly kinds?: KindPrices;
  /** What is charged beside tokens: for each request, image that is sent, or search of the web. */
  readonly pieces?: PiecePrices;
  /** For each file that a request is made from, beside what comes of it. */
  readonly perInput?: number;
  /** Dearer or cheaper with a long prompt, by its length; per 1,000 tokens. */
  readonly tiers?: readonly PriceTier[];
  /** Price per unit by resolution, such as `{ "720p": 2.4 }`. */
  readonly byResolution?: Readonly<Record<string, number>>;
}

/**
 * What all tokens of a request cost, in the numbers of their list, once its prompt has `from` tokens; a kind that is left
 * out costs what it did with fewer.
 */
export interface PriceTier {
  readonly from: number;
  readonly prices: Readonly<Partial<Record<TokenKind, number>>>;
}

/** What a model does with an image without being asked in words. */
export const editTasks = ['upscale', 'removeBackground'] as const;
export type EditTask = (typeof editTasks)[number];

interface NumberRange {
  readonly min: number;
  readonly max: number;
}

export interface VoiceFacts {
  readonly name?: string;
  /** Codes or words, as the record has them. */
  readonly languages?: readonly string[];
}

export interface Capabilities {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly streaming?: boolean;
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  readonly voices?: readonly string[];
  /** What the record says of a voice beside its id. */
  readonly voiceFacts?: Readonly<Record<string, VoiceFacts>>;
  readonly sizes?: readonly string[];
  readonly resolutions?: readonly string[];
  /** Of its videos, such as `9:16`. */
  readonly ratios?: readonly string[];
  readonly duration?: NumberRange;
  /** How much of an image to edit may change. */
  readonly strength?: NumberRange;
  readonly guidance?: NumberRange;
  /** Frames of its videos for each second. */
  readonly frameRate?: NumberRange;
  /** Settings that it takes by the person's own word alone. */
  readonly ownSettings?: readonly string[];
  /** What its requests are made from beside their text, where the record says so in detail. */
  readonly inputs?: readonly InputRole[];
  /** Those among them that no request can do without, where the record says so. */
  readonly requiredInputs?: readonly InputRole[];
  /** What its input images may be; what is larger or of another format is converted before it is sent. */
  readonly inputImages?: ImageLimits;
  /** What it is for, where the record says so. */
  readonly tasks?: readonly EditTask[];
  /** Kinds of files that are in `input` by the person's own word alone. */
  readonly ownWord?: readonly string[];
  /** Names of request fields that it takes; a field that is not among them may be refused. */
  readonly parameters?: readonly string[];
}

/**
 * What a model costs in US dollars, for gateways that charge money: per million tokens, or per unit. Never credits, and
 * not used for estimates in credits.
 */
export interface DollarPrices {
  readonly inputPerMillion?: number;
  readonly outputPerMillion?: number;
  readonly perRequest?: number;
  readonly perImage?: number;
  readonly perSearch?: number;
  /** Kinds of tokens with a price of their own, per million. */
  readonly kinds?: KindPrices;
  /** Dearer or cheaper with a long prompt, by its length; per million tokens. */
  readonly tiers?: readonly PriceTier[];
}

type KindPrices = Readonly<Partial<Record<Exclude<TokenKind, 'input' | 'output'>, number>>>;
type PiecePrices = Readonly<Partial<Record<PieceKind, number>>>;

export interface Model {
  readonly id: string;
  readonly ownedBy: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null;
  /** `null` where the record's pricing is absent or of an unknown form; `raw` shows it as it is. */
  readonly pricing: Pricing | null;
  readonly capabilities: Capabilities | null;
  /** Absent where the record names none. */
  readonly dollarPrices?: DollarPrices;
  /** The record as the gateway sent it. */
  readonly raw: unknown;
}

/** The models of one profile. A failed refresh keeps the previous list and sets `error`. */
export interface ModelCatalogue {
  readonly profileId: string;
  readonly models: readonly Model[];
  /** When the gateway last answered; `null` before the first answer. */
  readonly refreshedAt: number | null;
  readonly refreshing: boolean;
  readonly error: AppErrorData | null;
  /** Why the list may lack models: the page that could not be read. Models known before are kept in it. */
  readonly unread: AppErrorData | null;
}

/**
 * A field of the record itself or of any object in it: the object that holds `pricing` and `capabilities` is named
 * after the vendor. `null` where there is none.
 */
export function fieldOfRecord(record: unknown, name: string): unknown {
  if (!isObject(record)) return null;
  const holder = [record, ...Object.values(record)].find(
    (value) => isObject(value) && Object.hasOwn(value, name),
  );
  return isObject(holder) ? holder[name] : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
