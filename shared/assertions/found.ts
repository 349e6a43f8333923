/** What an assertion is judged with, and how it says what it found. */
import { cutText } from '../text/cut-text';
import type { AssertionValue } from './assertion';
import type { ReadHtml } from './html';

export interface JudgedCall {
  readonly name: string;
  /** As the model wrote it: it may be no JSON. */
  readonly argumentsText: string;
}

/** A tool that the request offered. */
export interface OfferedTool {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>> | null;
}

/** A file of the reply; what is not known of it is `null`. */
export interface JudgedFile {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly hasAlpha: boolean | null;
  /** How much of its sound is silent, 0 to 1. */
  readonly silence: number | null;
}

/** What is known of a reply. */
export interface JudgedReply {
  readonly text: string;
  readonly finishReason: string | null;
  /** From sending to the end, in milliseconds. */
  readonly totalMs: number | null;
  /** In whole credits or dollars; `null` while unknown, or where it was charged in both. */
  readonly cost: number | null;
  /** Tokens that the gateway counted for the reply. */
  readonly tokens?: number | null;
  readonly calls?: readonly JudgedCall[];
  readonly tools?: readonly OfferedTool[];
  /** Natural logarithms of the probabilities of its tokens; absent where none came. */
  readonly logprobs?: readonly number[];
  readonly files?: readonly JudgedFile[];
}

/** What may take long or needs a library, within the bounds of who gives it. */
export interface JudgeTools {
  /** Whether a pattern is in a text; `null` where that takes too long. @throws SyntaxError where it is no pattern */
  readonly matches: (pattern: string, text: string) => boolean | null;
  /** Why a JSON text does not follow a schema; `null` where it does. @throws where the schema can't be used */
  readonly misfit: (schema: unknown, text: string) => string | null;
  /** Reads YAML, of which JSON is a part. @throws where it is none */
  readonly readYaml: (text: string) => unknown;
  readonly readHtml: (text: string) => ReadHtml;
  /** Runs what may take long with a reply from outside; `null` where it takes too long. */
  readonly bounded: <Result>(run: () => Result) => Result | null;
}

export interface AssertionInput {
  /** Without its variables; absent where the assertion has none. */
  readonly value: AssertionValue | undefined;
  readonly isNot: boolean;
  readonly threshold: number | null;
  readonly reply: JudgedReply;
  readonly tools: JudgeTools;
}

export interface Found {
  readonly holds: boolean;
  /** How much of it holds, 0 to 1, where that is more than yes or no. */
  readonly score?: number;
  /** Said where it should hold and does not. */
  readonly why: string;
  /** Said where it should not hold and does. */
  readonly whyNot: string;
  /** What a judge said of it, shown whether it holds or not. */
  readonly says?: string;
  /** Further scores by their names, which code gave. */
  readonly named?: Readonly<Record<string, number>> | undefined;
  /** The score is the same with `not-`. */
  readonly keepsScore?: boolean;
  /** It fails either way: with `not-` as well. */
  readonly failsAnyway?: boolean;
}

/** A text instead says why nothing can be said. */
export type JudgeType = (input: AssertionInput) => Found | string;

export const said = (holds: boolean, why: string, whyNot: string): Found => ({ holds, why, whyNot });

export const atMost = (figure: number, most: number, what: string): Found =>
  said(figure <= most, `${what}, more than ${most}.`, `${what}, not more than ${most}.`);

/** A likeness from 0 to 1 that should be at least so much. */
export function atLeast(score: number, least: number, name: string): Found {
  const what = `${name} is ${score.toFixed(2)}`;
  return { ...said(score >= least, `${what}, below ${least}.`, `${what}, not below ${least}.`), score };
}

/** A number of something against `50` or `{min: 20, max: 50}`. */
export function inRange(count: number, value: AssertionValue | undefined, what: string): Found | string {
  const { min, max } = rangeOf(value);
  if (min === null && max === null) return `${shown(value)} is not a number and no range with min or max.`;
  if (min !== null && max !== null && min > max) return `The range from ${min} to ${max} is empty.`;
  const holds = count >= (min ?? count) && count <= (max ?? count);
  const wanted = min === max ? `${min}` : [min, max].map((end) => end ?? '…').join(' to ');
  return said(holds, `${what}, not ${wanted}.`, `${what}.`);
}

function rangeOf(value: AssertionValue | undefined): {
  readonly min: number | null;
  readonly max: number | null;
} {
  if (isRecord(value)) return { min: numberOf(value.min), max: numberOf(value.max) };
  const one = numberOf(value);
  return { min: one, max: one };
}

export const isRecord = (value: unknown): value is { readonly [name: string]: AssertionValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function numberOf(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumber ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

const quotedCharacters = 60;

export function quoted(text: string): string {
  const cut = cutText(text, quotedCharacters);
  return `“${cut}${cut.length < text.length ? '…' : ''}”`;
}

export const shown = (value: unknown): string =>
  quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
