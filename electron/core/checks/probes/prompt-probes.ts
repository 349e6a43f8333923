/** Probes of long prompts: how much of them is taken, and whether what is sent twice is cached. */
import { endingOf } from '../../../../shared/chat/finish-reason';
import type { SeenReply } from '../seen';
import {
  type Ask,
  type AskFor,
  chat,
  Decided,
  drawnAfter,
  drawnDigits,
  fails,
  figure,
  isCutEmpty,
  isRefusal,
  type Probe,
  replyTo,
  type Subject,
  unclear,
  type Verdict,
  works,
} from './probe';

const things = ['lamp', 'door', 'river', 'table', 'garden', 'letter', 'window', 'basket', 'bridge', 'candle'];
const places = [
  'hall',
  'valley',
  'kitchen',
  'harbor',
  'attic',
  'market',
  'station',
  'orchard',
  'cellar',
  'village',
];

/** Of plain English words, four characters and a bit for each token. */
const CHARACTERS_OF_LINE = 52;
const TOKENS_OF_LINE = 12;

/** About so many tokens of lines that differ; the same for the same words. */
export function fillerLines(tokens: number, ...words: readonly string[]): string[] {
  const next = drawnAfter(...words);
  return Array.from({ length: Math.ceil(tokens / TOKENS_OF_LINE) }, (_, at) => {
    const of = (list: readonly string[], what: string) =>
      list[Math.floor(next(what, String(at)) * list.length)] ?? '';
    return `The ${of(things, 'thing')} in the ${of(places, 'place')} is near the ${of(things, 'other')}.`.slice(
      0,
      CHARACTERS_OF_LINE,
    );
  });
}

const codeOf = ({ seed, model }: Subject, probe: string, step: string, where: string): string =>
  drawnDigits(5, seed, model, probe, step, where);

/** A text with a code at its very beginning and one in its middle, and the question behind it. */
function needleAsk(subject: Subject, probe: string, step: string, tokens: number): Ask {
  const lines = fillerLines(tokens, subject.seed, subject.model, probe, step);
  lines.splice(lines.length >> 1, 0, `The blue code is ${codeOf(subject, probe, step, 'middle')}.`);
  const text = [`The red code is ${codeOf(subject, probe, step, 'start')}.`, ...lines].join('\n');
  const question = 'Which numbers are the red code and the blue code in the text above? Reply with both.';
  return chat(step, `${text}\n\n${question}`, { max_tokens: 300, temperature: 0 });
}

/** A long prompt of the probe `context`, whose answer other probes look at too. */
export const longAsk = (subject: Subject): readonly Ask[] =>
  fits(subject, 3_000) ? [{ ...needleAsk(subject, 'context', '3000', 3_000), sharedWith: 'context' }] : [];

/** How much of the text one step of the probe has shown. */
function foundIn(seen: SeenReply, subject: Subject, probe: string, step: string) {
  const digits = seen.text.replaceAll(/(?<=\d)[ ,.](?=\d{3}\b)/g, '');
  const has = (where: string) => digits.includes(codeOf(subject, probe, step, where));
  return { start: has('start'), middle: has('middle') };
}

const sizes = [1_000, 3_000, 8_000] as const;

/** Room for the question, the reply and a tokenizer that needs more. */
export const fits = ({ record }: Subject, tokens: number): boolean =>
  (record?.capabilities?.contextWindow ?? Number.POSITIVE_INFINITY) > tokens * 1.6 + 600;

const stepsOf = (subject: Subject) => sizes.filter((size) => size === sizes[0] || fits(subject, size));

const context: Probe = {
  id: 'context',
  asks: (subject) =>
    stepsOf(subject).flatMap((size) =>
      [`${size}`, `${size} again`].map((step) => needleAsk(subject, 'context', step, size)),
    ),
  async run(ask, subject) {
    let taken = 0;
    let counted: number | null = null;
    for (const size of stepsOf(subject)) {
      const end = await tryContext(ask, subject, { size, taken, counted });
      if ('verdict' in end) return end.verdict;
      taken = size;
      counted = end.counted;
    }
    return foundUpTo(taken, subject.record?.capabilities?.contextWindow);
  },
};

/** More is not tried, since it would cost more than all other probes together. */
function foundUpTo(taken: number, claimed: number | undefined): Verdict {
  const found = `Works up to about ${taken.toLocaleString('en')} tokens: the codes at the beginning and in the middle were found.`;
  const figures = [figure('Found up to', taken, 'tokens')];
  if (claimed === undefined || claimed <= taken) return works(`${found} More is not tried.`, figures);
  return works(`${found} The ${claimed.toLocaleString('en')} that are claimed are not tried.`, [
    ...figures,
    figure('Claimed context', claimed, 'tokens'),
  ]);
}

interface Reached {
  readonly size: number;
  readonly taken: number;
  /** The prompt tokens that the gateway counted for what was taken. */
  readonly counted: number | null;
}

async function tryContext(
  ask: AskFor,
  subject: Subject,
  { size, taken, counted }: Reached,
): Promise<{ readonly verdict: Verdict } | { readonly counted: number | null }> {
  const figures = [figure('Found up to', taken, 'tokens'), figure('Not at', size, 'tokens')];
  const missed: SeenReply[] = [];
  let starts = 0;
  for (const step of [`${size}`, `${size} again`]) {
    const answer = await ask(step);
    if (isRefusal(answer) && taken > 0)
      return {
        verdict: fails(
          `A prompt of about ${size} tokens is refused: ${answer.error?.message.slice(0, 160) ?? ''}`,
          figures,
        ),
      };
    const seen = await replyTo(ask, step);
    const { start, middle } = foundIn(seen, subject, 'context', step);
    if (start && middle) return { counted: seen.usage?.promptTokens ?? counted };
    if (isCutEmpty(seen)) return { verdict: unclear('The reply ended before it had any text.', figures) };
    if (start) starts += 1;
    missed.push(seen);
  }
  if (taken === 0)
    return { verdict: unclear('It doesn’t find codes in a text of about 1,000 tokens either.', figures) };
  const now = cutCount(missed.at(-1), { size, taken, counted });
  return { verdict: judgeMissed({ size, taken, starts, figures, counted: now }) };
}

/** The count of a prompt, where it is too low for its length; else `null`. */
function cutCount(seen: SeenReply | undefined, { size, taken, counted }: Reached): number | null {
  const now = seen?.usage?.promptTokens ?? null;
  return counted !== null && now !== null && now < (counted * size * 0.6) / taken ? now : null;
}

interface Missed {
  readonly size: number;
  readonly taken: number;
  /** In how many of two replies the code at the beginning was found. */
  readonly starts: number;
  /** Where the count itself says that the prompt was cut. */
  readonly counted: number | null;
  readonly figures: Verdict['figures'];
}

/** A small model may overlook the middle of a text that it was given whole. */
function judgeMissed({ size, taken, starts, counted, figures }: Missed): Verdict {
  const found = `Codes in about ${taken} tokens were found, and twice not both in about ${size}`;
  if (counted !== null)
    return fails(
      `${found}, and only ${counted} tokens were counted: a part of the prompt doesn’t reach the model.`,
      figures,
    );
  return starts === 0
    ? fails(`${found}: the beginning doesn’t reach the model.`, figures)
    : unclear(`${found}, though the beginning was: the model may overlook the rest, or not get it.`, figures);
}

/** A reply of about 700 tokens. */
const longReply = 'Count from 1 to 200. Write all numbers, separated by commas, and nothing else.';
const REPLY_LIMIT = 1_200;

const limitsHold: Probe = {
  id: 'limitsHold',
  asks: (subject) => [
    ...(fits(subject, 4_000)
      ? ['text', 'text again'].map((step) => needleAsk(subject, 'limitsHold', step, 4_000))
      : []),
    needleAsk(subject, 'limitsHold', 'short', 500),
    ...((subject.record?.capabilities?.maxOutput ?? REPLY_LIMIT) >= REPLY_LIMIT
      ? [chat('reply', longReply, { max_tokens: REPLY_LIMIT, temperature: 0 })]
      : []),
  ],
  async run(ask, subject) {
    const steps = limitsHold.asks(subject).map(({ step }) => step);
    if (steps.includes('text')) await requireWholePrompt(ask, subject);
    if (steps.includes('reply')) requireWholeReply(await replyTo(ask, 'reply'), subject);
    const { contextWindow, maxOutput } = subject.record?.capabilities ?? {};
    const claims = [
      ...(contextWindow === undefined ? [] : [figure('Claimed context', contextWindow, 'tokens')]),
      ...(maxOutput === undefined ? [] : [figure('Claimed reply', maxOutput, 'tokens')]),
    ];
    return works('A prompt of about 4,000 tokens and a reply of several hundred were not cut.', claims);
  },
};

/** @throws Decided where the prompt was cut, or that can't be said */
async function requireWholePrompt(ask: AskFor, subject: Subject): Promise<void> {
  // Where nothing is claimed, an open refusal holds against nobody.
  const isClaimed = subject.record?.capabilities?.contextWindow !== undefined;
  const whole = await replyTo(ask, 'text', isClaimed ? 'a prompt of 4,000 tokens' : undefined);
  if (foundIn(whole, subject, 'limitsHold', 'text').start) return;
  const short = await replyTo(ask, 'short');
  if (!foundIn(short, subject, 'limitsHold', 'short').start)
    throw new Decided(unclear('It doesn’t find a code in a short text either.'));
  const again = await replyTo(ask, 'text again');
  if (foundIn(again, subject, 'limitsHold', 'text again').start)
    throw new Decided(
      unclear('It found the beginning of a text of about 4,000 tokens in one of two replies.'),
    );
  const counted = again.usage === null ? '' : ` ${again.usage.promptTokens} prompt tokens were counted.`;
  throw new Decided(
    fails(
      `Twice the beginning of a text of about 4,000 tokens didn’t reach the model; that of a short text did.${counted}`,
    ),
  );
}

/** @throws Decided where the reply was cut below its limit, or that can't be said */
function requireWholeReply({ text, finish, usage }: SeenReply, { record }: Subject): void {
  if (/\b199\b/.test(text)) return;
  const tokens = usage?.completionTokens ?? null;
  const isLow = tokens !== null ? tokens < REPLY_LIMIT * 0.8 : text.length < 350;
  const isClaimed = record?.capabilities?.maxOutput !== undefined;
  const cutAfter = `The reply was cut after ${tokens ?? text.length} ${tokens === null ? 'characters' : 'tokens'}, though ${REPLY_LIMIT} tokens were allowed.`;
  if (endingOf(finish) === 'limit' && isLow && text.length > 0)
    throw new Decided(isClaimed ? fails(cutAfter) : unclear(`${cutAfter} The gateway claims no limit.`));
  throw new Decided(unclear('The long reply ended by itself before it was long enough to show a limit.'));
}

export const promptProbes: readonly Probe[] = [context, limitsHold];
