/** What a probe is made of, and what all of them judge alike. */
import { endingOf } from '../../../../shared/chat/finish-reason';
import type { CheckFigure, ProbeOutcome } from '../../../../shared/checks/checks';
import type { ProbeId } from '../../../../shared/checks/probes';
import type { Model } from '../../../../shared/models/models';
import type { Seen, SeenFailure, SeenReply } from '../seen';

export type Body = Readonly<Record<string, unknown>>;

/** One request that a probe may make. */
export interface Ask {
  /** Unique among those that go to the same model and profile. */
  readonly step: string;
  /** Unique in the probe, where the step is not. */
  readonly name?: string;
  /** The probe whose request it is, where several ask the same; it is sent and paid once. */
  readonly sharedWith?: ProbeId;
  readonly operation: 'chat' | 'images' | 'speech';
  /** Without the model, which the check adds. */
  readonly body: Body;
  /** The most tokens of the reply, where a gateway that ignores the limit would write more than `max_tokens`. */
  readonly mostReplyTokens?: number;
  /** The most tokens of files, whose size says nothing of them. */
  readonly fileTokens?: number;
  /** Another model or profile than the one that is checked. */
  readonly model?: string;
  readonly profileId?: string;
}

/** The model that is checked, and what is known of it beforehand. */
export interface Subject {
  readonly profileId: string;
  readonly model: string;
  readonly record: Model | null;
  /** All models of the check, in its order. */
  readonly models: readonly string[];
  readonly referenceProfileId: string | null;
  /** The same for each run of the check: what is drawn at random is drawn from it. */
  readonly seed: string;
}

export interface Verdict {
  readonly result: ProbeOutcome;
  /** One sentence, shown as it is. */
  readonly note: string;
  readonly figures?: readonly CheckFigure[];
  /** The gateway says itself that it doesn’t take this. */
  readonly isRefused?: true;
}

/** Sends one of the probe's asks, once, or tells what its answer was. */
export type AskFor = (step: string) => Promise<Seen>;

/** What a probe may ask beside the gateway. */
export interface ProbeWorld {
  /** Of a text for current OpenAI models. */
  countTokens(text: string): Promise<number>;
}

export interface Probe {
  readonly id: ProbeId;
  /** Every request that it may make: what it can cost at most is counted from them. Empty where it doesn't apply. */
  asks(subject: Subject): readonly Ask[];
  /** Applies also without a request. */
  readonly isFree?: boolean;
  run(ask: AskFor, subject: Subject, world: ProbeWorld): Promise<Verdict>;
}

export const works = (note: string, figures?: Verdict['figures']): Verdict => ({
  result: 'works',
  note,
  ...(figures && { figures }),
});
export const fails = (note: string, figures?: Verdict['figures']): Verdict => ({
  result: 'fails',
  note,
  ...(figures && { figures }),
});
export const unclear = (note: string, figures?: Verdict['figures']): Verdict => ({
  result: 'unclear',
  note,
  ...(figures && { figures }),
});

/** A verdict that ends a probe early, thrown. */
export class Decided extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(verdict.note);
    this.verdict = verdict;
  }
}

/** Statuses with which a gateway refuses what is asked, as opposed to who asks, or when. */
const REFUSES_REQUEST: readonly number[] = [400, 405, 413, 415, 422, 501];

/** The gateway says that it doesn't take this request. */
export const isRefusal = (seen: Seen): seen is SeenFailure =>
  seen.kind === 'refused' && REFUSES_REQUEST.includes(seen.error?.statusCode ?? 0);

const said = ({ error }: SeenFailure): string => (error === null ? '' : `: ${error.message.slice(0, 200)}`);

/**
 * The reply to an ask.
 * @param what is refused, such as `tools`; left out where a refusal says nothing of the probe
 * @throws Decided where there is none
 */
export async function replyTo(ask: AskFor, step: string, what?: string): Promise<SeenReply> {
  const seen = await ask(step);
  if (seen.kind === 'reply') return requireUnfiltered(seen);
  if (what !== undefined && isRefusal(seen))
    throw new Decided({ ...fails(`The gateway refuses ${what}${said(seen)}`), isRefused: true });
  if (seen.kind === 'refused') throw new Decided(unclear(`The request was refused${said(seen)}`));
  throw new Decided(unclear(`No whole answer came, and the request may have been charged${said(seen)}`));
}

/** @throws Decided where a filter ended it: that says nothing of what was asked */
function requireUnfiltered(seen: SeenReply): SeenReply {
  if (endingOf(seen.finish) === 'filter')
    throw new Decided(
      unclear(`A content filter, or a refusal of the model, ended a reply (${seen.finish}).`),
    );
  return seen;
}

/** @throws Decided where the gateway refused a field, which was then left out */
export function requireSent({ dropped }: SeenReply, field: string, label: string): void {
  if (dropped.includes(field))
    throw new Decided(fails(`The gateway refuses the field ${field}: no ${label}.`));
}

export const chat = (step: string, prompt: string, more: Body = {}): Ask => ({
  step,
  operation: 'chat',
  body: { messages: [{ role: 'user', content: prompt }], max_tokens: 64, ...more },
});

/** The same number for the same words, 0 to 1 (FNV-1a). */
export const drawn = (...words: readonly string[]): number =>
  drawnAfter(...words.slice(0, -1))(words.at(-1) ?? '');

/** `drawn` for many last words behind the same first ones, which are read once. */
export function drawnAfter(...first: readonly string[]): (...last: readonly string[]) => number {
  const start = hashed(2_166_136_261, first.map((word) => `${word}\u0000`).join(''));
  return (...last) => {
    let hash = hashed(start, last.join('\u0000'));
    // The low bits of short words differ most; mixed so that the high ones do too.
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 2_246_822_519);
    hash ^= hash >>> 13;
    return (hash >>> 0) / 4_294_967_296;
  };
}

function hashed(start: number, text: string): number {
  let hash = start;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash;
}

/** A number of so many digits, none of them 0 or 1, which are read as letters. */
export const drawnDigits = (digits: number, ...words: readonly string[]): string =>
  Array.from({ length: digits }, (_, at) => String(2 + Math.floor(drawn(...words, String(at)) * 8))).join('');

/** Without what tells nothing apart in a short answer. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const figure = (label: string, value: number | string, unit = ''): CheckFigure => ({
  label,
  value: typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  unit,
});

/** 0 to 1: which part of the longer text both begin with. */
export function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.length + other.length === 0 ? 1 : at / Math.max(one.length, other.length);
}

export const excerpt = (text: string, most = 80): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? 'nothing' : `“${line.length > most ? `${line.slice(0, most)}…` : line}”`;
};

/** Cut before it could say anything: a model that reasons spends a small limit on that. */
export const isCutEmpty = ({ text, finish }: SeenReply): boolean =>
  text.trim() === '' && endingOf(finish) === 'limit';

export const thoughtOnly = unclear('The reply ended before it had any text: all tokens went into reasoning.');
